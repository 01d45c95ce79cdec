/**
 * Device-independent bitmaps, as `CF_DIB` and `CF_DIBV5` have them: a header, masks or colours, and then rows from the bottom to the top (wingdi.h,
 * BITMAPINFOHEADER, BITMAPV5HEADER). Pure. Every number in a header is another program's; none is believed before it fits the bytes that are there.
 */

/** How its pixels become those of a PNG: copied with their palette, or one by one. */
export interface BitmapLayout {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32;
  readonly isTopDown: boolean;
  /** Where the first row begins, and how far it is to the next. */
  readonly pixelsAt: number;
  readonly strideBytes: number;
  /** Blue, green, red and unused, one after another; null for pixels that have their colours in themselves. */
  readonly palette: Buffer | null;
  readonly masks: { readonly red: Channel; readonly green: Channel; readonly blue: Channel; readonly alpha: Channel };
}

/** The bits of a pixel that are one colour: where they begin, and how many they are. None: 0. */
export interface Channel {
  readonly shift: number;
  readonly bits: number;
}

const infoHeaderBytes = 40;
const largestHeaderBytes = 124;
/** BI_RGB, BI_BITFIELDS and BI_ALPHABITFIELDS. */
const uncompressed = 0;
const bitFields = 3;
const alphaBitFields = 6;
/** The side of no screen, and of no picture that a person copies. */
const longestSide = 65_535;
/** 256 Mi: more takes minutes to compress. */
const mostPixels = 2 ** 28;

const noChannel: Channel = { shift: 0, bits: 0 };
const depths = [1, 4, 8, 16, 24, 32] as const;

/** Null if it is malformed, truncated, compressed, or of a size that nobody has. */
export function readBitmapLayout(bitmap: Buffer): BitmapLayout | null {
  if (bitmap.length < infoHeaderBytes) return null;
  const headerBytes = bitmap.readUInt32LE(0);
  if (headerBytes < infoHeaderBytes || headerBytes > largestHeaderBytes || headerBytes > bitmap.length) return null;
  const [width, signedHeight] = [bitmap.readInt32LE(4), bitmap.readInt32LE(8)];
  const height = Math.abs(signedHeight);
  const bitsPerPixel = depths.find((depth) => depth === bitmap.readUInt16LE(14));
  const isSized = width > 0 && height > 0 && width <= longestSide && height <= longestSide && width * height <= mostPixels;
  if (!isSized || bitsPerPixel === undefined) return null;
  const compression = bitmap.readUInt32LE(16);
  const isMasked = (compression === bitFields || compression === alphaBitFields) && bitsPerPixel >= 16 && bitsPerPixel !== 24;
  if (compression !== uncompressed && !isMasked) return null;
  const masksAt = infoHeaderBytes;
  const isAlphaTold = isMasked && (compression === alphaBitFields || headerBytes >= 56);
  // The masks follow the oldest header, and are part of the later ones.
  const outsideBytes = isMasked && headerBytes === infoHeaderBytes ? (compression === alphaBitFields ? 16 : 12) : 0;
  if (isMasked && bitmap.length < masksAt + (isAlphaTold ? 16 : 12)) return null;
  const mask = (index: number): Channel | null => channelOf(bitmap.readUInt32LE(masksAt + 4 * index));
  const [red, green, blue, alpha] = isMasked
    ? [mask(0), mask(1), mask(2), isAlphaTold ? mask(3) : noChannel]
    : bitsPerPixel === 16
      ? [{ shift: 10, bits: 5 }, { shift: 5, bits: 5 }, { shift: 0, bits: 5 }, noChannel]
      : [{ shift: 16, bits: 8 }, { shift: 8, bits: 8 }, { shift: 0, bits: 8 }, noChannel];
  if (!red || !green || !blue || !alpha) return null;
  const colours = coloursOf(bitmap.readUInt32LE(32), bitsPerPixel);
  const paletteAt = headerBytes + outsideBytes;
  const pixelsAt = paletteAt + 4 * (colours ?? Number.POSITIVE_INFINITY);
  const strideBytes = 4 * Math.ceil((width * bitsPerPixel) / 32);
  if (!(pixelsAt + strideBytes * height <= bitmap.length)) return null;
  const palette = bitsPerPixel <= 8 ? bitmap.subarray(paletteAt, pixelsAt) : null;
  return {
    ...{ width, height, bitsPerPixel, isTopDown: signedHeight < 0, pixelsAt, strideBytes, palette },
    masks: { red, green, blue, alpha },
  };
}

/** How many colours follow; null if there cannot be so many. Pixels without a palette may have one all the same, for poor displays. */
function coloursOf(told: number, bitsPerPixel: number): number | null {
  if (bitsPerPixel > 8) return told <= 256 ? told : null;
  const most = 2 ** bitsPerPixel;
  return told === 0 ? most : told <= most ? told : null;
}

/** A mask has its bits side by side, which is what lets it be told as two numbers. */
function channelOf(mask: number): Channel | null {
  if (mask === 0) return noChannel;
  const shift = Math.log2((mask & -mask) >>> 0);
  const ones = mask / 2 ** shift;
  const bits = Math.log2(ones + 1);
  return Number.isInteger(bits) ? { shift, bits } : null;
}

/** The bytes of one row, from the top. */
export function rowOf(bitmap: Buffer, layout: BitmapLayout, y: number): Buffer {
  const at = layout.pixelsAt + layout.strideBytes * (layout.isTopDown ? y : layout.height - 1 - y);
  return bitmap.subarray(at, at + layout.strideBytes);
}

/** The pixel as a number without a sign. */
export function pixelAt(row: Buffer, bitsPerPixel: BitmapLayout['bitsPerPixel'], x: number): number {
  if (bitsPerPixel === 32) return row.readUInt32LE(4 * x);
  return bitsPerPixel === 24 ? row.readUIntLE(3 * x, 3) : row.readUInt16LE(2 * x);
}

/** One colour of a pixel, from 0 to 255. */
export function shadeOf(pixel: number, { shift, bits }: Channel): number {
  if (bits === 0) return 0;
  const value = (pixel >>> shift) & (bits === 32 ? -1 : 2 ** bits - 1);
  return bits === 8 ? value : Math.round(((value >>> 0) * 255) / (2 ** bits - 1));
}
