/** The numbers in the strip of an editor: rows of ink as high as digits, which end at one place and are as far apart as lines of code. */
import type { GreyPicture } from '../grey-picture.ts';

/** In greys: what differs less is one ground; and what differs so much from it is ink. */
export const [sameGround, leastInk] = [3, 18] as const;
/** So many rows of digits are numbers; fewer are none if there is anything else in the strip. */
const [fewest, fewestAlone] = [4, 2] as const;
/** In pixels. */
const lowestDigit = 5;
/** In heights of a digit: how much two differ, where their numbers end, how wide one is, and how far the strip goes on behind it. */
const [sameHeight, sameEdge, widestNumber, widestGap] = [0.2, 0.35, 4.5, 2] as const;
/** In heights of a digit: from one number to the next one. A table has more room, and numbers may be missing where lines are folded. */
const [closest, furthest] = [1.15, 2.9] as const;
/** In such steps. */
const offStep = 0.15;
/** Rows of another ground, as that of the line with the cursor: the rules between the rows of a table are more. */
const mostOther = 2;

/** In heights of a digit: so wide the last one is. Of the ink of two: so much differs at most where they are one icon. */
const [lastDigit, alike] = [0.8, 0.2] as const;

export interface Strip {
  /** In pixels from the left, outside. */
  readonly edge: number;
  /** Of each column. */
  readonly grounds: Uint8Array;
  /** How much lighter than that each row is. */
  readonly rows: Int16Array;
}

export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** Of what is there, how much it differs from the ground. */
export function inkAt({ width, pixels }: GreyPicture, { grounds, rows }: Strip, x: number, y: number): number {
  return Math.abs((pixels[y * width + x] ?? 0) - (grounds[x] ?? 0) - (rows[y] ?? 0));
}

export interface Numbers extends Rows {
  /** In pixels from the left: from there on are marks beside them at most, as those of what can be folded. */
  readonly behind: number;
  /** There are no such marks. */
  readonly areAlone: boolean;
  readonly darkest: number;
  /** Of each number. */
  readonly lines: readonly Rows[];
}

/** The rows of pixels between which the strip has nothing but numbers; null if it has none. */
export function numbersIn(picture: GreyPicture, strip: Strip): Numbers | null {
  const all = bandsIn(picture, strip, { left: 0, right: strip.edge, top: 0, bottom: picture.height });
  const height = middle(all.map(({ top, bottom }) => bottom - top));
  const end = middle(all.map(({ right }) => right));
  if (height < lowestDigit || strip.edge - end > height * widestGap) return null;
  const isNumber = (band: Band): boolean =>
    Math.abs(band.bottom - band.top - height) <= Math.max(1, height * sameHeight) &&
    Math.abs(band.right - end) <= Math.max(1, height * sameEdge) &&
    band.right - band.left <= height * widestNumber;
  // Some digits are a little wider.
  const behind = Math.max(0, ...all.filter(isNumber).map(({ right }) => right)) + 1;
  // One column more: what goes on there is no mark.
  const bands = bandsIn(picture, strip, { left: 0, right: Math.min(strip.edge, behind + 1), top: 0, bottom: picture.height });
  const [from, to] = longestRun(bands.map((band) => band.right <= behind && isNumber(band)));
  const numbers = bands.slice(from, to);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (numbers.length < (numbers.length === bands.length ? fewestAlone : fewest) || !areEven(numbers, height)) return null;
  const top = goneOn(strip, first.top, bands[from - 1]?.bottom ?? 0, -1);
  const bottom = goneOn(strip, last.bottom, bands[to]?.top ?? picture.height, 1);
  const others = strip.rows.slice(top, bottom).filter((row, y, rows) => Math.abs(row - (rows[y - 1] ?? 0)) > sameGround);
  if (areAlike(picture, strip, numbers, { behind, height })) return null;
  return others.length > mostOther * 2
    ? null
    : {
        top,
        bottom,
        behind,
        areAlone: all.every(({ right }) => right <= behind),
        darkest: Math.max(...numbers.map(({ darkest }) => darkest)),
        lines: numbers,
      };
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

export interface Box extends Rows {
  readonly left: number;
  readonly right: number;
}

interface Band extends Box {
  readonly darkest: number;
}

/** Rows with ink in this part that follow each other. */
export function bandsIn({ width, pixels }: GreyPicture, { grounds, rows }: Strip, part: Box): readonly Band[] {
  const bands: Band[] = [];
  let top = part.top;
  let [left, right, darkest] = [part.right, 0, 0];
  for (let y = part.top; y <= part.bottom; y += 1) {
    let hasInk = false;
    for (let x = part.left, at = y * width + x; y < part.bottom && x < part.right; x += 1, at += 1) {
      const ink = Math.abs((pixels[at] as number) - (grounds[x] as number) - (rows[y] as number));
      if (ink < leastInk) continue;
      hasInk = true;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (ink > darkest) darkest = ink;
    }
    if (hasInk) continue;
    if (right > 0) bands.push({ top, bottom: y, left, right, darkest });
    top = y + 1;
    [left, right, darkest] = [part.right, 0, 0];
  }
  return bands;
}

/** From which one on, and before which one. */
function longestRun(are: readonly boolean[]): readonly [number, number] {
  let [first, last] = [0, 0];
  for (let at = 0, begun = 0; at <= are.length; at += 1) {
    if (are[at] === true) continue;
    if (at - begun > last - first) [first, last] = [begun, at];
    begun = at + 1;
  }
  return [first, last];
}

/** Whether they are as far apart as lines of code. */
function areEven(numbers: readonly Rows[], height: number): boolean {
  const distances = numbers.slice(1).map(({ bottom }, at) => bottom - (numbers[at]?.bottom ?? 0));
  const step = distances.toSorted((one, other) => one - other)[distances.length >> 2] ?? 0;
  if (step < height * closest || step > height * furthest) return false;
  return distances.every((distance) => Math.abs(distance / step - Math.round(distance / step)) <= offStep + 1 / step);
}

/** As far as the ground of the strip goes on without ink. */
function goneOn({ rows }: Strip, from: number, end: number, step: 1 | -1): number {
  let y = from;
  while (y !== end && Math.abs(rows[step === 1 ? y : y - 1] ?? 0) <= sameGround) y += step;
  return y;
}

/** Whether most are as the one above, as icons are: the last digits of two numbers that follow each other differ. */
function areAlike(
  picture: GreyPicture,
  strip: Strip,
  numbers: readonly Band[],
  { behind, height }: Pick<Numbers, 'behind'> & { readonly height: number },
): boolean {
  const left = Math.max(0, behind - 1 - Math.round(height * lastDigit));
  const differ = (one: Band, other: Band, shift: number): number => {
    let [sum, most] = [0, 0];
    for (let row = -height - 1; row <= 1; row += 1)
      for (let x = left; x < behind; x += 1) {
        const ink = inkAt(picture, strip, x, one.bottom + row) / one.darkest;
        const below = inkAt(picture, strip, x, other.bottom + row + shift) / other.darkest;
        sum += Math.abs(ink - below);
        most += Math.max(ink, below);
      }
    return sum / Math.max(1, most);
  };
  const same = numbers.slice(1).filter((one, at) => {
    const above = numbers[at] ?? one;
    return Math.min(...[-1, 0, 1].map((shift) => differ(above, one, shift))) < alike;
  });
  return same.length * 2 >= numbers.length - 1;
}
