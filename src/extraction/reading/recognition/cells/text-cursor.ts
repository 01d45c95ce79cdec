/** The cursor of an editor: a thin line, as high as its line, which tesseract and the network take for a letter, or a part of one. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Band } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import { runsOf } from './even-runs.ts';

/** In heights of a line: a cursor is no wider, and without it the line is so much lower. */
const [widestCursor, lower] = [0.12, 0.9] as const;
const white = 255;

/** The picture without it, where one line begins with it, higher than all of its characters; null where none does, or several do, which are bars. @param from where lines begin, in pixels from the left. @param isAnywhere it may be in its line, and so may be a bar alone. */
export function withoutCursor(picture: GreyPicture, bands: readonly Band[], from: number, isAnywhere = false): GreyPicture | null {
  const below = inkBelow(picture);
  const places = bands.flatMap((band) => {
    const runs = runsOf(picture, band, below).filter((run) => run.right > from);
    return (isAnywhere ? runs : runs.slice(0, 1)).map(({ left }) => ({ band, left }));
  });
  const without = places.flatMap(({ band, left }) => {
    const height = band.bottom - band.top;
    const widest = Math.min(picture.width, left + Math.max(2, Math.floor(height * widestCursor)) + 1);
    let right = left;
    while (right < widest && inkedRows(picture, { left: right, right: right + 1, ...band }, below).length >= height * lower) right += 1;
    if (left < from || right === left || right === widest) return [];
    const rest = blank(picture, { left, right: right + 1, ...band });
    const rows = inkedRows(rest, { left: from, right: rest.width, ...band }, below);
    return rows.length > 0 && (rows.at(-1) ?? 0) + 1 - (rows[0] ?? 0) < height * lower ? [rest] : [];
  });
  return without.length === 1 ? (without[0] ?? null) : null;
}

function inkedRows({ width, pixels }: GreyPicture, { left, right, top, bottom }: Box, below: number): readonly number[] {
  const rows = Array.from({ length: bottom - top }, (_, at) => top + at);
  return rows.filter((y) => pixels.subarray(y * width + left, y * width + right).some((grey) => grey < below));
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
