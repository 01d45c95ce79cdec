/** The bytes of a format as those of a representation, and back, except for bitmaps. Pure, and linear in the bytes. */
import { droppedFilesOfUriList, uriListOfDroppedFiles } from './dropped-files.ts';
import type { Form } from './formats.ts';
import { readHtmlFormat, writeHtmlFormat } from './html-format.ts';

/** A text is never in the heap as a whole, because a thread has a small one. */
const pieceUnits = 64 * 1_024;
const nul = Buffer.alloc(1);
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** `sourceUrl`: the page, if the format tells it. The memory of a format may be longer than its content, and its rest has any value. */
export function contentOf(form: Exclude<Form, 'bitmap'>, bytes: Buffer): { readonly content: Buffer; readonly sourceUrl: string | null } {
  if (form === 'html') {
    const { html, sourceUrl } = readHtmlFormat(bytes);
    return { content: html, sourceUrl };
  }
  return { content: { 'utf-16': textOf, rtf: rtfOf, files: filesOf, png: pngOf, 'as-is': same }[form](bytes), sourceUrl: null };
}

/** Null if there is nothing in it that Windows has a form for. */
export function bytesOf(form: Exclude<Form, 'bitmap'>, content: Buffer): Buffer | null {
  if (form === 'utf-16') return Buffer.from(`${content.toString('utf8')}\0`, 'utf16le');
  if (form === 'html') return writeHtmlFormat(content);
  if (form === 'files') return droppedFilesOfUriList(content.toString('utf8'));
  return form === 'rtf' ? Buffer.concat([content, nul]) : content;
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

/** Up to the first NUL. Half a character at its end is left out, and half a pair becomes U+FFFD. */
function textOf(bytes: Buffer): Buffer {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const units = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1);
  const nulAt = units.indexOf(0);
  const end = nulAt < 0 ? units.length : nulAt;
  const pieces: Buffer[] = [];
  for (let at = 0, next = 0; at < end; at = next) {
    next = Math.min(end, at + pieceUnits);
    if (next < end && isFirstOfPair(units[next - 1])) next -= 1;
    pieces.push(Buffer.from(aligned.toString('utf16le', 2 * at, 2 * next), 'utf8'));
  }
  return Buffer.concat(pieces);
}

function isFirstOfPair(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xd800 && unit <= 0xdbff;
}

function rtfOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function filesOf(bytes: Buffer): Buffer {
  return Buffer.from(uriListOfDroppedFiles(bytes), 'utf8');
}

/** Up to its last chunk (RFC 2083, 3.2); all of it if it is not a PNG to its end. */
function pngOf(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return bytes;
  for (let at = pngSignature.length; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return bytes.subarray(0, at + 12);
  return bytes;
}
