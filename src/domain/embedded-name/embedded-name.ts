/**
 * The file name at the start of a fragment, in the forms that people, editors, tools and assistants use: a comment, a heading, a fence, a patch, a
 * here-document, a header. Precision comes first: prose that mentions a file does not get its name, because a wrong name is worse than a generated
 * one. The text comes from strangers, so only a base name that every system accepts is returned, never a path.
 *
 * The parts are in this folder: `opening-lines.ts` cuts the lines, the others each read one kind of opening, and `plausible-name.ts` alone judges
 * whether the result is a name.
 */
import { fromHeaders } from './headers.ts';
import { fromLabel, fromLatex, fromWrapper } from './labels-and-wrappers.ts';
import { fromBlockTitle, fromFence, fromTitle, withoutFence } from './markdown.ts';
import { fromComment } from './name-in-comment.ts';
import { openingLines } from './opening-lines.ts';
import { fromPatch, isPatch } from './patch.ts';
import { givenName } from './plausible-name.ts';

/** From the most to the least conclusive form: the first one that finds a name wins. */
const READERS: readonly ((lines: readonly string[]) => string | null)[] = [
  ([first = '']) => fromHereDocument(first),
  fromWrapper,
  fromLabel,
  fromHeaders,
  fromFence,
  fromBlockTitle,
  (lines) => fromComment(withoutFence(lines)),
  fromLatex,
  fromTitle,
];

/** The safe base name at the beginning of the text, or null. Linear, and reads at most the first 4,096 characters. */
export function embeddedFileName(text: string): string | null {
  const lines = openingLines(text);
  if (lines.length === 0) return null;
  if (isPatch(lines)) return fromPatch(lines);
  for (const read of READERS) {
    const name = read(lines);
    if (name !== null) return name;
  }
  return null;
}

const PROMPT = /^\s*(?:[$#%>]\s+)?(?:sudo\s+(?:-\w\s+)*)?/u;
const TEE = /(?:^|\|\s*(?:sudo\s+)?)tee\s+(?:-\w+\s+|--\w+\s+)*(?:"([^"]+)"|'([^']+)'|([^\s"'<>|;&]+))/u;
const CAT = /^cat\b[^>|]*>{1,2}\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<>|;&]+))/u;

/** The target of a here-document: `cat > f <<EOF`, `cat <<'EOF' > f`, `sudo tee -a f > /dev/null <<-EOF`; null if it is a variable. */
export function fromHereDocument(line: string): string | null {
  const command = line.replace(PROMPT, '');
  if (!/<<-?\s*["'\\]?\w/u.test(command)) return null;
  const target = TEE.exec(command) ?? CAT.exec(command);
  const path = target?.[1] ?? target?.[2] ?? target?.[3] ?? '';
  const variable = path.slice(Math.max(path.lastIndexOf('$'), path.lastIndexOf('`')));
  return /^[$`][^/\\]*$/u.test(variable) ? null : givenName(path);
}
