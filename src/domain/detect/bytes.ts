/** Whether bytes are text, and which. */

/** The text of bytes that are some: UTF-8, or UTF-16 with its mark. Null for all else. A cut character at the end doesn't matter. */
export function textOf(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = decoded(bytes, encoding);
  return text === null || hasControls(text) ? null : text;
}

/** The text of bytes that are no other thing known, read as Windows' western code page, where that gives words and not noise. */
export function legacyTextOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes, 'windows-1252');
  if (text === null || hasControls(text)) return null;
  const foreign = text.match(/[\u0080-\uFFFF]/gu)?.length ?? 0;
  return foreign / text.length < 0.3 ? text : null;
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
