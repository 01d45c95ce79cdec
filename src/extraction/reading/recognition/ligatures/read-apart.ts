/**
 * Lines of code with ligatures, read once more with the ligatures drawn as the signs that they stand for. Only in a font of one width, which the first reading tells, only what fits its columns, and only if what was
 * drawn is found again at its place: otherwise the line stays as it was read first.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import { placedLine, type ReadLine, type ReadSymbol } from '../read-lines.ts';
import { drawApart } from './drawn-apart.ts';
import { beyond, boxOf, type Ligature, possibleLigatures } from './ligatures.ts';
import type { Bar } from './stacks-of-bars.ts';

/** In columns: no line of this font is higher, and a heading is. */
const highestLine = 2;
/** In columns: so far from the grid of its line may the middle of a ligature be, and of a sign that is read again. */
const [offGrid, offPlace] = [0.25, 0.5];
/** Of the characters of a line: so many are on its grid. By so much the columns of two lines differ. */
const [fewestOnGrid, sameColumn] = [0.8, 0.04];
/** One that is read so surely is there: 二 has two bars too. */
const [letterOrDigit, fairlyCertain] = [/[\p{L}\p{N}]/u, 0.5];
/** In pixels, around what is read again. */
const margin = 10;
const white = 255;

export interface WithLigatures {
  /** With those drawn apart that were read so. */
  readonly picture: GreyPicture;
  readonly lines: readonly ReadLine[];
}

export interface Reading {
  /** Reads a part of the picture. */
  readonly read: (part: GreyPicture) => readonly ReadLine[];
  /** Without it, no line is read again. */
  readonly hasTime: () => boolean;
}

/** @param picture prepared, dark on light; it is left as it is. */
export function withLigaturesRead(picture: GreyPicture, lines: readonly ReadLine[], { read, hasTime }: Reading): WithLigatures {
  const ruled = inColumns(lines);
  if (ruled.every(({ column }) => column === null)) return { picture, lines };
  const { stacks, signsOf } = possibleLigatures(picture);
  if (stacks.length === 0) return { picture, lines };
  const shown = { ...picture, pixels: Uint8Array.from(picture.pixels) };
  const again = ruled.map(({ line, column, grid }) => {
    if (column === null || grid === null || line.bottom - line.top > column * highestLine) return line;
    const ligatures = ligaturesOf(line, stacks, { column, grid }, signsOf);
    if (ligatures.length === 0) return line;
    const isWayLost = isLost(line, ligatures, { column, grid });
    // Where it lost its way, a letter may be one from elsewhere in the line.
    if (isWayLost ? !hasTime() : hasLetters(line, ligatures, column)) return line;
    const found = isWayLost ? readAgain({ picture, line, ligatures, column }, read) : inPlace(line, ligatures, column);
    if (found === null) return line;
    for (const ligature of ligatures) drawApart(shown, ligature);
    return found;
  });
  return { picture: shown, lines: again };
}

/** Where the middles of characters are: at one place, and whole columns from there. */
interface Columns {
  readonly column: number;
  readonly grid: number;
}

interface InColumns {
  readonly line: ReadLine;
  readonly column: number | null;
  readonly grid: number | null;
}

/** A line in which tesseract lost its way tells no columns; between two others it has theirs. */
function inColumns(lines: readonly ReadLine[]): readonly InColumns[] {
  const own = blocksOf(lines).flatMap((block) => block.lines.map((line) => ({ line, column: block.column })));
  const ruled = own.map(({ line, column }, at) => {
    const [before, next] = [own[at - 1]?.column ?? null, own[at + 1]?.column ?? null];
    const isBetween = before !== null && next !== null && Math.abs(before - next) <= before * sameColumn;
    const known = column ?? (isBetween ? before : null);
    return { line, column: known, grid: known === null ? null : gridOf(line, known) };
  });
  return ruled.map((one, at) => ({ ...one, grid: one.grid ?? ruled[at - 1]?.grid ?? ruled[at + 1]?.grid ?? null }));
}

