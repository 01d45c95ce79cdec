/** The cursor of an editor: a thin line, as high as its line, which tesseract and the network take for a letter, or a part of one. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Band } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { runsOf } from './even-runs.ts';

/** In heights of a line: a cursor is no wider, and without it the line is so much lower. */
const [widestCursor, lower] = [0.12, 0.9] as const;
const white = 255;
/** In columns: how high a cursor is, how wide, and how far its middle is from the edge of a column. Stems of letters are lower, and bars stand within their columns. */
const inColumns = { lowest: 1.8, highest: 3.6, widest: 0.3, offEdge: 0.25 } as const;
/** Of all that is darker than paper. */
const anyInk = 200;

/** The picture without it, where one line has it, higher than all of its characters; null where none does, or there are several, which are bars. @param from where lines begin, in pixels from the left. @param isAnywhere it may be behind the first piece of ink of its line too. */
export function withoutCursor(picture: GreyPicture, bands: readonly Band[], from: number, isAnywhere = false): GreyPicture | null {
  const below = inkBelow(picture);
  let cursor: Box | null = null;
  for (const { top, bottom } of bands) {
    const runs = runsOf(picture, { top, bottom }, below).filter((run) => run.right > from);
    const counts = inkOfRows(picture, { left: from, right: picture.width, top, bottom }, below);
    for (const { left } of isAnywhere ? runs : runs.slice(0, 1)) {
      const box = left < from ? null : cursorAt(picture, { left, top, bottom, below, counts });
      if (box === null) continue;
      if (cursor !== null) return null;
      cursor = box;
    }
  }
  return cursor === null ? null : blank(picture, cursor);
}

/** Told without a copy of the picture, as there may be thousands of bars. @param counts how many pixels of ink each row of the line has. */
function cursorAt(
  picture: GreyPicture,
  { left, top, bottom, below, counts }: Omit<Box, 'right'> & { readonly below: number; readonly counts: readonly number[] },
): Box | null {
  const height = bottom - top;
  const widest = Math.min(picture.width, left + Math.max(2, Math.floor(height * widestCursor)) + 1);
  let right = left;
  const isHigh = (x: number): boolean =>
    inkOfRows(picture, { left: x, right: x + 1, top, bottom }, below).filter((count) => count > 0).length >= height * lower;
  while (right < widest && isHigh(right)) right += 1;
  if (right === left || right === widest) return null;
  const box = { left, right: right + 1, top, bottom };
  const inBox = inkOfRows(picture, box, below);
  const isBeside = counts.map((count, row) => count > (inBox[row] ?? 0));
  const first = isBeside.indexOf(true);
  return first >= 0 && isBeside.lastIndexOf(true) + 1 - first < height * lower ? box : null;
}

/** The same picture where there is none between two columns of a line, or there are several. */
export function withoutCursorInColumns(picture: GreyPicture, lines: readonly ReadLine[], grids: readonly (Grid | null)[]): GreyPicture {
  let cursor: Box | null = null;
  for (const [at, line] of lines.entries()) {
    const grid = grids[at] ?? null;
    const one = grid === null ? null : cursorBetween(picture, line, grid);
    if (
      one === null ||
      (cursor !== null && cursor.left < one.right && cursor.right > one.left && cursor.top < one.bottom && cursor.bottom > one.top)
    )
      continue;
    if (cursor !== null) return picture;
    cursor = one;
  }
  return cursor === null ? picture : blank(picture, cursor);
}

function cursorBetween({ width, height, pixels }: GreyPicture, { top, bottom, words }: ReadLine, { pitch, origin }: Grid): Box | null {
  const row = Math.round((top + bottom) / 2);
  const isInk = (x: number, y: number): boolean => y >= 0 && y < height && (pixels[y * width + x] ?? white) < anyInk;
  const runAt = (x: number): Band | null => {
    let [from, to] = [row, row];
    while (from > 0 && row - from <= pitch * inColumns.highest && isInk(x, from - 1)) from -= 1;
    while (to < height && to - row <= pitch * inColumns.highest && isInk(x, to)) to += 1;
    return to - from >= pitch * inColumns.lowest && to - from <= pitch * inColumns.highest ? { top: from, bottom: to } : null;
  };
  const columnAt = (x: number): number => Math.round((x - origin) / pitch);
  const [first, last] = [columnAt(words[0]?.symbols[0]?.left ?? 0), columnAt(words.at(-1)?.symbols.at(-1)?.right ?? 0)];
  for (let column = first - 1; column <= last + 1; column += 1) {
    const edge = origin + column * pitch;
    const reach = pitch * inColumns.offEdge;
    for (let x = Math.max(0, Math.ceil(edge - reach)); x < Math.min(width, edge + reach); x += 1) {
      const run = isInk(x, row) ? runAt(x) : null;
      if (run === null) continue;
      let right = x + 1;
      while (right < width && right - x <= pitch && runAt(right) !== null) right += 1;
      const isThin = right - x <= pitch * inColumns.widest && Math.abs((x + right) / 2 - edge) <= reach;
      if (isThin) return { left: Math.max(0, x - 1), right: Math.min(width, right + 1), ...run };
      x = right;
    }
  }
  return null;
}

function inkOfRows({ width, pixels }: GreyPicture, { left, right, top, bottom }: Box, below: number): readonly number[] {
  const counts: number[] = [];
  for (let y = top; y < bottom; y += 1) {
    let count = 0;
    for (let at = y * width + left; at < y * width + right; at += 1) if ((pixels[at] ?? white) < below) count += 1;
    counts.push(count);
  }
  return counts;
}

/** `right` and `bottom` are outside. */
export interface Box extends Band {
  readonly left: number;
  readonly right: number;
}

/** White there. */
export function blank(picture: GreyPicture, { left, right, top, bottom }: Box): GreyPicture {
  const pixels = picture.pixels.slice();
  for (let y = top; y < bottom; y += 1) pixels.fill(white, y * picture.width + left, y * picture.width + right);
  return { ...picture, pixels };
}
