/**
 * Characters of a line on a ground of their own: the block of a cursor, a bracket that an editor marks, a word that is selected, or found. They become a part of their line, in the colours of the page. Told in the
 * picture as it is drawn, where such a ground is one grey, with straight edges.
 */
import type { GreyPicture } from '../grey-picture.ts';

/** In greys: what differs less is one ground; a ground of its own differs so much from the one around it, and what stands on it from that. */
const [sameGround, otherGround, leastInk] = [3, 12, 40] as const;
/** In pixels. */
const [narrowest, lowest, highest] = [5, 9, 72] as const;
/** In pixels. */
const thinCursor = 2;
/** Of its height: narrower is a stroke. */
const leastWide = 0.3;
/** Of its pixels that are its ground: of a frame, and of a letter that is like one, fewer are. Of its sides: letters on it reach them. */
const [mostlyGround, straight, ofLastRow, goesOn] = [0.4, 0.6, 0.4, 0.1] as const;
/** Of what is around it, that is one ground; letters beside it reach it. */
const mostlyAround = 0.6;
/** In its heights, and of that: beside it nothing but another one reaches its first row and its last one, as letters beside a letter do. */
const [besideIt, fewBeside] = [2, 0.3] as const;
/** More of them are a pattern. */
const most = 300;

/** `right` and `bottom` are outside. */
interface Highlight {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly ground: number;
  readonly around: number;
}

/** The same picture where there are none. @param picture as it is drawn, light or dark. */
export function withoutHighlights(picture: GreyPicture): GreyPicture {
  const found = highlightsIn(picture);
  if (found.length === 0 || found.length > most) return picture;
  const pixels = picture.pixels.slice();
  const clearest = clearestOf(picture.pixels);
  // The line with the cursor may be one too, and others are within it.
  for (const one of found.toSorted((first, second) => areaOf(first) - areaOf(second))) turn({ ...picture, pixels }, one, clearest);
  return { ...picture, pixels };
}

function areaOf({ left, right, top, bottom }: Highlight): number {
  return (right - left) * (bottom - top);
}

/** Each begins with a row of one grey, and the row above differs from that. */
function highlightsIn(picture: GreyPicture): readonly Highlight[] {
  const { width, height, pixels } = picture;
  const found: Highlight[] = [];
  for (let y = 0; y < height - lowest && found.length <= most; y += 1)
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const grey = pixels[at] as number;
      if (y > 0) {
        // Nearly all pixels end here.
        const off = (pixels[at - width] as number) - grey;
        if (off <= sameGround && off >= -sameGround) continue;
      }
      const left = x;
      while (x + 1 < width && isNear(pixels[at + 1] as number, grey) && (y === 0 || !isNear(pixels[at + 1 - width] as number, grey))) {
        x += 1;
        at += 1;
      }
      if (x + 1 - left < narrowest) continue;
      const one = highlightAt(picture, { left, right: x + 1, top: y, ground: grey });
      if (one !== null) found.push(one);
    }
  return found;
}

function isNear(one: number, other: number): boolean {
  const off = one - other;
  return off <= sameGround && off >= -sameGround;
}

