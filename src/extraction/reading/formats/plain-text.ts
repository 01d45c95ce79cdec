/** Plain text and CSV: as they are, in whatever encoding. */
import { extractionLimits } from '../../../contract/extraction.ts';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { encodingOf } from '../text-encoding.ts';

const judgedBytes = 65_536;
const chunkBytes = 1024 * 1024;

export function readPlainText({ source, text, progress }: ReadingParts): Read {
  const encoding = encodingOf(source.read(0, judgedBytes));
  if (encoding === null) throw new NoText('unsupported');
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < source.size && !text.isCut; at += chunkBytes) {
    progress({ done: at, of: source.size });
    text.add(decoder.decode(source.read(at, chunkBytes), { stream: at + chunkBytes < source.size }));
  }
  return { encoding };
}

/** A whole text that is to be parsed, up to the limit. */
export function decodedText({ source, text }: Pick<ReadingParts, 'source' | 'text'>, declared: (head: string) => string | null): string {
  if (source.size > extractionLimits.text) text.cut();
  const bytes = source.read(0, extractionLimits.text);
  const marked = encodingOf(bytes.subarray(0, judgedBytes));
  const named = declared(bytes.toString('latin1', 0, 4_096));
  return new TextDecoder(marked?.startsWith('utf') ? marked : (usable(named) ?? marked ?? 'utf-8')).decode(bytes);
}

/** Null for an encoding that there is not. */
function usable(encoding: string | null): string | null {
  try {
    return encoding === null ? null : new TextDecoder(encoding).encoding;
  } catch {
    return null;
  }
}
