/** The ink of one character, as far as its place is known. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadSymbol, ReadWord } from '../read-lines.ts';

/** How dark each pixel is, 0..1, row by row. */
export type Shape = readonly (readonly number[])[];

/** Of the darkest: lighter rows and columns have no ink. */
const inked = 0.25;
/** Of a ring, whose darkest pixels are nearly black: darker is a stroke. */
const stroke = 0.5;
/** In pixels: a lower ring is too small to tell. */
const lowestRing = 16;
/** Darker is no paper. */
const paper = 190;
const white = 255;
/** In pixels: so close to a character there has to be paper. */
const close = 3;

/** A word that reaches into the next one is not where it is said to be, as digits among Japanese. */
export function isPlaced(word: ReadWord, next: ReadWord | undefined): boolean {
  if (next === undefined) return true;
  const over = (word.symbols.at(-1)?.right ?? 0) - (next.symbols[0]?.left ?? Number.POSITIVE_INFINITY);
  return over < (word.bottom - word.top) / 4;
}

/** Whether there is paper on both sides: where letters are close, the place of one may be half of it. */
export function isWhole({ width, pixels }: GreyPicture, { left, right }: ReadSymbol, top: number, bottom: number): boolean {
  const isPaper = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (x >= 0 && x < width && (pixels[y * width + x] ?? white) < paper) return false;
    return true;
  };
  const near = Array.from({ length: close }, (_, at) => at);
  return near.some((at) => isPaper(left - 1 - at)) && near.some((at) => isPaper(right + at));
}

/** How dark each pixel is, 0..1, row by row, without rows and columns beside the ink. @param rowInk how much of it a row has, beside that with the most. */
export function shapeOf(
  { width, height, pixels }: GreyPicture,
  { left, right }: ReadSymbol,
  top: number,
  bottom: number,
  rowInk: (row: readonly number[]) => number = sum,
): Shape {
  const from = Math.max(0, top);
  const rows = Array.from({ length: Math.max(0, Math.min(height, bottom) - from) }, (_, y) =>
    Array.from(pixels.subarray((from + y) * width + left, (from + y) * width + right), (pixel) => 1 - pixel / 255),
  );
  const [firstRow, lastRow] = inkOf(rows.map(rowInk));
  const cut = rows.slice(firstRow, lastRow + 1);
  const columns = Array.from({ length: Math.max(0, right - left) }, (_, x) => Math.max(...cut.map((row) => row[x] ?? 0)));
  const [firstColumn, lastColumn] = inkOf(columns);
  return cut.map((row) => row.slice(firstColumn, lastColumn + 1));
}

function inkOf(darkness: readonly number[]): readonly [first: number, last: number] {
  const limit = Math.max(...darkness) * inked;
  return [darkness.findIndex((one) => one >= limit), darkness.findLastIndex((one) => one >= limit)];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A ring, with something within or nothing. */
export function roundOf(shape: Shape): '0' | 'O' | null {
  const [height, width] = [shape.length, shape[0]?.length ?? 0];
  if (height < lowestRing || width < height * 0.4 || width > height) return null;
  const part = (top: number, bottom: number): number => {
    const rows = shape.slice(Math.floor(height * top), Math.ceil(height * bottom));
    const cells = rows.flatMap((row) => row.slice(Math.floor(width * 0.42), Math.ceil(width * 0.58)));
    return sum(cells) / cells.length;
  };
  const sides = shape.slice(Math.floor(height * 0.45), Math.ceil(height * 0.55));
  const isRing = sides.every(
    (row) => Math.max(...row.slice(0, Math.ceil(width / 4))) > stroke && Math.max(...row.slice(-Math.ceil(width / 4))) > stroke,
  );
  if (!isRing || part(0, 0.12) < 0.4 || part(0.88, 1) < 0.4) return null;
  const centre = part(0.42, 0.58);
  if (centre > 0.5) return '0';
  return centre < 0.15 && part(0.25, 0.75) < 0.2 ? 'O' : null;
}
