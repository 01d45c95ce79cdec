/** Whether bytes are text, and in which encoding. */

/** The text of UTF-8 bytes, or of UTF-16 with its mark; otherwise null. A cut character at the end does not matter. */
export function textOf(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = decoded(bytes, encoding);
  return text === null || hasControls(text) ? null : text;
}

/** The text of bytes with no other known type, read in Windows' western code page, if that gives words and not noise. */
export function legacyTextOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes, 'windows-1252');
  if (text === null || hasControls(text)) return null;
  const foreign = lengthOf(text.match(/[\u0080-\uFFFF]/gu));
  if (foreign / text.length < 0.3) return text;
  // A few words may have more of them: letters and signs of Western languages, never three together, nor two without another letter beside them, as other
  // scripts and noise have them.
  const isOfWords = foreign / text.length < 0.5 && lengthOf(text.match(unusual)) / text.length < 0.3 && !foreignWord.test(text);
  return isOfWords ? text : null;
}

const foreignWord = /(?<![A-Za-z])[\u0080-\uFFFF]{2}(?![A-Za-z\u0080-\uFFFF])/u;
const unusual = /[\u0080-\uFFFF]{3,}|[[\u0080-\uFFFF]--[\p{Script=Latin}€£§°«»‘’‚“”„–—…¿¡·•]]/gv;

function lengthOf(found: readonly string[] | null): number {
  return found?.reduce((sum, { length }) => sum + length, 0) ?? 0;
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Blanks and escape (terminal colours) are part of texts; other control characters are not. */
function hasControls(text: string): boolean {
  return /[\p{Control}--\s]/v.test(text.replaceAll('\u001B', ''));
}
