/** A PNG as a bitmap with an alpha channel (`CF_DIBV5`), which every program of Windows pastes, while many do not know PNG. */
import { type PngPicture, pngPicture, pngRows, writePixels } from '../../../base/pictures/png-rows.ts';

/** 64 Mi, which are 256 MiB as a bitmap. */
const mostPixels = 2 ** 26;
/** In pixels: a row is unpacked at once, and everything else waits meanwhile. No program draws a longer one. */
const mostSide = 65_535;
const headerBytes = 124;

/** Null if it is not a PNG that this can read, or there is too little memory for it. Never rejects. */
export async function bitmapOfPng(png: Buffer): Promise<Buffer | null> {
  try {
    const picture = pngPicture(png);
    return picture === null || isTooLarge(picture) ? null : await bitmapOf(picture);
  } catch {
    return null;
  }
}

function isTooLarge({ width, height }: PngPicture): boolean {
  return Math.max(width, height) > mostSide || width * height > mostPixels;
}

/** Null if it ends early. */
async function bitmapOf(picture: PngPicture): Promise<Buffer | null> {
  const { width, height } = picture;
  const bitmap = Buffer.alloc(headerBytes + 4 * width * height);
  writeHeader(bitmap, width, height);
  let rows = 0;
  for await (const row of pngRows(picture)) {
    rows += 1;
    writePixels(picture, row, bitmap, headerBytes + 4 * width * (height - rows));
  }
  return rows === height ? bitmap : null;
}

/** BITMAPV5HEADER: 32 bits with masks, in the colours of the screen (LCS_sRGB). */
function writeHeader(bitmap: Buffer, width: number, height: number): void {
  bitmap.writeUInt32LE(headerBytes, 0);
  bitmap.writeInt32LE(width, 4);
  bitmap.writeInt32LE(height, 8);
  bitmap.writeUInt16LE(1, 12);
  bitmap.writeUInt16LE(32, 14);
  bitmap.writeUInt32LE(3, 16);
  bitmap.writeUInt32LE(4 * width * height, 20);
  for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) bitmap.writeUInt32LE(mask, 40 + 4 * index);
  bitmap.writeUInt32LE(0x7352_4742, 56);
}
