/** A picture in another size, by Lanczos with three lobes: tesseract reads letters best when they are about as large as those it learned. */
import type { GreyPicture } from './grey-picture.ts';

const lobes = 3;
/** Weights are whole numbers of this many bits. */
const bits = 14;

/** What each pixel of a line is made of: `count` weights from `first` on. */
interface Taps {
  readonly first: Int32Array;
  readonly count: number;
  readonly weights: Int32Array;
}

/** Rounded to whole pixels, at least one. */
export function scaledPicture(picture: GreyPicture, scale: number): GreyPicture {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  if (width === picture.width && height === picture.height) return picture;
  const columns = tapsOf(picture.width, width);
  const rows = tapsOf(picture.height, height);
  const pixels = new Uint8Array(width * height);
  // Rows are scaled when the first pixel below them needs them, and only as many are held as one pixel is made of.
  const held = Array.from({ length: rows.count }, () => new Uint8Array(width));
  const greys = new Array<number | null>(rows.count).fill(null);
  const sums = new Int32Array(width);
  let heldTo = 0;
  for (let y = 0; y < height; y += 1) {
    const first = rows.first[y] ?? 0;
    for (; heldTo < Math.min(first + rows.count, picture.height); heldTo += 1) {
      const row = picture.pixels.subarray(heldTo * picture.width, (heldTo + 1) * picture.width);
      const place = heldTo % rows.count;
      const grey = onlyGrey(row);
      greys[place] = grey;
      if (grey === null) scaleRow(row, columns, sums, held[place] as Uint8Array);
      else held[place]?.fill(grey);
    }
    const to = pixels.subarray(y * width, (y + 1) * width);
    const grey = greys[0] ?? null;
    if (grey !== null && greys.every((one) => one === grey)) to.fill(grey);
    else sumRows(held, rows.weights.subarray(y * rows.count, (y + 1) * rows.count), first, sums, to);
  }
  return { width, height, pixels };
}

/** Of all its pixels: it stays that in any size. Null if they differ. */
function onlyGrey(row: Uint8Array): number | null {
  const grey = row[0] ?? 0;
  for (let x = 1; x < row.length; x += 1) if (row[x] !== grey) return null;
  return grey;
}

function scaleRow(from: Uint8Array, { first, count, weights }: Taps, sums: Int32Array, to: Uint8Array): void {
  sums.fill(1 << (bits - 1));
  for (let tap = 0; tap < count; tap += 1)
    for (let x = 0, at = tap; x < to.length; x += 1, at += count)
      sums[x] = (sums[x] as number) + (weights[at] as number) * (from[(first[x] as number) + tap] as number);
  take(sums, to);
}

/** Each pixel out of those above each other. @param held the rows; that of a tap is at the remainder of its row. */
function sumRows(held: readonly Uint8Array[], weights: Int32Array, first: number, sums: Int32Array, to: Uint8Array): void {
  sums.fill(1 << (bits - 1));
  for (let tap = 0; tap < weights.length; tap += 1) {
    const weight = weights[tap] as number;
    const row = held[(first + tap) % held.length] as Uint8Array;
    if (weight !== 0) for (let x = 0; x < to.length; x += 1) sums[x] = (sums[x] as number) + weight * (row[x] as number);
  }
  take(sums, to);
}

function take(sums: Int32Array, to: Uint8Array): void {
  for (let x = 0; x < to.length; x += 1) {
    const value = (sums[x] as number) >> bits;
    to[x] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

function tapsOf(from: number, to: number): Taps {
  const step = from / to;
  const reach = lobes * Math.max(1, step);
  const count = Math.min(from, Math.ceil(reach * 2) + 1);
  const first = new Int32Array(to);
  const weights = new Int32Array(to * count);
  for (let x = 0; x < to; x += 1) {
    const middle = (x + 0.5) * step - 0.5;
    const start = Math.max(0, Math.min(from - count, Math.ceil(middle - reach)));
    first[x] = start;
    const exact = Array.from({ length: count }, (_, tap) => lanczos((start + tap - middle) / Math.max(1, step)));
    const total = exact.reduce((sum, weight) => sum + weight, 0);
    for (const [tap, weight] of exact.entries()) weights[x * count + tap] = Math.round((weight / total) * 2 ** bits);
  }
  return { first, count, weights };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const turn = Math.PI * x;
  return (lobes * Math.sin(turn) * Math.sin(turn / lobes)) / (turn * turn);
}
