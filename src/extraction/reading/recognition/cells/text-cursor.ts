/** The cursor of an editor: a thin line, as high as its line, which tesseract and the network take for a letter, or a part of one. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Band } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import { runsOf } from './even-runs.ts';

/** In heights of a line: a cursor is no wider, and without it the line is so much lower. */
const [widestCursor, lower] = [0.12, 0.9] as const;
const white = 255;

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
