/**
 * The rows of a PNG (RFC 2083), one after the other, so that a large one never is in memory as a whole. Interlaced ones are left out: a program that shows
 * pictures or copies them writes none.
 */
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';

export interface PngPicture {
  readonly width: number;
  readonly height: number;
  /** In bits, of a value. */
  readonly depth: number;
  /** How many values a pixel has. */
  readonly channels: number;
  readonly palette: { readonly colours: Buffer; readonly alphas: Buffer } | null;
  /** Compressed, in the pieces that the file has. */
  readonly data: readonly Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headerEnds = 33;
/** By colour type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const withPalette = 3;
/** Unpacked at once; others have their turn between. */
const pieceBytes = 256 * 1_024;
const mostChunks = 100_000;

/** What is said of it, each chunk within the bytes that are there; null if it is not a PNG that this can read. */
export function pngPicture(file: Uint8Array): PngPicture | null {
  const png = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!png.subarray(0, signature.length).equals(signature) || png.toString('latin1', 12, 16) !== 'IHDR' || png.length < headerEnds)
    return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colourType, interlaced] = [png.readUInt8(24), png.readUInt8(25), png.readUInt8(28)];
  const channels = channelsOf[colourType];
  const isDepth = [1, 2, 4, 8, 16].includes(depth) && (depth === 8 || (depth < 8 ? channels === 1 : colourType !== withPalette));
  if (channels === undefined || !isDepth || interlaced !== 0 || width === 0 || height === 0) return null;
  const chunks = chunksOf(png);
  if (chunks === null) return null;
  const first = (type: string): Buffer => chunks.find((chunk) => chunk.type === type)?.data ?? Buffer.alloc(0);
  const palette = colourType === withPalette ? { colours: first('PLTE'), alphas: first('tRNS') } : null;
  return { width, height, depth, channels, palette, data: chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data) };
}

/** Null for more than any program writes. */
function chunksOf(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] | null {
  const chunks: { readonly type: string; readonly data: Buffer }[] = [];
  for (let at = signature.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (chunks.length === mostChunks) return null;
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  }
  return chunks;
}

/** From top to bottom, without their filters; each is valid until the next one. Ends early where the data does, or is damaged. Linear, however long a row is. */
export async function* pngRows({ width, height, depth, channels, data }: PngPicture): AsyncGenerator<Buffer> {
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const pixelBytes = Math.max(1, (channels * depth) / 8);
  let [row, above] = [Buffer.alloc(1 + rowBytes), Buffer.alloc(1 + rowBytes)];
  let [filled, rows] = [0, 0];
  const unpacked = createInflate({ chunkSize: pieceBytes });
  Readable.from(data).pipe(unpacked);
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      for (let at = 0; at < piece.length; ) {
        const copied = piece.copy(row, filled, at);
        [at, filled] = [at + copied, filled + copied];
        if (filled < row.length) break;
        if (!unfilter(row[0] ?? 0, row.subarray(1), above.subarray(1), pixelBytes)) return;
        yield row.subarray(1);
        rows += 1;
        if (rows === height) return;
        [row, above, filled] = [above, row, 0];
      }
    }
  } catch {
    // what is packed is damaged, and there is no more of it
  }
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

/** Writes the pixels of a row as blue, green, red and alpha. Of 16 bits the upper 8 are enough. */
export function writePixels({ width, depth, channels, palette }: PngPicture, row: Buffer, to: Uint8Array, at: number): void {
  const most = 2 ** depth - 1;
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
