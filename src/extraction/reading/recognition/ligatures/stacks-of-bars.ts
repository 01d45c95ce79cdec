/** Level bars of two or three columns that lie above each other: what the ligatures of the fonts of code are made of, and the signs and letters of a heading too. */
import type { GreyPicture } from '../grey-picture.ts';

/** In pixels, of a picture whose small letters are about 20 high: two or three columns wide. A frame or an underline is longer. */
const [narrowest, widest, thickest] = [28, 76, 7];
/** In pixels: by so much the ends of the rows of one bar differ, where something crosses it, and those of two bars. */
const [sameEnd, sameEnds] = [10, 6];
/** In pixels: between two bars. */
const [closest, furthest] = [2, 12];
const mostBars = 3;
/** In pixels: two places so far apart are in every bar. */
const sampled = 16;
/** More of them are a pattern. */
const most = 4_000;

/** `right` and `bottom` are outside. */
export interface Bar {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Growing = { -readonly [side in keyof Bar]: Bar[side] };

/** Each from top to bottom. Linear in the picture. */
export function stacksOfBars(picture: GreyPicture, isInk: (x: number, y: number) => boolean): readonly (readonly Bar[])[] {
  const bars = barsOf(picture, isInk);
  if (bars === null) return [];
  const stacks: Bar[][] = [];
  for (const bar of bars) {
    const above = stacks.slice(-mostBeside).findLast((stack) => isBelow(bar, stack.at(-1)));
    if (above === undefined) stacks.push([bar]);
    else above.push(bar);
  }
  return stacks.filter((stack) => stack.length <= mostBars);
}

/** In two rows of a picture. */
const mostBeside = 200;

function isBelow(bar: Bar, last: Bar | undefined): boolean {
  if (last === undefined || Math.abs(bar.left - last.left) > sameEnds || Math.abs(bar.right - last.right) > sameEnds) return false;
  const apart = bar.top - last.bottom;
  return apart >= closest && apart <= furthest;
}

/** From top to bottom; null if there are too many. */
function barsOf({ width, height }: GreyPicture, isInk: (x: number, y: number) => boolean): readonly Bar[] | null {
  const bars: Growing[] = [];
  let [open, thin]: [Growing[], number] = [[], 0];
  for (let y = 0; y < height; y += 1) {
    if (thin > most) return null;
    const next: Growing[] = [];
    for (let x = sampled; x < width; x += sampled) {
      if (!isInk(x, y) || !isInk(x + sampled, y)) continue;
      let left = x;
      while (isInk(left - 1, y)) left -= 1;
      while (isInk(x, y)) x += 1;
      if (x - left < narrowest || x - left > widest) continue;
      const before = open.find((one) => Math.abs(one.left - left) <= sameEnd && Math.abs(one.right - x) <= sameEnd);
      const bar = before ?? { left, right: x, top: y, bottom: y };
      if (before === undefined) {
        bars.push(bar);
        thin += 1;
      } else if (bar.bottom - bar.top === thickest && bar.bottom === y) thin -= 1;
      bar.bottom = y + 1;
      next.push(bar);
    }
    open = next;
  }
  return bars.filter(({ top, bottom }) => bottom - top <= thickest);
}
