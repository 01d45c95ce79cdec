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
  const held = new Uint8Array(width * rows.count);
  let heldTo = 0;
  for (let y = 0; y < height; y += 1) {
    const first = rows.first[y] ?? 0;
    for (; heldTo < Math.min(first + rows.count, picture.height); heldTo += 1)
      scaleRow(picture.pixels, heldTo * picture.width, columns, held, (heldTo % rows.count) * width, width);
    for (let x = 0; x < width; x += 1) {
      let sum = 1 << (bits - 1);
      for (let tap = 0; tap < rows.count; tap += 1) {
        const weight = rows.weights[y * rows.count + tap] ?? 0;
        if (weight !== 0) sum += weight * (held[((first + tap) % rows.count) * width + x] ?? 0);
      }
      pixels[y * width + x] = clamped(sum >> bits);
    }
  }
  return { width, height, pixels };
}

function scaleRow(from: Uint8Array, at: number, { first, count, weights }: Taps, to: Uint8Array, toAt: number, width: number): void {
  for (let x = 0; x < width; x += 1) {
    const start = at + (first[x] ?? 0);
    let sum = 1 << (bits - 1);
    for (let tap = 0; tap < count; tap += 1) sum += (weights[x * count + tap] ?? 0) * (from[start + tap] ?? 0);
    to[toAt + x] = clamped(sum >> bits);
  }
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
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
