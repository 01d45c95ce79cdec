/**
 * Text that stands in columns beside each other, as in a newspaper or beside the list of a window: read across, two lines would be one. Rows of a table stand beside each other too, but
 * at the same heights, and have gaps of their own.
 */
import { type GreyPicture, hasInk } from '../grey-picture.ts';
import { inkBelow } from '../letter-height.ts';
import { type Band, bandsOf, type Part } from './bands.ts';

/** In pixels, of a picture whose small letters are about 20 high: places are counted in squares of this size. */
const square = 10;
/** In squares: no blank is as wide, and no paragraph as low. */
const [narrowest, lowest] = [4, 30];
/** In pixels: lines whose upper or lower edges are this close stand beside each other. */
const sameEdge = 5;
/** In pixels: what is narrower are the numbers of lines, or the bullets of a list, and belongs to what stands beside it. */
const narrowestColumn = 160;
const fewestBeside = 4;
const mostBeside = 0.5;
/** Columns of prose: how wide they are in pixels, how many lines they have, and how many of those reach across most of them without a gap. */
const prose = { narrowest: 400, fewestLines: 6, reach: 0.7, share: 0.6, gaps: 0.25 } as const;

/** In the order in which they are read: what is above two columns, both, and what is below them; null where all is read across. Linear in the picture. @param picture prepared, dark on light. */
export function partsOf(picture: GreyPicture): readonly Part[] | null {
  const gutter = gutterIn(picture);
  if (gutter === null) return null;
  const below = inkBelow(picture);
  const { width, height } = picture;
  // Lines that reach across may have letters that reach further down.
  let [top, bottom] = [gutter.top, gutter.bottom];
  while (top > 0 && top < bottom && hasInk(picture, top, below)) top += 1;
  while (bottom < height && bottom > top && hasInk(picture, bottom - 1, below)) bottom -= 1;
  const left = { left: 0, right: gutter.left, top, bottom };
  const right = { left: gutter.right, right: width, top, bottom };
  if (!areColumns(bandsOf(picture, left, below), bandsOf(picture, right, below))) return null;
  const whole = { left: 0, right: width };
  return [{ ...whole, top: 0, bottom: top }, left, right, { ...whole, top: bottom, bottom: height }].filter(
    (part) => part.bottom > part.top,
  );
}

/** The highest strip without ink that has some on both sides. */
function gutterIn(picture: GreyPicture): Part | null {
  const { width, height, pixels } = picture;
  const below = inkBelow(picture);
  const [across, down] = [Math.ceil(width / square), Math.ceil(height / square)];
  /** How many squares with ink there are in a row, up to each place. */
  const counts = new Uint32Array((across + 1) * down);
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      let isInk = false;
      for (let y = row * square; !isInk && y < Math.min(height, (row + 1) * square); y += 1)
        for (let x = column * square; !isInk && x < Math.min(width, (column + 1) * square); x += 1)
          isInk = (pixels[y * width + x] ?? 255) < below;
      counts[row * (across + 1) + column + 1] = (counts[row * (across + 1) + column] ?? 0) + (isInk ? 1 : 0);
    }
  const inked = (row: number, from: number, to: number): number =>
    (counts[row * (across + 1) + to] ?? 0) - (counts[row * (across + 1) + from] ?? 0);
  let best: { readonly column: number; readonly from: number; readonly to: number; readonly rows: number } | null = null;
  for (let column = 1; column + narrowest < across; column += 1) {
    let [from, lines] = [0, 0];
    for (let row = 0; row <= down; row += 1) {
      if (row < down && inked(row, column, column + narrowest) === 0) {
        if (inked(row, 0, column) > 0 && inked(row, column + narrowest, across) > 0) lines += 1;
        continue;
      }
      if (row - from >= lowest && lines * 3 >= lowest && (best === null || lines > best.rows))
        best = { column, from, to: row, rows: lines };
      [from, lines] = [row + 1, 0];
    }
  }
  if (best === null) return null;
  const { column, from, to } = best;
  return { left: column * square, right: (column + narrowest) * square, top: from * square, bottom: Math.min(height, to * square) };
}

function areColumns(left: readonly Band[], right: readonly Band[]): boolean {
  if (Math.min(widthOf(left), widthOf(right)) < narrowestColumn) return false;
  const pairs = left.flatMap((one) =>
    right.filter((other) => one.top < other.bottom && other.top < one.bottom).map((other) => [one, other] as const),
  );
  const beside = pairs.filter(([one, other]) => Math.min(Math.abs(one.top - other.top), Math.abs(one.bottom - other.bottom)) <= sameEdge);
  if (pairs.length >= fewestBeside && beside.length < pairs.length * mostBeside) return true;
  return isProse(left) && isProse(right);
}

function widthOf(bands: readonly Band[]): number {
  return Math.max(...bands.map(({ right }) => right)) - Math.min(...bands.map(({ left }) => left));
}

function isProse(bands: readonly Band[]): boolean {
  const width = widthOf(bands);
  if (bands.length < prose.fewestLines || width < prose.narrowest) return false;
  const long = bands.filter(({ left, right }) => right - left >= width * prose.reach);
  const gaps = bands.reduce((sum, band) => sum + band.gaps, 0);
  return long.length >= bands.length * prose.share && gaps < bands.length * prose.gaps;
}
