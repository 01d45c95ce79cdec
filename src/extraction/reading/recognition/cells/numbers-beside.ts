/**
 * The numbers of lines that an editor shows beside code, told by the ink: a strip on the left in which nearly each line has something that ends at one place, and rows of digits that count up by one. Where
 * the strip is close to the code, or dim, tesseract takes both for one word, and reads `11#include` and `W static`.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { Apart } from '../laying-out/numbers-apart.ts';
import { likeliestGrid } from '../pitch/fixed-pitch.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { type CellReading, readCell } from './cell-network.ts';
import { windowAt } from './seen-line.ts';

/** Darker is ink, also that of what may be dim. */
const inkBelow = 225;
/** Fewer are something else. */
const [fewest, fewestFirst] = [4, 2] as const;
/** In columns of the code: the strip is no wider, and ends so far before the code at least. */
const [mostDigits, leastGap] = [5, 0.25] as const;
/** In columns: the right edges of numbers, about one place; and their columns, beside those of the code: in one with them, they are part of the text of a terminal. */
const [sameEdge, offColumn] = [0.4, 0.2] as const;
/** Of the lines beside the strip: those that have a number. Of the numbers: those that end at one place; and those that were read, and of these, that are one more than the one above. */
const [ofLines, atEdge, wereRead, inOrder] = [0.75, 0.9, 0.7, 0.8] as const;
/** Of a digit. */
const surely = 0.7;
/** So many strips are looked into. */
export const mostStrips = 3;
/** Of the height of a line, with letters that reach below it: a column is about as wide. */
export const columnOfHeight = 0.5;
/** Of the lines: so many have ink in a gap. */
const fewInked = 0.05;
/** In heights of the usual number. */
const [lowest, highest] = [0.7, 1.4] as const;
/** In heights of a line: so much of it is beside its number. */
const overlap = 0.3;
/** Of a picture. */
const mostNumbers = 400;
const white = 255;

interface Rows {
  readonly top: number;
  readonly bottom: number;
}

interface Strip {
  readonly left: number;
  readonly right: number;
  readonly numbers: readonly (Rows & { readonly last: number })[];
}

/** Null where there are none, or where they stand in columns of the code; else also the picture with the code alone. @param lines from top to bottom. @param withGrids gives lines their grids. */
export function numbersBeside(
  picture: GreyPicture,
  lines: readonly ReadLine[],
  withGrids: (lines: readonly ReadLine[]) => readonly ReadLine[],
  hasTime: () => boolean,
): (Apart & { readonly code: GreyPicture }) | null {
  if (lines.length < fewestFirst) return null;
  const heights = lines.map(({ top, bottom }) => bottom - top).toSorted((one, other) => one - other);
  for (const strip of stripsOf(picture, lines, (heights[heights.length >> 1] ?? 0) * columnOfHeight, fewestFirst).slice(0, mostStrips)) {
    if (!hasTime()) return null;
    const code = withGrids(lines.flatMap((line) => withoutStrip(line, strip.right, strip.numbers)));
    const grid = code.find((line) => line.grid !== undefined)?.grid ?? likeliestGrid(picture, code);
    if (grid === null) continue;
    const place = (strip.numbers.reduce((sum, { last }) => sum + last, 0) / strip.numbers.length - grid.origin) / grid.pitch - 0.5;
    if (Math.abs(place - Math.round(place)) <= offColumn) return null;
    const numbers = numbersIn(picture, strip, grid);
    if (numbers === null || (numbers.length < fewest && !areFirst(numbers, strip))) continue;
    const told = withGrids(lines.flatMap((line) => withoutStrip(line, strip.right, numbers)));
    return { numbers, lines: told, code: withoutNumbers(picture, numbers) };
  }
  return null;
}

/** Whether all of the strip are there, from 1 on: of two or three, nothing else tells. */
export function areFirst(numbers: readonly ReadLine[], strip: Strip): boolean {
  const texts = numbers.map(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text }) => text)).join(''));
  return texts.length === strip.numbers.length && texts.every((text, at) => text === `${at + 1}`);
}

