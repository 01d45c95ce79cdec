/** Commands that write a file out of what follows: `cat > f <<EOF`, `cat <<'EOF' > f`, `sudo tee -a f > /dev/null <<-EOF`. */
import { givenName } from './said-name.ts';

const PROMPT = /^\s*(?:[$#%>]\s+)?(?:sudo\s+(?:-\w\s+)*)?/u;
const TEE = /(?:^|\|\s*(?:sudo\s+)?)tee\s+(?:-\w+\s+|--\w+\s+)*(?:"([^"]+)"|'([^']+)'|([^\s"'<>|;&]+))/u;
const CAT = /^cat\b[^>|]*>{1,2}\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<>|;&]+))/u;

/** The file that a here-document goes to; null where only a variable says which. */
export function fromHereDocument(line: string): string | null {
  const command = line.replace(PROMPT, '');
  if (!/<<-?\s*["'\\]?\w/u.test(command)) return null;
  const target = TEE.exec(command) ?? CAT.exec(command);
  const path = target?.[1] ?? target?.[2] ?? target?.[3] ?? '';
  const variable = path.slice(Math.max(path.lastIndexOf('$'), path.lastIndexOf('`')));
  return /^[$`][^/\\]*$/u.test(variable) ? null : givenName(path);
}
