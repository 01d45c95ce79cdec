/**
 * Lines in a font of one width in which tesseract lost its way: it reads other characters than there are columns with ink. Where letters and signs stand alone in wide columns, as in `a % b`, it makes
 * up some, or takes two for one. With their columns drawn closer together, as the letters of most text are, it reads them better. What it reads then counts if each column has its character.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { leftOutBands } from '../left-out-lines.ts';
import type { Grid, ReadLine, ReadSymbol } from '../read-lines.ts';
import { glyphsOf, toldByGlyphs } from './known-glyphs.ts';
import { type InkColumn, signsTold } from './told-columns.ts';

/** Darker is a stroke, or ink, and what is hardly lighter than the paper may be: coloured letters are light. */
const [strokeBelow, inkBelow, faintBelow] = [128, 200, 240] as const;
/** Of a column: what is nearer to its edge may be of the one beside it. */
const edge = 0.15;
/** In pixels: between two characters, and in addition at a blank. */
const distances = [
  { gap: 3, blank: 11 },
  { gap: 6, blank: 16 },
  { gap: 4, blank: 22 },
  { gap: 9, blank: 20 },
] as const;
/** In pixels: paper around the line, and how far its ink may reach over its box. */
const [margin, beside] = [10, 2] as const;
/** Fewer or more columns are not read again. */
const [fewest, most] = [3, 200] as const;
/** How far tesseract may say that a character is from its middle, in columns, and with these closer together in pixels; of a line, how many may be further, but no two beside each other. */
const [near, nearClosely, mostAway] = [0.75, 9, 0.1] as const;
/** Of a picture. */
const mostLines = 60;
const white = 255;

export interface CloseReader {
  readonly read: (part: GreyPicture) => readonly ReadLine[];
  readonly hasTime: () => boolean;
}

/**
 * The lines with each character in its column, where there is one for each; what is not so is read again.
 * @param lines with their grids, that were read in this picture, dark on light.
 */
export function withColumnsRead(picture: GreyPicture, lines: readonly ReadLine[], { read, hasTime }: CloseReader): readonly ReadLine[] {
  const seen = withLeftOut(picture, lines).map((line) => seenIn(picture, line));
  const glyphs = glyphsOf(
    picture,
    seen.flatMap(({ line }) => (line.isInColumns === true ? [line] : [])),
  );
  let left = mostLines;
  const whole = seen.map(({ line, unread }) => {
    if (unread === null || left === 0) return line;
    left -= 1;
    const { grid, columns, signs, others, rest } = unread;
    const told = toldByGlyphs(picture, line, others, glyphs);
    if (told !== null) return inColumns(line, columns, signs, told);
    if (others.length < fewest || !hasText(line)) return line;
    const readings = distances.flatMap((distance) => {
      if (!hasTime()) return [];
      const { drawn, middles } = drawnClosely(picture, line, others, distance);
      const again = read(drawn).flatMap(({ words }) => words.flatMap((word) => word.symbols));
      return again.length === others.length && areInPlace(again, middles, nearClosely) ? [again] : [];
    });
    return readings.length === 0 ? line : inColumns(line, columns, signs, agreed([...readings, alone(rest, others, grid)]));
  });
  return whole.filter(hasText);
}

/** With a line for each that was left out between others on one grid; it has no text until that is told. */
function withLeftOut(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const all = [...lines];
  for (const { left, right, top, bottom } of leftOutBands(picture, lines)) {
    const at = all.findLastIndex((line) => line.bottom <= top && line.grid !== undefined);
    const grid = all[at]?.grid;
    if (grid === undefined || all[at + 1]?.grid?.pitch !== grid.pitch) continue;
    const symbols = [{ text: '', left, right, certainty: 0 }];
    all.splice(at + 1, 0, { top, bottom, words: [{ symbols, top, bottom, certainty: 0 }], grid: { ...grid, edges: 0, crossed: 0 } });
  }
  return all;
}

function hasText({ words }: ReadLine): boolean {
  return words.some(({ symbols }) => symbols.some(({ text }) => text !== ''));
}

interface Unread {
  readonly grid: Grid;
  readonly columns: readonly Column[];
  /** Of the columns whose ink tells it. */
  readonly signs: readonly (string | null)[];
  /** The columns of which it does not tell, and what was read there and between columns. */
  readonly others: readonly (Column & InkColumn)[];
  readonly rest: readonly ReadSymbol[];
}

/** The line with each character in its column, if there is one for each; else what there is in its columns, if these can be told. */
function seenIn(picture: GreyPicture, line: ReadLine): { readonly line: ReadLine; readonly unread: Unread | null } {
  const { grid } = line;
  const columns = grid === undefined ? null : columnsOf(picture, line, grid);
  if (grid === undefined || columns === null || columns.length === 0 || columns.length > most) return { line, unread: null };
  // A line that was left out has none.
  const symbols = line.words.flatMap((word) => word.symbols).filter(({ text }) => text !== '');
  const read = columns.map((column) => ({ ...column, symbols: symbols.filter((symbol) => isWithin(symbol, column, grid)) }));
  const signs = signsTold(picture, line, read);
  const others = read.filter((_, at) => signs[at] === null);
  const rest = symbols.filter((symbol) => !columns.some((column, at) => signs[at] !== null && isWithin(symbol, column, grid)));
  if (rest.length === others.length && areInPlace(rest, middlesOf(others), grid.pitch * near))
    return { line: inColumns(line, columns, signs, rest), unread: null };
  return { line, unread: { grid, columns, signs, others, rest } };
}

