/**
 * A bitmap of the clipboard as a PNG (RFC 2083), a few rows at a time: the event loop goes on meanwhile, and the picture is in memory once. A palette stays
 * one, so nothing grows: the longest PNG is as long as its bitmap and half of that again.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { constants, crc32, createDeflate } from 'node:zlib';
import { type BitmapLayout, pixelAt, readBitmapLayout, rowOf, shadeOf } from './bitmap.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Rows are converted until they have this many bytes; then others have their turn. */
const turnBytes = 128 * 1_024;

/** Colour types of PNG. */
const [trueColour, withPalette, withAlpha] = [2, 3, 6];

interface Target {
  readonly layout: BitmapLayout;
  readonly colourType: number;
  readonly rowBytes: number;
}

/**
 * The PNG in pieces, each written before the next is made. False if the bitmap is not one that Hub can read; then nothing is written. `take` must not
 * reject.
 */
export async function writeBitmapAsPng(bitmap: Buffer, take: (piece: Buffer) => Promise<void>): Promise<boolean> {
  const layout = readBitmapLayout(bitmap);
  if (layout === null) return false;
  const target = targetOf(layout, layout.palette === null && (await hasAlpha(bitmap, layout)));
  await take(Buffer.concat([signature, chunk('IHDR', headerOf(target)), ...paletteOf(layout)]));
  await pipeline(Readable.from(rowsOf(bitmap, target)), createDeflate({ level: constants.Z_BEST_SPEED }), async (pieces) => {
    for await (const piece of pieces) await take(chunk('IDAT', piece as Buffer));
  });
  await take(chunk('IEND', Buffer.alloc(0)));
  return true;
}

async function* rowsOf(bitmap: Buffer, target: Target): AsyncGenerator<Buffer> {
  const { height } = target.layout;
  const filteredBytes = 1 + target.rowBytes;
  const most = Math.max(1, Math.floor(turnBytes / filteredBytes));
  for (let y = 0; y < height; y += most) {
    const rows = Buffer.alloc(Math.min(most, height - y) * filteredBytes);
    // Each row begins with its filter type, none.
    for (let row = 0; row * filteredBytes < rows.length; row += 1)
      writeRow(rowOf(bitmap, target.layout, y + row), target, rows.subarray(row * filteredBytes + 1));
    yield rows;
    await turn();
  }
}

function targetOf(layout: BitmapLayout, alpha: boolean): Target {
  if (layout.palette !== null) return { layout, colourType: withPalette, rowBytes: Math.ceil((layout.width * layout.bitsPerPixel) / 8) };
  return alpha
    ? { layout, colourType: withAlpha, rowBytes: 4 * layout.width }
    : { layout, colourType: trueColour, rowBytes: 3 * layout.width };
}

function headerOf({ layout, colourType }: Target): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(layout.width, 0);
  data.writeUInt32BE(layout.height, 4);
  data.set([colourType === withPalette ? layout.bitsPerPixel : 8, colourType, 0, 0, 0], 8);
  return data;
}

/** Red, green and blue of each colour. A pixel may name one behind the last, which is black. */
function paletteOf({ palette, bitsPerPixel }: BitmapLayout): Buffer[] {
  if (palette === null) return [];
  const colours = Buffer.alloc(3 * 2 ** bitsPerPixel);
  for (let at = 0; at < palette.length / 4; at += 1)
    colours.set([palette.readUInt8(4 * at + 2), palette.readUInt8(4 * at + 1), palette.readUInt8(4 * at)], 3 * at);
  return [chunk('PLTE', colours)];
}

/** One that has a mask for it, and is not zero everywhere: many programs leave it out, and such a picture would be invisible. */
async function hasAlpha(bitmap: Buffer, layout: BitmapLayout): Promise<boolean> {
  const { alpha } = layout.masks;
  if (alpha.bits === 0) return false;
  let unturned = 0;
  for (let y = 0; y < layout.height; y += 1) {
    const row = rowOf(bitmap, layout, y);
    for (let x = 0; x < layout.width; x += 1) if (shadeOf(pixelAt(row, layout.bitsPerPixel, x), alpha) > 0) return true;
    unturned += layout.strideBytes;
    if (unturned >= turnBytes) {
      unturned = 0;
      await turn();
    }
  }
  return false;
}

/** Into `to`. */
function writeRow(row: Buffer, { layout, colourType, rowBytes }: Target, to: Buffer): void {
  if (colourType === withPalette) return void row.copy(to, 0, 0, rowBytes);
  const { width, bitsPerPixel, masks } = layout;
  const pixelBytes = colourType === withAlpha ? 4 : 3;
  for (let x = 0, at = 0; x < width; x += 1, at += pixelBytes) {
    const pixel = pixelAt(row, bitsPerPixel, x);
    to[at] = shadeOf(pixel, masks.red);
    to[at + 1] = shadeOf(pixel, masks.green);
    to[at + 2] = shadeOf(pixel, masks.blue);
    if (pixelBytes === 4) to[at + 3] = shadeOf(pixel, masks.alpha);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length);
  return framed;
}
