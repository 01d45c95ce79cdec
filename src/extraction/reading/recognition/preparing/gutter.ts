/**
 * The strip of an editor in which the numbers of lines stand, on a ground of its own or beside a rule: it becomes a part of the page. With its ground or its rule, which are ink beside the code, tesseract reads
 * `1]` for a number, or takes all of it for a drawing; dim digits are lost. Told by the columns of pixels, which are of one grey from the first number to the last one but for the digits.
 */
import type { GreyPicture } from '../grey-picture.ts';

/** In greys: what differs less is one ground; and what differs so much from it is ink. */
const [sameGround, leastInk] = [3, 18] as const;
/** Of a column of pixels: so much is its ground, and so far that goes on somewhere, as a stroke that all numbers have does not. */
const [mostlyGround, goesOn] = [0.4, 0.2] as const;
/** Of a row: so much of the ground of the strip is in it, beside the widest number. */
const someOfRow = 0.2;
/** In pixels: so far from the left, and at most at this share of the width, the code begins. */
const [widest, ofWidth] = [480, 0.5] as const;
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
/** Of what is clearest on the page: numbers on its own ground that are less clear. Of numbers in a strip: what is beside them is less clear, and no text. */
const dim = 0.35;
/** In pixels. */
const widestRule = 3;
/** So many edges are looked at. */
const mostEdges = 6;

/** The same picture where there is none. @param picture as it is drawn, light or dark. */
export function withoutGutter(picture: GreyPicture): GreyPicture {
  const page = usualOf(picture.pixels);
  const to = Math.min(widest, Math.floor(picture.width * ofWidth));
  const grounds = Array.from({ length: to }, (_, x) => groundOfColumn(picture, x));
  const evenedAt = (edge: number, isPage: boolean): GreyPicture | null => {
    const known = grounds.slice(0, edge).filter((ground) => ground !== null);
    const usual = usualOf(Uint8Array.from(known));
    const ofStrip = grounds.slice(0, edge).map((ground) => ground ?? usual);
    const strip = { edge, grounds: ofStrip, rows: groundsOfRows(picture, ofStrip, edge) };
    const numbers = numbersIn(picture, strip);
    if (numbers === null || (isPage && !numbers.areAlone)) return null;
    const isRule = !isPage && Math.abs(usual - page) <= sameGround;
    if (isRule && isOfTable(picture, numbers, edge, page)) return null;
    const clearest = clearestOf(picture, { ...numbers, edge, page });
    const [most, ofNumbers] = [Math.abs(clearest), numbers.darkest];
    // Beside an empty page the numbers would become as empty as that.
    if (isPage ? ofNumbers > most * dim : most < ofNumbers * dim) return null;
    return evened(picture, strip, { ...numbers, page, clearest });
  };
  for (const edge of edgesOf(grounds, page).slice(0, mostEdges)) {
    const shown = evenedAt(edge, false);
    if (shown !== null) return shown;
  }
  // The last one: between two digits there may be a gap too.
  for (const edge of gapsIn(picture, { to, page }).slice(0, mostEdges).toReversed()) {
    const shown = evenedAt(edge, true);
    if (shown !== null) return shown;
  }
  return picture;
}

interface Strip {
  /** In pixels from the left, outside. */
  readonly edge: number;
  /** Of each column. */
  readonly grounds: readonly number[];
  /** How much lighter than that each row is. */
  readonly rows: readonly number[];
}

interface Rows {
  readonly top: number;
  readonly bottom: number;
}

function usualOf(greys: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const grey of greys) counts[grey] = (counts[grey] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}

function groundOfColumn({ width, height, pixels }: GreyPicture, x: number): number | null {
  const column = Uint8Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? 0);
  const usual = usualOf(column);
  let [near, run, longest] = [0, 0, 0];
  for (const grey of column) {
    run = Math.abs(grey - usual) <= sameGround ? run + 1 : 0;
    near += Math.min(1, run);
    longest = Math.max(longest, run);
  }
  return near >= height * mostlyGround && longest >= height * goesOn ? usual : null;
}

/** Before which columns the ground of the page follows another one. */
function edgesOf(grounds: readonly (number | null)[], page: number): readonly number[] {
  const edges: number[] = [];
  let last: number | null = null;
  for (const [x, ground] of grounds.entries()) {
    if (ground === null) continue;
    const isOther = Math.abs(ground - page) > sameGround;
    if (!isOther && last !== null) edges.push(last + 1);
    last = isOther ? x : null;
  }
  return edges;
}

/** Where columns without any ink follow one with ink. */
function gapsIn({ width, height, pixels }: GreyPicture, { to, page }: { readonly to: number; readonly page: number }): readonly number[] {
  const isEmpty = Array.from({ length: to }, (_, x) => {
    let y = 0;
    while (y < height && Math.abs((pixels[y * width + x] ?? page) - page) < leastInk) y += 1;
    return y === height;
  });
  return isEmpty.flatMap((is, x) => (x > 0 && is && isEmpty[x - 1] === false ? [x + 1] : []));
}

/** What most of a row differs by, unless some of it does not: strokes of digits may be most of it. */
function groundsOfRows({ width, height, pixels }: GreyPicture, grounds: Strip['grounds'], edge: number): readonly number[] {
  return Array.from({ length: height }, (_, y) => {
    const row = Int16Array.from({ length: edge }, (__, x) => (pixels[y * width + x] ?? 0) - (grounds[x] ?? 0));
    const same = row.reduce((count, off) => count + (Math.abs(off) <= sameGround ? 1 : 0), 0);
    return same >= edge * someOfRow ? 0 : (usualOf(Uint8Array.from(row, (off) => 128 + off / 2)) - 128) * 2;
  });
}

