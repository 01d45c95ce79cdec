/**
 * Ligatures of the fonts of code: tesseract knows none of them, takes `!=` drawn as `≠` for `=`, and loses its way in the rest of the line. Which one it is, its bars and what crosses or ends them tell, in a font of one
 * width whose columns are known; in any other, an `=` or `E` of a heading looks the same. Whatever does not tell stays as it is.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { inkBelow } from '../letter-height.ts';
import { type Bar, stacksOfBars } from './stacks-of-bars.ts';

/** Above and below the bars, in pixels of a picture whose small letters are about 20 high: so far reach the ends of a slash or a head, and behind that there is paper. */
export const beyond = 12;
const paperBeyond = 3;
/** Of the width: what crosses the bars or ends them is narrower, and a head is so far at one end. */
const [narrow, atEnd] = [0.45, 0.55];
/** In pixels: the ends of a head are so much above each other. */
const aboveEachOther = 5;
/** In pixels: a slash or a head reaches so far at least, and so few rows of an edge are soft. */
const [fewestRows, softRows] = [3, 1];
/** In columns: so near on both sides there is paper; the tip of a head is beyond its bars. */
const beside = 0.4;
/** In columns, without the room beside the first and the last sign: how wide a ligature of two and of three signs is. */
const widths = { 2: [1.5, 1.95], 3: [2.55, 2.95] } as const;
const white = 255;

export interface Ligature {
  readonly bars: readonly Bar[];
  readonly signs: string;
}

/** Bars that may be ligatures, in a prepared picture, dark on light, and what they stand for in a font with columns of so many pixels; null if they do not tell. Linear in the picture. */
export function possibleLigatures(picture: GreyPicture): {
  readonly stacks: readonly (readonly Bar[])[];
  readonly signsOf: (bars: readonly Bar[], column: number) => string | null;
} {
  const limit = inkBelow(picture);
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && x < picture.width && y >= 0 && y < picture.height && (picture.pixels[y * picture.width + x] ?? white) < limit;
  return {
    stacks: stacksOfBars(picture, isInk),
    signsOf: (bars, column) => (isApart(boxOf(bars), column, isInk) ? signsOf(bars, column, isInk) : null),
  };
}

type IsInk = (x: number, y: number) => boolean;

/** There is paper beside all of its bars, and above and below it. */
function isApart({ left, right, top, bottom }: Bar, column: number, isInk: IsInk): boolean {
  const isPaper = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (isInk(x, y)) return false;
    return true;
  };
  const near = Array.from({ length: Math.ceil(column * beside) }, (_, at) => at);
  if (!near.some((at) => isPaper(left - 1 - at)) || !near.some((at) => isPaper(right + at))) return false;
  for (let x = left; x < right; x += 1)
    for (let far = beyond; far < beyond + paperBeyond; far += 1) if (isInk(x, top - 1 - far) || isInk(x, bottom + far)) return false;
  return true;
}

function countOf(width: number, column: number): 2 | 3 | null {
  const is = (count: 2 | 3): boolean => width >= column * widths[count][0] && width <= column * widths[count][1];
  return is(2) ? 2 : is(3) ? 3 : null;
}

/** What stands for the bars; null if they do not tell. */
function signsOf(bars: readonly Bar[], column: number, isInk: IsInk): string | null {
  const box = boxOf(bars);
  const width = box.right - box.left;
  const count = countOf(width, column);
  if (count === null) return null;
  const above = columnsWithInk(box, box.top - beyond, box.top - softRows, isInk);
  const below = columnsWithInk(box, box.bottom + softRows, box.bottom + beyond, isInk);
  const within = bars.slice(1).map((bar, at) => columnsWithInk(box, (bars[at]?.bottom ?? 0) + softRows, bar.top - softRows, isInk));
  if (above === null && below === null) return bars.length === count && within.every((one) => one === null) ? '='.repeat(count) : null;
  if (above === null || below === null) return null;
  if (bars.length === 1 && count === 2 && isTwoStrokes(box, above) && isTwoStrokes(box, below)) return '++';
  const [isNarrowAbove, isNarrowBelow] = [above, below].map(({ from, to }) => to - from <= width * narrow);
  if (!isNarrowAbove || !isNarrowBelow) return null;
  const [high, low] = [(above.from + above.to) / 2, (below.from + below.to) / 2];
  const stem = (bars.length === 1 ? '-' : '=').repeat(count - 1);
  if (bars.length < 3 && Math.abs(high - low) <= aboveEachOther) {
    if (Math.min(high, low) > width * atEnd) return `${stem}>`;
    return Math.max(high, low) < width * (1 - atEnd) && bars.length === 1 ? `<${stem}` : null;
  }
  const isSlash = bars.length === count && high > low && within.every((one) => one !== null && one.to - one.from <= width * narrow);
  return isSlash ? `!${'='.repeat(count - 1)}` : null;
}

interface Columns {
  readonly from: number;
  readonly to: number;
  /** How many of them have ink. */
  readonly count: number;
}

/** As far apart as the middles of two signs, and nothing between them. */
function isTwoStrokes({ left, right }: Bar, { from, to, count }: Columns): boolean {
  const width = right - left;
  const apart = to - from;
  return apart > width * 0.4 && apart < width * 0.75 && count < apart * 0.7 && Math.abs(from + to - width) < width * 0.2;
}

export function boxOf(bars: readonly Bar[]): Bar {
  return {
    left: Math.min(...bars.map(({ left }) => left)),
    right: Math.max(...bars.map(({ right }) => right)),
    top: bars[0]?.top ?? 0,
    bottom: bars.at(-1)?.bottom ?? 0,
  };
}

/** From the first to the last one with ink in several of these rows, in pixels from the left; null if there are none. */
function columnsWithInk({ left, right }: Bar, top: number, bottom: number, isInk: IsInk): Columns | null {
  let [from, to, rows] = [Number.POSITIVE_INFINITY, 0, 0];
  const columns = new Set<number>();
  for (let y = top; y < bottom; y += 1) {
    let hasInk = false;
    for (let x = left; x < right; x += 1) {
      if (!isInk(x, y)) continue;
      columns.add(x);
      [from, to, hasInk] = [Math.min(from, x - left), Math.max(to, x - left), true];
    }
    if (hasInk) rows += 1;
  }
  return rows < Math.min(fewestRows, bottom - top) ? null : { from, to, count: columns.size };
}
