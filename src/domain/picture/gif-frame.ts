/**
 * The size of the first frame of a GIF, and where it ends. If the frame is larger than the header says, web views make the whole picture as large as
 * the frame, so the header alone could hide gigabytes of pixels. GIF89a, sections 18 to 25.
 */
import type { PictureSize } from './picture-size.ts';

const headBytes = 13;
const descriptorBytes = 10;
/** Limit on the blocks before the first frame. */
const mostExtensions = 4_096;
const extension = 0x21;
const descriptor = 0x2c;

export interface GifFrame extends PictureSize {
  /** Offset of what follows it, in bytes from the beginning; the length of the data if it does not end. */
  readonly end: number;
}

/** Null if this is not a GIF, or has no frame in its beginning. */
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

/** The size of the colour table that follows a descriptor. */
function tableBytes(packed: number): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

/** Sub-blocks begin with their length, and end with an empty one. */
function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
