/**
 * How many pixels a web view decodes for a picture, read as its decoders read it: strictly, and in a bounded number of steps. If the size is not
 * certain, it is unknown: a picture with one size for us and another one for a decoder could fill the memory. AVIF is never certain, because the
 * image inside has a size of its own, which its boxes need not state.
 */
import { firstGifFrame } from './gif-frame.ts';
import type { PictureSize } from './picture-size.ts';

/** The size that is drawn, or null if it is uncertain. Never throws. */
export function drawnSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < smallestPicture) return null;
  const size = formats.find(({ isIt }) => isIt(view))?.size(view, bytes) ?? null;
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

interface Format {
  readonly isIt: (view: DataView) => boolean;
  readonly size: (view: DataView, bytes: Uint8Array) => PictureSize | null;
}

/** Only of the formats that are drawn. */
const smallestPicture = 30;

const formats: readonly Format[] = [
  { isIt: (view) => view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a, size: sizeOfPng },
  { isIt: (view) => view.getUint16(0) === 0xffd8, size: sizeOfJpeg },
  { isIt: (view) => view.getUint32(0) === word('GIF8'), size: sizeOfGif },
  { isIt: (view) => view.getUint32(0) === word('RIFF') && view.getUint32(8) === word('WEBP'), size: sizeOfWebp },
  { isIt: (view) => view.getUint16(0) === 0x424d, size: sizeOfBmp },
];

function word(text: string): number {
  return [...text].reduce((sum, character) => sum * 256 + character.charCodeAt(0), 0);
}

/** The first chunk is the header (PNG 3, 5.6). */
function sizeOfPng(view: DataView): PictureSize | null {
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== word('IHDR')) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The larger of its header and its first frame, in each direction, as in web views. */
function sizeOfGif(view: DataView, bytes: Uint8Array): PictureSize | null {
  const frame = firstGifFrame(bytes);
  if (frame === null) return null;
  return { width: Math.max(frame.width, view.getUint16(6, true)), height: Math.max(frame.height, view.getUint16(8, true)) };
}

/** Its canvas, which a decoder compares with the content; or its only picture. */
function sizeOfWebp(view: DataView): PictureSize | null {
  const kind = view.getUint32(12);
  if (kind === word('VP8X')) return { width: threeBytes(view, 24) + 1, height: threeBytes(view, 27) + 1 };
  if (kind === word('VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === word('VP8 ') && view.getUint16(23) === 0x9d01 && view.getUint8(25) === 0x2a)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return null;
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
}

/** A negative height means that the lines go downwards. */
function sizeOfBmp(view: DataView): PictureSize | null {
  const headBytes = view.getUint32(14, true);
  if (headBytes === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return headBytes >= 40 ? { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) } : null;
}

/** No picture has so many segments before its first line. */
const mostSegments = 4_096;
/** The size of a length in the header of a segment. */
const lengthBytes = 2;

/** Its only frame header before its first scan. There must be nothing between two segments: one decoder would skip it, and another might not. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  let size: PictureSize | null = null;
  let at = 2;
  for (let segments = 0; segments < mostSegments && at + 9 < view.byteLength; segments += 1) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === startOfScan) return size;
    if (isFrame(marker)) {
      if (size !== null) return null;
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (!hasLength(marker)) return null;
    const length = view.getUint16(at + 2);
    if (length < lengthBytes) return null;
    at += 2 + length;
  }
  return null;
}

const startOfScan = 0xda;

/** SOF0 to SOF15; three numbers among them are tables (T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Tables, application data, comments. Nothing else may precede the first scan. */
function hasLength(marker: number): boolean {
  return marker === 0xc4 || marker === 0xcc || (marker >= 0xdb && marker <= 0xdf) || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}
