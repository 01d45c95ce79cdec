/**
 * How large the first frame of a GIF is, and where it ends. Web views make the whole picture as large as that where it is larger than what the
 * head says, so that the head alone can hide gigabytes of points. GIF89a, sections 18 to 25.
 */
import type { PictureSize } from './picture-size.ts';

const headBytes = 13;
const descriptorBytes = 10;
/** Of what stands before the first frame. */
const mostExtensions = 4_096;
const extension = 0x21;
const descriptor = 0x2c;

export interface GifFrame extends PictureSize {
  /** Where what comes behind it begins, in bytes from the beginning; behind the last byte where it does not end. */
  readonly end: number;
}

/** Null for what is no GIF, or has no frame in its beginning. */
export function firstGifFrame(bytes: Uint8Array): GifFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headBytes || view.getUint32(0) !== 0x47494638) return null;
  let at = headBytes + tableBytes(view.getUint8(10));
  for (let blocks = 0; bytes[at] === extension; blocks += 1) {
    if (blocks === mostExtensions) return null;
    at = afterSubBlocks(bytes, at + 2);
  }
  if (bytes[at] !== descriptor || at + descriptorBytes > bytes.length) return null;
  const points = at + descriptorBytes + tableBytes(view.getUint8(at + 9)) + 1;
  return { width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true), end: afterSubBlocks(bytes, points) };
}

/** Of the table of colours that a descriptor says to follow. */
function tableBytes(packed: number): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

/** Sub-blocks begin with their length, and end with one of none. */
function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
