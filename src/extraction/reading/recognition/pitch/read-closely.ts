/**
 * Lines in a font of one width in which tesseract lost its way: it reads other characters than there are columns with ink. Where letters and signs stand alone in wide columns, as in `a % b`, it makes
 * up some, or takes two for one. With their columns drawn closer together, as the letters of most text are, it reads them better. What it reads then counts if each column has its character.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { Grid, ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';

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
/** In pixels, how far tesseract may say that a character is from its middle; of a line, how many may be further. */
const [near, mostAway] = [9, 0.1] as const;
/** Of a picture. */
const mostLines = 60;
const white = 255;

export interface CloseReader {
  readonly read: (part: GreyPicture) => readonly ReadLine[];
  readonly hasTime: () => boolean;
}

/** @param lines with their grids, that were read in this picture, dark on light. */
export function withLinesReadClosely(
  picture: GreyPicture,
  lines: readonly ReadLine[],
  { read, hasTime }: CloseReader,
): readonly ReadLine[] {
  let left = mostLines;
  return lines.map((line) => {
    if (line.grid === undefined || line.words.some(({ isOtherCell }) => isOtherCell === true)) return line;
    const columns = columnsOf(picture, line, line.grid);
    const count = line.words.reduce((sum, { symbols }) => sum + symbols.length, 0);
    if (columns === null || columns.length === count || columns.length < fewest || columns.length > most || left === 0 || !hasTime())
      return line;
    left -= 1;
    const readings = distances.flatMap((distance) => {
      const { drawn, middles } = drawnClosely(picture, line, columns, distance);
      const symbols = read(drawn).flatMap(({ words }) => words.flatMap((word) => word.symbols));
      return symbols.length === columns.length && areInPlace(symbols, middles) ? [symbols] : [];
    });
    return readings.length === 0 ? line : { ...line, words: wordsOf(line, columns, agreed(readings)) };
  });
}

/** One that was made up and one that was missed are as many, and all between them in the wrong columns. */
function areInPlace(symbols: readonly ReadSymbol[], middles: readonly number[]): boolean {
  const away = symbols.filter(({ left, right }, at) => Math.abs((left + right) / 2 - (middles[at] ?? 0)) > near);
  return away.length <= symbols.length * mostAway;
}

/** Of each column, what most readings have, by their certainty. */
function agreed(readings: readonly (readonly ReadSymbol[])[]): readonly ReadSymbol[] {
  return (readings[0] ?? []).map((first, at) => {
    const certainties = new Map<string, number>();
    for (const reading of readings) {
      const { text, certainty } = reading[at] ?? first;
      certainties.set(text, (certainties.get(text) ?? 0) + certainty);
    }
    const [most = [first.text, 0]] = [...certainties].toSorted(([, one], [, other]) => other - one);
    return { ...first, text: most[0], certainty: most[1] / readings.length };
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

/** Each character in its column; those without a blank between them are a word. */
function wordsOf({ top, bottom }: ReadLine, columns: readonly Column[], read: readonly ReadSymbol[]): readonly ReadWord[] {
  const words: ReadSymbol[][] = [];
  for (const [index, { at, left, right }] of columns.entries()) {
    const [symbol, before] = [read[index], columns[index - 1]];
    if (symbol === undefined) continue;
    const placed = { ...symbol, left, right };
    const word = words.at(-1);
    if (word !== undefined && before !== undefined && at - before.at === 1) word.push(placed);
    else words.push([placed]);
  }
  return words.map((symbols) => ({ symbols, top, bottom, certainty: certaintyOf(symbols) }));
}