/** White where these numbers are. */
export function withoutNumbers(picture: GreyPicture, numbers: readonly ReadLine[]): GreyPicture {
  if (numbers.length === 0) return picture;
  const pixels = picture.pixels.slice();
  for (const { top, bottom, words } of numbers) {
    const [left, right] = [words[0]?.symbols[0]?.left ?? 0, words.at(-1)?.symbols.at(-1)?.right ?? 0];
    for (let y = Math.max(0, top); y < Math.min(picture.height, bottom); y += 1)
      pixels.fill(white, y * picture.width + Math.max(0, left), y * picture.width + Math.min(picture.width, right));
  }
  return { ...picture, pixels };
}

/** What ends before a gap that all lines have, from the narrowest on. */
export function stripsOf(picture: GreyPicture, code: readonly ReadLine[], pitch: number, least: number = fewest): readonly Strip[] {
  const [top, bottom] = [code[0]?.top ?? 0, code.at(-1)?.bottom ?? 0];
  const from = Math.max(0, Math.round(Math.min(...code.map(({ words }) => words[0]?.symbols[0]?.left ?? picture.width)) - pitch));
  const to = Math.min(picture.width, Math.round(from + (mostDigits + 2) * pitch));
  // A cursor stands in one.
  const most = code.length < fewest ? 0 : Math.max(1, code.length * fewInked);
  const hasInk = Array.from({ length: to - from }, (_, at) => {
    const column = { left: from + at, right: from + at + 1 };
    return code.filter((line) => isInked(picture, { ...column, top: line.top, bottom: line.bottom })).length > most;
  });
  const left = hasInk.indexOf(true);
  const strips: Strip[] = [];
  for (let at = Math.max(0, left), gap = 0; left >= 0 && at < hasInk.length; at += 1) {
    gap = hasInk[at] === true ? 0 : gap + 1;
    if (gap !== Math.ceil(pitch * leastGap)) continue;
    const place = { left: from + left, right: from + at + 1 - gap };
    if (place.right - place.left > mostDigits * pitch) break;
    const numbers = numberRows(picture, { ...place, top, bottom }, pitch);
    if (numbers.length < Math.max(least, code.length * ofLines)) continue;
    strips.push({ ...place, numbers });
  }
  return strips;
}

/** Rows with ink, as high as each other, and where the middle of the last digit of each is; none if they don't end at one place. */
function numberRows(
  picture: GreyPicture,
  { left, right, top, bottom }: Rows & { readonly left: number; readonly right: number },
  pitch: number,
): Strip['numbers'] {
  const bands: Rows[] = [];
  for (let y = top, begun: number | null = null; y <= bottom; y += 1) {
    const hasInk = y < bottom && isInked(picture, { left, right, top: y, bottom: y + 1 });
    if (hasInk) begun ??= y;
    else if (begun !== null) {
      bands.push({ top: begun, bottom: y });
      begun = null;
    }
  }
  const heights = bands.map((band) => band.bottom - band.top).toSorted((one, other) => one - other);
  const usual = heights[heights.length >> 1] ?? 0;
  const rows = bands.filter((band) => band.bottom - band.top >= usual * lowest && band.bottom - band.top <= usual * highest);
  const ends = rows.flatMap((row) => {
    const last = lastRun(picture, { left, right, ...row });
    return last === null || right - last.right > pitch * sameEdge ? [] : [{ ...row, last: (last.left + last.right) / 2 }];
  });
  return rows.length > mostNumbers || ends.length < rows.length * atEdge ? [] : ends;
}

/** The last columns of pixels with ink that follow each other. */
function lastRun(
  picture: GreyPicture,
  { left, right, top, bottom }: Rows & { readonly left: number; readonly right: number },
): { readonly left: number; readonly right: number } | null {
  let end = right;
  while (end > left && !isInked(picture, { left: end - 1, right: end, top, bottom })) end -= 1;
  let begin = end;
  while (begin > left && isInked(picture, { left: begin - 1, right: begin, top, bottom })) begin -= 1;
  return begin === end ? null : { left: begin, right: end };
}