/** Those that stand in its columns. */
function ligaturesOf(
  line: ReadLine,
  stacks: readonly (readonly Bar[])[],
  { column, grid }: Columns,
  signsOf: (bars: readonly Bar[], column: number) => string | null,
): readonly Ligature[] {
  const [left, right] = [leftOf(line) - column * 4, rightOf(line) + column * 4];
  return stacks.flatMap((bars) => {
    const box = boxOf(bars);
    const middle = (box.top + box.bottom) / 2;
    if (middle < line.top || middle > line.bottom || box.right < left || box.left > right) return [];
    const signs = signsOf(bars, column);
    if (signs === null) return [];
    const first = (box.left + box.right) / 2 - ((signs.length - 1) / 2) * column;
    return offBy(first, grid, column) <= offGrid ? [{ bars, signs }] : [];
  });
}

/** The middle of a character by which nearly all are whole columns away; null if there is none. */
function gridOf({ words }: ReadLine, column: number): number | null {
  const middles = words.flatMap(({ symbols }) => symbols.map(middleOf));
  const fit = (grid: number): number => middles.filter((middle) => offBy(middle, grid, column) <= offGrid).length;
  const best = middles.slice(0, 20).reduce<{ readonly grid: number; readonly count: number } | null>((most, grid) => {
    const count = fit(grid);
    return most === null || count > most.count ? { grid, count } : most;
  }, null);
  return best === null || best.count < middles.length * fewestOnGrid ? null : best.grid;
}

/** In columns, from the nearest place of a grid. */
function offBy(middle: number, grid: number, column: number): number {
  const place = (middle - grid) / column;
  return Math.abs(place - Math.round(place));
}

/** A letter or a digit was read there. */
function hasLetters(line: ReadLine, ligatures: readonly Ligature[], column: number): boolean {
  const [there] = apart(line, ligatures, column);
  return there.some(({ text, certainty }) => letterOrDigit.test(text) && certainty >= fairlyCertain);
}

/** Tesseract lost its way: what it read stands between the columns. */
function isLost(line: ReadLine, ligatures: readonly Ligature[], { column, grid }: Columns): boolean {
  const [, others] = apart(line, ligatures, column);
  return others.filter((symbol) => offBy(middleOf(symbol), grid, column) <= offGrid).length < others.length * fewestOnGrid;
}

/** The characters of a line in the columns of its ligatures, and the others. */
function apart(
  line: ReadLine,
  ligatures: readonly Ligature[],
  column: number,
): readonly [there: readonly ReadSymbol[], others: readonly ReadSymbol[]] {
  const places = ligatures.map((ligature) => placesOf(ligature, column));
  const symbols = line.words.flatMap((word) => word.symbols);
  const isIn = (symbol: ReadSymbol): boolean => places.some((those) => isWithin(symbol, those, column));
  return [symbols.filter(isIn), symbols.filter((symbol) => !isIn(symbol))];
}

/** Nothing else in the line is changed. */
function inPlace(line: ReadLine, ligatures: readonly Ligature[], column: number): ReadLine {
  return ligatures.reduce((all, ligature) => withSigns(all, placesOf(ligature, column), column), line);
}

interface Again {
  readonly picture: GreyPicture;
  readonly line: ReadLine;
  readonly ligatures: readonly Ligature[];
  readonly column: number;
}