/** Null if it is none. */
function highlightAt(
  { width, height, pixels }: GreyPicture,
  place: Pick<Highlight, 'left' | 'right' | 'top' | 'ground'>,
): Highlight | null {
  const { left, right, top, ground } = place;
  const isGround = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && isNear(pixels[y * width + x] as number, ground);
  const isSame = (x: number, y: number): boolean => isNear(pixels[y * width + x] as number, pixels[y * width + x + 1] as number);
  let bottom = top;
  const [sides, beside] = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]];
  // A letter may reach both of its sides.
  const isReached = (y: number): boolean => y < height && left > 0 && right < width && !isSame(left - 1, y) && !isSame(right - 1, y);
  for (; isGround(left, bottom) || isGround(right - 1, bottom) || isReached(bottom); bottom += 1) {
    if (bottom - top >= highest) return null;
    if (isGround(left, bottom)) sides[0] += 1;
    if (isGround(right - 1, bottom)) sides[1] += 1;
    if (isGround(left - 1, bottom)) beside[0] += 1;
    if (isGround(right, bottom)) beside[1] += 1;
  }
  const high = bottom - top;
  if (high < lowest || right - left < high * leastWide || Math.min(...sides) < high * straight || Math.max(...beside) > high * goesOn)
    return null;
  let inLast = 0;
  for (let x = left; x < right; x += 1) if (isGround(x, bottom - 1)) inLast += 1;
  if (inLast < (right - left) * ofLastRow || !isGround(left, bottom - 1) || !isGround(right - 1, bottom - 1)) return null;
  const around = groundAround({ width, height, pixels }, { left, right, top, bottom });
  if (around === null || Math.abs(around - ground) < otherGround) return null;
  let count = 0;
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) if (isGround(x, y)) count += 1;
  if (count < (right - left) * high * mostlyGround || count === (right - left) * high) return null;
  const reach = Math.round(high * besideIt);
  for (const y of [top, bottom - 1]) {
    let [reached, looked] = [0, 0];
    for (let x = Math.max(0, left - reach); x < Math.min(width, right + reach); x += 1) {
      if (x >= left - 1 && x <= right) continue;
      looked += 1;
      if (Math.abs((pixels[y * width + x] as number) - around) >= leastInk) reached += 1;
    }
    if (reached > looked * fewBeside) return null;
  }
  return { ...place, bottom, around };
}

/** The grey of two of its sides at least; null if there is none. A thin cursor may stand at one. */
function groundAround(
  { width, height, pixels }: GreyPicture,
  { left, right, top, bottom }: Pick<Highlight, 'left' | 'right' | 'top' | 'bottom'>,
): number | null {
  const down = (x: number): readonly number[] =>
    x < 0 || x >= width ? [] : Array.from({ length: bottom - top }, (_, y) => pixels[(top + y) * width + x] as number);
  const across = (y: number): readonly number[] => (y < 0 || y >= height ? [] : [...pixels.subarray(y * width + left, y * width + right)]);
  const sides = [
    down(left - 1),
    down(left - 1 - thinCursor),
    down(right),
    down(right + thinCursor),
    across(top - 1),
    across(bottom),
  ].flatMap((greys) => {
    const usual = greys.toSorted((one, other) => one - other)[greys.length >> 1] ?? null;
    const isOne = usual !== null && greys.filter((grey) => isNear(grey, usual)).length >= greys.length * mostlyAround;
    return isOne ? [{ usual, length: greys.length }] : [];
  });
  const supportOf = (grey: number): number => sides.reduce((sum, { usual, length }) => sum + (isNear(usual, grey) ? length : 0), 0);
  const [best] = sides.toSorted((one, other) => supportOf(other.usual) - supportOf(one.usual));
  return best !== undefined && sides.filter(({ usual }) => isNear(usual, best.usual)).length > 1 ? best.usual : null;
}

/** The grey that differs most from that of the page. */
function clearestOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 1) counts[pixels[at] as number] = (counts[pixels[at] as number] as number) + 1;
  const page = counts.indexOf(Math.max(...counts));
  const [least, greatest] = [counts.findIndex((count) => count > 0), counts.findLastIndex((count) => count > 0)];
  return page - least > greatest - page ? least : greatest;
}

/** Where what stands on it is too dim to be text, it stays. */
function turn({ width, pixels }: GreyPicture, { left, right, top, bottom, ground, around }: Highlight, clearest: number): void {
  let darkest = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) darkest = Math.max(darkest, Math.abs((pixels[y * width + x] as number) - ground));
  if (darkest < leastInk) return;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const ink = Math.abs((pixels[y * width + x] as number) - ground);
      pixels[y * width + x] = around + Math.round((ink / darkest) * (clearest - around));
    }
}