function isInked(
  { width, pixels }: GreyPicture,
  { left, right, top, bottom }: Rows & { readonly left: number; readonly right: number },
): boolean {
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) if ((pixels[y * width + x] ?? white) < inkBelow) return true;
  return false;
}

/** Null if they do not count up. One of which a digit was not read is between the two beside it, or is none at an end. */
export function numbersIn(picture: GreyPicture, { left, right, numbers }: Strip, { pitch }: Grid): readonly ReadLine[] | null {
  const middle = numbers.map(({ last }) => last).toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
  const read = numbers.map(({ top, bottom }) => {
    let text = '';
    for (let digit = 0; digit < mostDigits; digit += 1) {
      const at = middle - digit * pitch;
      const [from, to] = [Math.max(left, Math.round(at - pitch / 2)), Math.min(right, Math.round(at + pitch / 2))];
      if (!isInked(picture, { left: from, right: to, top, bottom })) break;
      text = digitOf(readCell(windowAt(picture, at, bottom, pitch))) + text;
    }
    return /^\d+$/.test(text) ? Number(text) : null;
  });
  const values = countedUp(read);
  if (values === null) return null;
  return numbers.flatMap(({ top, bottom }, at) => {
    const value = values[at] ?? null;
    if (value === null) return [];
    const digits = [...`${value}`];
    const begin = middle + pitch / 2 - digits.length * pitch;
    const symbols = digits.map((text, digit) => ({
      text,
      left: Math.round(begin + digit * pitch),
      right: Math.round(begin + (digit + 1) * pitch),
      certainty: 1,
    }));
    return [{ top, bottom, words: [{ symbols, top, bottom, certainty: 1 }] }];
  });
}

/** Each that was read, and those between two of which there are as many as numbers between them: code may be folded, and a title or a footer is none. Null if they do not count up, most of them by one. */
export function countedUp(read: readonly (number | null)[]): readonly (number | null)[] | null {
  const known = read.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const steps = known
    .slice(1)
    .map(({ value, at }, index) => ({ from: known[index]?.value ?? 0, to: value, rows: at - (known[index]?.at ?? 0) }));
  if (
    known.length < Math.max(Math.min(fewest, read.length), read.length * wereRead) ||
    steps.some(({ from, to, rows }) => to - from < rows)
  )
    return null;
  if (steps.some(({ from, to, rows }) => rows > 1 && to - from !== rows)) return null;
  if (steps.filter(({ from, to, rows }) => to - from === rows).length < steps.length * inOrder) return null;
  const [first, last] = [known[0]?.at ?? 0, known.at(-1)?.at ?? 0];
  return read.map((value, at) => {
    if (value !== null || at < first || at > last) return value;
    const before = known.findLast((one) => one.at < at);
    return (before?.value ?? 0) + at - (before?.at ?? 0);
  });
}

/** What may be one: a round zero, and the `1` of some fonts. */
function digitOf({ text, certainty, ring }: CellReading): string {
  if (ring >= surely) return '0';
  if (certainty < surely) return '?';
  return text === 'l' || text === 'I' || text === '|' ? '1' : text;
}

/** The line without what was read of a number beside it; none beside an empty line. What was read over both, as `5{` as one, is to be read anew. */
export function withoutStrip(line: ReadLine, edge: number, numbers: readonly Rows[]): readonly ReadLine[] {
  const height = line.bottom - line.top;
  const isBeside = ({ top, bottom }: Rows): boolean => Math.min(bottom, line.bottom) - Math.max(top, line.top) > height * overlap;
  if (!numbers.some(isBeside)) return [line];
  const words = line.words.flatMap((word) => {
    const symbols = word.symbols.flatMap((symbol) => {
      if (symbol.left >= edge) return [symbol];
      return (symbol.left + symbol.right) / 2 > edge ? [{ text: '', left: edge + 1, right: symbol.right, certainty: 0 }] : [];
    });
    return symbols.length === 0 ? [] : [{ ...word, symbols }];
  });
  return words.length === 0 ? [] : [{ top: line.top, bottom: line.bottom, words }];
}
