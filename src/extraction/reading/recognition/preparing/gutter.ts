/**
 * The strip of an editor in which the numbers of lines stand, on a ground of its own or beside a rule: it becomes a part of the page. With its ground or its rule, which are ink beside the code, tesseract reads
 * `1]` for a number, or takes all of it for a drawing; dim digits are lost. Told by the columns of pixels, which are of one grey from the first number to the last one but for the digits.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { charactersBehind } from './characters-behind.ts';
import { type Box, inkAt, leastInk, type Numbers, numbersIn, type Rows, type Strip, sameGround } from './strip-of-numbers.ts';

/** Of a column of pixels: so much is its ground, and so far that goes on somewhere, as a stroke that all numbers have does not. */
const [mostlyGround, goesOn] = [0.4, 0.2] as const;
/** Of a row: so much of the ground of the strip is in it, beside the widest number. */
const someOfRow = 0.2;
/** In pixels: so far from the left, and at most at this share of the width, the code begins. */
const [widest, ofWidth] = [480, 0.5] as const;
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
  const grounds = groundsOfColumns(picture, to);
  const evenedAt = (edge: number, isPage: boolean): GreyPicture | null => {
    const known = grounds.slice(0, edge).filter((ground) => ground !== null);
    const usual = usualOf(Uint8Array.from(known));
    const ofStrip = Uint8Array.from(grounds.slice(0, edge), (ground) => ground ?? usual);
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

function usualOf(greys: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const grey of greys) counts[grey] = (counts[grey] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}

/** Row by row: down the columns, each pixel would be far from the last one. */
function groundsOfColumns({ width, height, pixels }: GreyPicture, to: number): readonly (number | null)[] {
  const counts = new Uint32Array(to * 256);
  for (let y = 0; y < height; y += 1)
    for (let x = 0, at = y * width; x < to; x += 1, at += 1) {
      const one = x * 256 + (pixels[at] as number);
      counts[one] = (counts[one] as number) + 1;
    }
  const usual = new Uint8Array(to);
  for (let x = 0; x < to; x += 1) {
    const ofColumn = counts.subarray(x * 256, (x + 1) * 256);
    usual[x] = ofColumn.indexOf(Math.max(...ofColumn));
  }
  const [near, run, longest] = [new Uint32Array(to), new Uint32Array(to), new Uint32Array(to)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0, at = y * width; x < to; x += 1, at += 1) {
      if (Math.abs((pixels[at] as number) - (usual[x] as number)) > sameGround) {
        run[x] = 0;
        continue;
      }
      const length = (run[x] as number) + 1;
      run[x] = length;
      near[x] = (near[x] as number) + 1;
      if (length > (longest[x] as number)) longest[x] = length;
    }
  return Array.from(usual, (ground, x) =>
    (near[x] as number) >= height * mostlyGround && (longest[x] as number) >= height * goesOn ? ground : null,
  );
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
  const hasInk = new Uint8Array(to);
  for (let y = 0; y < height; y += 1)
    for (let x = 0, at = y * width; x < to; x += 1, at += 1) if (Math.abs((pixels[at] as number) - page) >= leastInk) hasInk[x] = 1;
  return [...hasInk.keys()].flatMap((x) => (x > 0 && hasInk[x] === 0 && hasInk[x - 1] === 1 ? [x + 1] : []));
}

/** What most of a row differs by, unless some of it does not: strokes of digits may be most of it. */
function groundsOfRows({ width, height, pixels }: GreyPicture, grounds: Strip['grounds'], edge: number): Strip['rows'] {
  const rows = new Int16Array(height);
  const offs = new Uint8Array(edge);
  for (let y = 0; y < height; y += 1) {
    let same = 0;
    for (let x = 0, at = y * width; x < edge && same < edge * someOfRow; x += 1, at += 1) {
      const off = (pixels[at] as number) - (grounds[x] as number);
      offs[x] = 128 + off / 2;
      if (off <= sameGround && off >= -sameGround) same += 1;
    }
    if (same < edge * someOfRow) rows[y] = (usualOf(offs) - 128) * 2;
  }
  return rows;
}

/** Whether the rule before the edge is one of several, or begins or ends at a line across: the numbers are the first column of a table, and the next one would be joined to them. */
function isOfTable({ width, height, pixels }: GreyPicture, { lines }: Numbers, edge: number, page: number): boolean {
  const isOther = (x: number, y: number): boolean => Math.abs((pixels[y * width + x] ?? page) - page) > sameGround;
  const isDown = (x: number, top: number, bottom: number): boolean => {
    let y = top;
    while (y < bottom && isOther(x, y)) y += 1;
    return y === bottom;
  };
  const [first, last] = [lines[0]?.top ?? 0, lines.at(-1)?.bottom ?? 0];
  let [top, bottom] = [first, last];
  while (top > 0 && isOther(edge - 1, top - 1)) top -= 1;
  while (bottom < height && isOther(edge - 1, bottom)) bottom += 1;
  const reach = (lines[0]?.bottom ?? 0) - first;
  const isAcross = (y: number): boolean => {
    let x = edge - 1 - reach;
    while (x < edge + reach && isOther(x, y)) x += 1;
    return x === edge + reach;
  };
  if ((top > 0 && isAcross(top)) || (bottom < height && isAcross(bottom - 1))) return true;
  for (let x = edge, wide = 0; x < width; x += 1) {
    const isRule = isDown(x, first, last);
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

/** The strip in the greys of the page, and its numbers, and characters behind them, as clear as what is clearest there. */
function evened(picture: GreyPicture, strip: Strip, numbers: Numbers & Page): GreyPicture {
  const { top, bottom, behind, darkest, page, clearest } = numbers;
  const pixels = picture.pixels.slice();
  for (let y = top; y < bottom; y += 1) pixels.fill(page, y * picture.width, y * picture.width + strip.edge);
  const shown: readonly Box[] = [
    { left: 0, right: Math.min(behind, strip.edge), top, bottom },
    ...charactersBehind(picture, strip, numbers),
  ];
  for (const box of shown)
    for (let y = box.top; y < box.bottom; y += 1)
      for (let x = box.left; x < box.right; x += 1)
        pixels[y * picture.width + x] = page + Math.round(Math.min(1, inkAt(picture, strip, x, y) / darkest) * clearest);
  return { ...picture, pixels };
}
