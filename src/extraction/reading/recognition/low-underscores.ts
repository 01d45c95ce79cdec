/**
 * Underscores that lie far below the letters, as in DejaVu Sans Mono, are raised to where other fonts have them: tesseract reads them as gaps, and takes
 * the letters around them for further apart than they are.
 */
import { type GreyPicture, inkRuns } from './grey-picture.ts';
import { inkBelow } from './letter-height.ts';

/** In pixels, of a picture whose small letters are about 20 high: one underscore, and several that touch. */
const [narrowest, widest] = [10, 110];
const thickest = 5;
/** In two rows of a picture. */
const mostBeside = 1_000;
/** Of the width, at each end: a letter beside it may reach so far over it. */
const overlap = 0.15;
/** Above an underscore there is nothing so far. */
const letters = 24;
/** So far on both sides, there are letters that stand higher than it. */
const around = 60;
/** So far on both sides, no more than a few reach below it. */
const along = 240;
const fewestColumns = 4;
const white = 255;
/** Beneath it: the rows in which ink is that of letters that reach below, and not yet that of the next line. */
const [below, beneath] = [3, 3];
/** Of an underscore it is up to 0.1, of a dash 0.4 and more. */
const mostBelow = 0.3;
/** More of them are a pattern. */
const mostBars = 4_000;
/** Below the letters: where it lies too low, and where it is put. */
const low = 5;
const usual = { below: 2, thick: 4 } as const;

export interface Bar {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Underscored {
  readonly picture: GreyPicture;
  /** Each underscore, or several that touch, where it is in that picture. */
  readonly underscores: readonly Bar[];
}

/** @param picture prepared, dark on light; it is left as it is. */
export function withRaisedUnderscores(picture: GreyPicture): Underscored {
  const { width, height } = picture;
  // A line as thin as a pixel is often lighter than letters.
  const limit = (inkBelow(picture) + white) / 2;
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && (picture.pixels[y * width + x] ?? 0) < limit;
  const bars = barsOf(picture, limit, isInk);
  if (bars.length > mostBars) return { picture, underscores: [] };
  const found = bars.flatMap((bar) => {
    const line = lettersAbove(bar, isInk);
    return line === null ? [] : [{ bar, line }];
  });
  const raised = found.flatMap(({ bar, line }) => (bar.top - line < low ? [] : [{ bar, to: line + usual.below }]));
  const underscores = found.map(({ bar }) => bar);
  if (raised.length === 0) return { picture, underscores };
  const pixels = Uint8Array.from(picture.pixels);
  for (const { bar, to } of raised) {
    const fill = (from: number, end: number, grey: number): void => {
      for (let y = from; y < Math.min(end, height); y += 1) pixels.fill(grey, y * width + bar.left, y * width + bar.right);
    };
    fill(bar.top - 1, bar.bottom + 1, white);
    fill(to, to + usual.thick, 0);
  }
  return { picture: { width, height, pixels }, underscores };
}

type IsInk = (x: number, y: number) => boolean;

/** Thin ones with nothing above them. Too many are not looked for to the end. */
function barsOf(picture: GreyPicture, limit: number, isInk: IsInk): readonly Bar[] {
  const bars: Bar[] = [];
  for (let y = 1; y < picture.height && bars.length <= mostBars; y += 1)
    for (const { start, end } of inkRuns(picture, y, limit)) {
      const bar = end - start < narrowest || end - start > widest ? null : barAt(start, end, y, isInk);
      const isKnown =
        bar !== null && bars.slice(-mostBeside).some((one) => one.left < bar.right && one.right > bar.left && bar.top - one.top <= 1);
      if (bar !== null && !isKnown) bars.push(bar);
    }
  return bars;
}

function barAt(left: number, right: number, top: number, isInk: IsInk): Bar | null {
  const inner = Math.round((right - left) * overlap);
  const isEmpty = (y: number): boolean => {
    for (let x = left + inner; x < right - inner; x += 1) if (isInk(x, y)) return false;
    return true;
  };
  // Its first row may be half of one, in pieces.
  for (let y = top - letters; y < top - 1; y += 1) if (!isEmpty(y)) return null;
  let bottom = top + 1;
  while (bottom <= top + thickest && !isEmpty(bottom)) bottom += 1;
  if (bottom > top + thickest) return null;
  // The bow of an `o` in the next line, or the bar of a `5`, goes on at its ends.
  for (let y = bottom; y <= bottom + 1; y += 1) for (let x = left; x < right; x += 1) if (isInk(x, y)) return null;
  return { left, right, top, bottom };
}

/** The last row of the letters around a bar, if they stand higher than it. */
function lettersAbove(bar: Bar, isInk: IsInk): number | null {
  const { left, right, top } = bar;
  if (shareBelow(bar, isInk) > mostBelow) return null;
  const counts = new Map<number, number>();
  for (let x = left - around; x < right + around; x += 1) {
    if (x >= left && x < right) continue;
    let y = top - 1;
    while (y >= top - letters && !isInk(x, y)) y -= 1;
    if (y >= top - letters) counts.set(y, (counts.get(y) ?? 0) + 1);
  }
  const [line, columns] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return columns < fewestColumns ? null : line;
}

/** Of the columns with letters, along a part of the line: those with ink beneath a bar. Of a dash nearly all letters have, for they stand on a line below it; of an underscore those that reach below. */
function shareBelow({ left, right, top, bottom }: Bar, isInk: IsInk): number {
  let [inked, reaching] = [0, 0];
  const hasInk = (x: number, from: number, to: number): boolean => {
    for (let y = from; y < to; y += 1) if (isInk(x, y)) return true;
    return false;
  };
  for (let x = left - along; x < right + along; x += 2) {
    if (x >= left && x < right) continue;
    const isReaching = hasInk(x, bottom + below, bottom + below + beneath);
    if (isReaching) reaching += 1;
    if (isReaching || hasInk(x, top - letters, top - 1)) inked += 1;
  }
  return inked === 0 ? 1 : reaching / inked;
}