/** One that was made up and one that was missed are as many, and all between them in the wrong columns. */
function areInPlace(symbols: readonly ReadSymbol[], middles: readonly number[], within: number): boolean {
  const away = symbols.map((symbol, at) => Math.abs(middleOf(symbol) - (middles[at] ?? 0)) > within);
  const isMoved = away.some((isAway, at) => isAway && away[at + 1] === true);
  return !isMoved && away.filter(Boolean).length <= symbols.length * mostAway;
}

/** What was read first, in the columns where it is one character. */
function alone(symbols: readonly ReadSymbol[], columns: readonly Column[], grid: Grid): readonly (ReadSymbol | undefined)[] {
  return columns.map((column) => {
    const there = symbols.filter((symbol) => isWithin(symbol, column, grid));
    return there.length === 1 ? there[0] : undefined;
  });
}

function isWithin(symbol: ReadSymbol, { at }: Column, { pitch, origin }: Grid): boolean {
  return Math.floor((middleOf(symbol) - origin) / pitch) === at;
}

/** Of each column, the character that has the most certainty in all readings together. The first one has each column. */
function agreed(readings: readonly (readonly (ReadSymbol | undefined)[])[]): readonly ReadSymbol[] {
  return (readings[0] ?? []).flatMap((first, at) => {
    const certainties = new Map<string, number>();
    const there = readings.flatMap((reading) => reading[at] ?? []);
    for (const { text, certainty } of there) certainties.set(text, (certainties.get(text) ?? 0) + certainty);
    const [text, certainty] = [...certainties].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
    return first === undefined ? [] : { ...first, text, certainty: certainty / there.length };
  });
}

interface Column {
  /** From the origin of the grid. */
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

/** Those with ink, from left to right; null where it may be ink or not, or is between two columns: it would be cut, as numbers of lines that stand beside the grid. */
function columnsOf(
  { width, height, pixels }: GreyPicture,
  { top, bottom, words }: ReadLine,
  { pitch, origin }: Grid,
): readonly Column[] | null {
  const darkest = (x: number): number => {
    let dark = white;
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) dark = Math.min(dark, pixels[y * width + x] ?? white);
    return dark;
  };
  const [from, to] = [words[0]?.symbols[0]?.left ?? 0, words.at(-1)?.symbols.at(-1)?.right ?? 0];
  const columns: Column[] = [];
  for (let at = Math.floor((from - origin) / pitch); origin + at * pitch < to; at += 1) {
    const [begin, end] = [origin + at * pitch, origin + (at + 1) * pitch];
    if (begin > from && begin < to && darkest(Math.round(begin)) < strokeBelow) return null;
    let [left, right, inner] = [-1, -1, white];
    for (let x = Math.max(0, Math.round(begin)); x < Math.min(width, Math.round(end)); x += 1) {
      const dark = darkest(x);
      if (x >= begin + pitch * edge && x < end - pitch * edge) inner = Math.min(inner, dark);
      if (dark >= inkBelow) continue;
      if (left === -1) left = x;
      right = x + 1;
    }
    if (inner < inkBelow) columns.push({ at, left, right });
    else if (inner < faintBelow) return null;
  }
  return columns;
}

function drawnClosely(
  picture: GreyPicture,
  { top, bottom }: ReadLine,
  columns: readonly Column[],
  { gap, blank }: (typeof distances)[number],
): { readonly drawn: GreyPicture; readonly middles: readonly number[] } {
  let end = margin;
  const placed = columns.map((column, index) => {
    const before = columns[index - 1];
    const left = before === undefined ? end : end + gap + (column.at - before.at > 1 ? blank : 0);
    end = left + column.right - column.left;
    return { column, left };
  });
  const [from, to] = [Math.max(0, top - beside), Math.min(picture.height, bottom + beside)];
  const [width, height] = [end + margin, to - from + 2 * margin];
  const pixels = new Uint8Array(width * height).fill(white);
  for (let y = from; y < to; y += 1)
    for (const { column, left } of placed)
      pixels.set(
        picture.pixels.subarray(y * picture.width + column.left, y * picture.width + column.right),
        (y - from + margin) * width + left,
      );
  const middles = placed.map(({ column, left }) => left + (column.right - column.left) / 2);
  return { drawn: { width, height, pixels }, middles };
}

function certaintyOf(symbols: readonly ReadSymbol[]): number {
  return symbols.reduce((sum, { certainty }) => sum + certainty, 0) / symbols.length;
}

/** Each character in its column; those without a blank between them are a word. @param signs of the columns whose ink tells it. @param symbols of the others. */
function inColumns(
  line: ReadLine,
  columns: readonly Column[],
  signs: readonly (string | null)[],
  symbols: readonly ReadSymbol[],
): ReadLine {
  const words: ReadSymbol[][] = [];
  let read = 0;
  for (const [index, { at, left, right }] of columns.entries()) {
    const sign = signs[index] ?? null;
    const { text, certainty } = sign === null ? (symbols[read++] ?? { text: '', certainty: 0 }) : { text: sign, certainty: 1 };
    const [word, before] = [words.at(-1), columns[index - 1]];
    const placed = { text, left, right, certainty };
    if (word !== undefined && before !== undefined && at - before.at === 1) word.push(placed);
    else words.push([placed]);
  }
  const { top, bottom } = line;
  return { ...line, words: words.map((word) => ({ symbols: word, top, bottom, certainty: certaintyOf(word) })), isInColumns: true };
}

function middlesOf(columns: readonly Column[]): readonly number[] {
  return columns.map(({ left, right }) => (left + right) / 2);
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
