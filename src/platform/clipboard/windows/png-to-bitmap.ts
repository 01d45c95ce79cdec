/**
 * A PNG (RFC 2083) as a bitmap with an alpha channel (`CF_DIBV5`), which every program of Windows pastes, while many do not know PNG. Interlaced ones are left
 * out: nobody copies them. Pure but for its turns: a few rows at a time, so that others have theirs.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly channels: number;
  readonly palette: { readonly colours: Buffer; readonly alphas: Buffer } | null;
  readonly data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** 64 Mi, which are 256 MiB as a bitmap. */
const mostPixels = 2 ** 26;
const headerBytes = 124;
const turnBytes = 256 * 1_024;
/** By colour type: how many values a pixel has. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const withPalette = 3;
const unpack = promisify(inflate);

/** Null if it is not a PNG that this can read. Never rejects. */
export async function bitmapOfPng(png: Buffer): Promise<Buffer | null> {
  const picture = pictureOf(png);
  if (picture === null) return null;
  const { width, height, depth, channels } = picture;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const expected = height * (1 + rowBytes);
  const rows = await unpack(picture.data, { maxOutputLength: expected + 1 }).catch(() => null);
  if (rows === null || rows.length !== expected) return null;
  const bitmap = Buffer.alloc(headerBytes + 4 * width * height);
  writeHeader(bitmap, width, height);
  const pixelBytes = Math.max(1, (channels * depth) / 8);
  let before: Buffer = Buffer.alloc(rowBytes);
  for (let y = 0, unturned = 0; y < height; y += 1) {
    const at = y * (1 + rowBytes);
    const row = rows.subarray(at + 1, at + 1 + rowBytes);
    if (!unfilter(rows[at] ?? 0, row, before, pixelBytes)) return null;
    writePixels(picture, row, bitmap, headerBytes + 4 * width * (height - 1 - y));
    before = row;
    unturned += rowBytes;
    if (unturned < turnBytes) continue;
    unturned = 0;
    await turn();
  }
  return bitmap;
}

/** Its chunks, each within the bytes that are there. */
function pictureOf(png: Buffer): Picture | null {
  if (!png.subarray(0, signature.length).equals(signature) || png.toString('latin1', 12, 16) !== 'IHDR' || png.length < 33) return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colourType, interlaced] = [png.readUInt8(24), png.readUInt8(25), png.readUInt8(28)];
  const channels = channelsOf[colourType];
  const isDepth = [1, 2, 4, 8, 16].includes(depth) && (depth === 8 || (depth < 8 ? channels === 1 : colourType !== withPalette));
  if (channels === undefined || !isDepth || interlaced !== 0 || width === 0 || height === 0 || width * height > mostPixels) return null;
  const chunks = chunksOf(png);
  const first = (type: string): Buffer => chunks.find((chunk) => chunk.type === type)?.data ?? Buffer.alloc(0);
  const palette = colourType === withPalette ? { colours: first('PLTE'), alphas: first('tRNS') } : null;
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  return { width, height, depth, channels, palette, data };
}

function chunksOf(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const chunks: { readonly type: string; readonly data: Buffer }[] = [];
  for (let at = signature.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  return chunks;
}

/** Takes the filter of a row away (RFC 2083, 6), in place. False for a filter that there is not. */
function unfilter(filter: number, row: Buffer, above: Buffer, pixelBytes: number): boolean {
  if (filter > 4) return false;
  for (let at = 0; at < row.length && filter > 0; at += 1) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    row[at] = (row[at] ?? 0) + foretold(filter, left, up, corner);
  }
  return true;
}

function foretold(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : nearest(left, up, corner);
}

/** The Paeth predictor. */
function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The pixels of a row as blue, green, red and alpha. */
function writePixels({ width, depth, channels, palette }: Picture, row: Buffer, to: Buffer, at: number): void {
  const most = 2 ** depth - 1;
  // Of 16 bits the upper 8 are enough.
  const shade = (index: number): number => {
    if (depth >= 8) return row[(index * depth) / 8] ?? 0;
    const value = ((row[Math.floor((index * depth) / 8)] ?? 0) >> (8 - depth - ((index * depth) % 8))) & most;
    return palette === null ? (value * 255) / most : value;
  };
  for (let x = 0, into = at; x < width; x += 1, into += 4) {
    const from = x * channels;
    const grey = shade(from);
    if (palette !== null) {
      for (let colour = 0; colour < 3; colour += 1) to[into + colour] = palette.colours[3 * grey + 2 - colour] ?? 0;
      to[into + 3] = palette.alphas[grey] ?? 255;
    } else {
      const isColour = channels > 2;
      to[into] = isColour ? shade(from + 2) : grey;
      to[into + 1] = isColour ? shade(from + 1) : grey;
      to[into + 2] = grey;
      to[into + 3] = channels % 2 === 0 ? shade(from + channels - 1) : 255;
    }
  }
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