/** Null if what was drawn is not what is read. */
function readAgain({ picture, line, ligatures, column }: Again, read: (part: GreyPicture) => readonly ReadLine[]): ReadLine | null {
  const boxes = ligatures.map(({ bars }) => boxOf(bars));
  const cut = {
    left: Math.max(0, Math.round(Math.min(leftOf(line), ...boxes.map((box) => box.left)) - column)),
    right: Math.min(picture.width, Math.round(Math.max(rightOf(line), ...boxes.map((box) => box.right)) + column)),
    top: Math.max(0, Math.min(line.top, ...boxes.map((box) => box.top - beyond))),
    bottom: Math.min(picture.height, Math.max(line.bottom, ...boxes.map((box) => box.bottom + beyond))),
  };
  const part = cutOut(picture, cut);
  const [left, top] = [cut.left - margin, cut.top - margin];
  for (const { bars, signs } of ligatures)
    drawApart(part, {
      signs,
      bars: bars.map((bar) => ({ left: bar.left - left, right: bar.right - left, top: bar.top - top, bottom: bar.bottom - top })),
    });
  const [only, ...others] = read(part);
  if (only === undefined || others.length > 0) return null;
  const found = { ...placedLine(only, { left, top }), ...(line.grid && { grid: line.grid }) };
  const symbols = found.words.flatMap((word) => word.symbols);
  if (!ligatures.every((ligature) => isRead(placesOf(ligature, column), symbols, column))) return null;
  return inPlace(found, ligatures, column);
}

interface Place {
  readonly sign: string;
  readonly middle: number;
}

function placesOf({ bars, signs }: Ligature, column: number): readonly Place[] {
  const { left, right } = boxOf(bars);
  return [...signs].map((sign, at) => ({ sign, middle: (left + right) / 2 + (at - (signs.length - 1) / 2) * column }));
}

/** Each of its signs, at its place. */
function isRead(places: readonly Place[], symbols: readonly ReadSymbol[], column: number): boolean {
  return places.every(({ sign, middle }) =>
    symbols.some((symbol) => symbol.text === sign && Math.abs(middleOf(symbol) - middle) <= column * offPlace),
  );
}

/** With these signs instead of whatever was read in their columns. */
function withSigns(line: ReadLine, places: readonly Place[], column: number): ReadLine {
  const isThere = (symbol: ReadSymbol): boolean => isWithin(symbol, places, column);
  const first = line.words.findIndex(({ symbols }) => symbols.some(isThere));
  const signs = places.map(({ sign, middle }): ReadSymbol => {
    return { text: sign, left: Math.round(middle - column * 0.4), right: Math.round(middle + column * 0.4), certainty: 1 };
  });
  const words = line.words.flatMap((word, at) => {
    const rest = word.symbols.filter((symbol) => !isThere(symbol));
    const symbols = at === first ? [...rest, ...signs].toSorted((one, other) => middleOf(one) - middleOf(other)) : rest;
    return symbols.length === 0 ? [] : [{ ...word, symbols }];
  });
  if (first !== -1) return { ...line, words };
  const before = words.filter(({ symbols }) => middleOf(symbols[0] as ReadSymbol) < (places[0]?.middle ?? 0));
  const own = { symbols: signs, top: line.top, bottom: line.bottom, certainty: 1 };
  return { ...line, words: [...before, own, ...words.slice(before.length)] };
}

/** In the columns of these places. */
function isWithin(symbol: ReadSymbol, places: readonly Place[], column: number): boolean {
  const [from, to] = [(places[0]?.middle ?? 0) - column / 2, (places.at(-1)?.middle ?? 0) + column / 2];
  return middleOf(symbol) > from && middleOf(symbol) < to;
}

/** With paper around it. */
function cutOut({ width, pixels }: GreyPicture, { left, right, top, bottom }: Bar): GreyPicture {
  const part = { width: right - left + 2 * margin, height: bottom - top + 2 * margin };
  const cut = new Uint8Array(part.width * part.height).fill(white);
  for (let y = top; y < bottom; y += 1)
    cut.set(pixels.subarray(y * width + left, y * width + right), (y - top + margin) * part.width + margin);
  return { ...part, pixels: cut };
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}

function leftOf({ words }: ReadLine): number {
  return Math.min(...words.flatMap(({ symbols }) => symbols.map(({ left }) => left)));
}

function rightOf({ words }: ReadLine): number {
  return Math.max(...words.flatMap(({ symbols }) => symbols.map(({ right }) => right)));
}
