/**
 * The first frame of moving pictures. A window that stays open all day should be quiet, and a moving picture takes CPU time as long as it is visible;
 * users can open it to see it move. A moving WebP is left as it is, because its frames are not complete pictures.
 */
import { firstGifFrame } from './gif-frame.ts';

const gifTrailer = 0x3b;
/** "\x89PNG\r\n\x1a\n", of which the first four bytes are enough. */
const pngHeadBytes = 8;
const pngSignature = 0x89504e47;
/** "acTL" and "IDAT". */
const chunkOfFrames = 0x6163544c;
const chunkOfPoints = 0x49444154;
/** Length, name, checksum. */
const chunkFrameBytes = 12;

/** `bytes`, or a shorter picture in their place. Never throws: damaged data are left as they are. */
export function stillPicture(bytes: Uint8Array): Uint8Array {
  const frame = firstGifFrame(bytes);
  if (frame !== null) return stillGif(bytes, frame.end);
  return stillPng(bytes);
}

function stillGif(bytes: Uint8Array, end: number): Uint8Array {
  if (end >= bytes.length) return bytes;
  const still = Uint8Array.from(bytes.subarray(0, end + 1));
  still[end] = gifTrailer;
  return still;
}

/** Without the chunk `acTL` before its pixels, a PNG shows its default image (PNG 3, 11.3.6.1). */
function stillPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < pngHeadBytes || view.getUint32(0) !== pngSignature) return bytes;
  let at = pngHeadBytes;
  while (at + chunkFrameBytes <= bytes.length) {
    const end = at + chunkFrameBytes + view.getUint32(at);
    const name = view.getUint32(at + 4);
    if (name === chunkOfFrames) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    if (name === chunkOfPoints) return bytes;
    at = end;
  }
  return bytes;
}