/** Of what is there, how much it differs from the ground. */
function inkAt({ width, pixels }: GreyPicture, { grounds, rows }: Strip, x: number, y: number): number {
  return Math.abs((pixels[y * width + x] ?? 0) - (grounds[x] ?? 0) - (rows[y] ?? 0));
}

interface Numbers extends Rows {
  /** In pixels from the left: from there on are marks beside them at most, as those of what can be folded. */
  readonly behind: number;
  /** There are no such marks. */
  readonly areAlone: boolean;
  readonly darkest: number;
  readonly first: Rows;
  readonly last: Rows;
}

/** The rows of pixels between which the strip has nothing but numbers; null if it has none. */
function numbersIn(picture: GreyPicture, strip: Strip): Numbers | null {
  const all = bandsIn(picture, strip, strip.edge);
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
  const bands = bandsIn(picture, strip, Math.min(strip.edge, behind + 1));
  const [from, to] = longestRun(bands.map((band) => band.right <= behind && isNumber(band)));
  const numbers = bands.slice(from, to);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (numbers.length < (numbers.length === bands.length ? fewestAlone : fewest) || !areEven(numbers, height)) return null;
  const top = goneOn(strip, first.top, bands[from - 1]?.bottom ?? 0, -1);
  const bottom = goneOn(strip, last.bottom, bands[to]?.top ?? picture.height, 1);
  const others = strip.rows.slice(top, bottom).filter((row, y, rows) => Math.abs(row - (rows[y - 1] ?? 0)) > sameGround);
  return others.length > mostOther * 2
    ? null
    : {
        top,
        bottom,
        behind,
        areAlone: all.every(({ right }) => right <= behind),
        darkest: Math.max(...numbers.map(({ darkest }) => darkest)),
        first,
        last,
      };
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

interface Band extends Rows {
  readonly left: number;
  readonly right: number;
  readonly darkest: number;
}

/** Rows with ink that follow each other. */
function bandsIn(picture: GreyPicture, strip: Strip, end: number): readonly Band[] {
  const bands: Band[] = [];
  for (let y = 0; y < picture.height; y += 1) {
    let [left, right, darkest] = [end, 0, 0];
    for (let x = 0; x < end; x += 1) {
      const ink = inkAt(picture, strip, x, y);
      if (ink < leastInk) continue;
      [left, right, darkest] = [Math.min(left, x), x + 1, Math.max(darkest, ink)];
    }
    if (right === 0) continue;
    const last = bands.at(-1);
    if (last === undefined || last.bottom < y) bands.push({ top: y, bottom: y + 1, left, right, darkest });
    else
      bands.splice(-1, 1, {
        top: last.top,
        bottom: y + 1,
        left: Math.min(last.left, left),
        right: Math.max(last.right, right),
        darkest: Math.max(last.darkest, darkest),
      });
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

/** Whether the rule before the edge is one of several, or begins or ends at a line across: the numbers are the first column of a table, and the next one would be joined to them. */
function isOfTable({ width, height, pixels }: GreyPicture, { first, last }: Numbers, edge: number, page: number): boolean {
  const isOther = (x: number, y: number): boolean => Math.abs((pixels[y * width + x] ?? page) - page) > sameGround;
  const isDown = (x: number, top: number, bottom: number): boolean => {
    let y = top;
    while (y < bottom && isOther(x, y)) y += 1;
    return y === bottom;
  };
  let [top, bottom] = [first.top, last.bottom];
  while (top > 0 && isOther(edge - 1, top - 1)) top -= 1;
  while (bottom < height && isOther(edge - 1, bottom)) bottom += 1;
  const reach = first.bottom - first.top;
  const isAcross = (y: number): boolean => {
    let x = edge - 1 - reach;
    while (x < edge + reach && isOther(x, y)) x += 1;
    return x === edge + reach;
  };
  if ((top > 0 && isAcross(top)) || (bottom < height && isAcross(bottom - 1))) return true;
  for (let x = edge, wide = 0; x < width; x += 1) {
    const isRule = isDown(x, first.top, last.bottom);
    if (!isRule && wide > 0 && wide <= widestRule) return true;
    wide = isRule ? wide + 1 : 0;
  }
  return false;
}

interface Page {
  readonly page: number;
  /** By how much the clearest there is lighter than its ground. */
  readonly clearest: number;
}

function clearestOf(
  { width, pixels }: GreyPicture,
  { top, bottom, edge, page }: Rows & Pick<Strip, 'edge'> & Pick<Page, 'page'>,
): Page['clearest'] {
  let [least, most] = [page, page];
  for (let y = top; y < bottom; y += 1)
    for (let x = edge; x < width; x += 1) {
      const grey = pixels[y * width + x] ?? page;
      if (grey < least) least = grey;
      else if (grey > most) most = grey;
    }
  return page - least > most - page ? least - page : most - page;
}

/** The strip in the greys of the page, and its numbers as clear as what is clearest there. */
function evened(picture: GreyPicture, strip: Strip, { top, bottom, behind, darkest, page, clearest }: Numbers & Page): GreyPicture {
  const pixels = picture.pixels.slice();
  for (let y = top; y < bottom; y += 1)
    for (let x = 0; x < strip.edge; x += 1) {
      const ink = x < behind ? inkAt(picture, strip, x, y) : 0;
      pixels[y * picture.width + x] = page + Math.round(Math.min(1, ink / darkest) * clearest);
    }
  return { ...picture, pixels };
}
