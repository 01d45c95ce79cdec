/** Decodes a file to the text that would be on a clipboard: without a byte order mark, whatever its encoding. Pure. */
import { gunzipSync } from 'node:zlib';

const mostBytesUnzipped = 2_000_000;

/** @returns null unless it is text in UTF-8, in UTF-16 with a byte order mark, or (as a last resort) in Latin-1. */
export function decodeText(bytes: Buffer, path: string): string | null {
  const plain = path.endsWith('.gz') ? unzipped(bytes) : bytes;
  if (plain === null) return null;
  if (plain[0] === 0xff && plain[1] === 0xfe) return new TextDecoder('utf-16le').decode(plain);
  if (plain[0] === 0xfe && plain[1] === 0xff) return new TextDecoder('utf-16be').decode(plain);
  if (plain.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return latin1(plain);
  }
}

function unzipped(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytesUnzipped });
  } catch {
    return null;
  }
}

/** Latin-1 has few bytes beyond ASCII, and hardly any control characters among them. Anything else is another encoding, or not text: null. */
function latin1(bytes: Buffer): string | null {
  const beyond = bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  const controls = bytes.reduce((count, byte) => count + (byte >= 0x80 && byte < 0xa0 ? 1 : 0), 0);
  return beyond < bytes.length * 0.1 && controls < beyond * 0.05 + 1 ? bytes.toString('latin1') : null;
}
