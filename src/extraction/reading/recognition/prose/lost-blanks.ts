/**
 * Blanks between short words of a line, which tesseract leaves out: it reads `ifitis` for `if it is`. They show in the ink, as wide as the others of their line, or of lines as high.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';

/** Darker is ink. */
const inkBelow = 160;
/** In heights of a line: more is the gap between two columns. */
const widestBlank = 0.8;
/** Of a line, or of all that are as high: with less, nothing is told of what is usual in it. */
const [fewestBlanks, fewestWithin] = [3, 8] as const;
/** Of its blanks: those beside code are wider, and one beside a wide letter is narrower. */
const usualBlank = 0.1;
/** Of the usual blank, and of what is usual within a word: a lost one has more. */
const [leastOfBlank, leastOfWithin] = [0.7, 2.5] as const;
/** Digits have one width in most fonts, with much room beside a `1`. */
const beside = /^[\p{L}02-9]$/u;

/** @param lines in a font of several widths, that were read in this picture, dark on light. Linear in their pixels. */
export function withLostBlanks(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const seen = lines.map((line) => ({ line, ...roomsOf(picture, line) }));
  // Cells of a table are short, and as high as each other.
  const pooled = new Map<number, { readonly blanks: number[]; readonly within: number[] }>();
  for (const { line, blanks, within } of seen) {
    const pool = pooled.get(heightOf(line)) ?? { blanks: [], within: [] };
    pooled.set(heightOf(line), pool);
    pool.blanks.push(...blanks);
    pool.within.push(...within);
  }
  return seen.map(({ line, room, ...own }) => {
    const { blanks, within } = own.blanks.length < fewestBlanks ? (pooled.get(heightOf(line)) ?? own) : own;
    if (blanks.length < fewestBlanks || within.length < fewestWithin) return line;
    const least = Math.max(quantile(blanks, usualBlank) * leastOfBlank, quantile(within, 0.5) * leastOfWithin, 1);
    const words = line.words.flatMap((word) => apart(word, (one, other) => isLetter(one) && isLetter(other) && room(one, other) >= least));
    return words.length === line.words.length ? line : { ...line, words };
  });
}

function heightOf({ top, bottom }: ReadLine): number {
  return bottom - top;
}

type Room = (one: ReadSymbol | undefined, other: ReadSymbol | undefined) => number;

/** Between words, and between letters of a word. What is between two cells is no blank. */
function roomsOf(
  picture: GreyPicture,
  line: ReadLine,
): { readonly room: Room; readonly blanks: readonly number[]; readonly within: readonly number[] } {
  const room = roomIn(picture, line);
  const blanks = line.words.slice(1).flatMap((word, at) => {
    const wide = room(line.words[at]?.symbols.at(-1), word.symbols[0]);
    return word.isOtherCell === true || wide > heightOf(line) * widestBlank ? [] : [wide];
  });
  const within = line.words.flatMap(({ symbols }) => symbols.slice(1).map((symbol, at) => room(symbols[at], symbol)));
  return { room, blanks, within };
}

/** How much paper there is, all along the line's height, between the middles of two symbols beside each other, in pixels. */
function roomIn(picture: GreyPicture, line: ReadLine): Room {
  const isInk = inkOf(picture, line);
  return (one, other) => {
    // Ink that is too faint to be seen here looks like paper.
    if (one === undefined || other === undefined || !hasInk(isInk, one) || !hasInk(isInk, other)) return 0;
    let [empty, widest] = [0, 0];
    for (let x = Math.round(middleOf(one)); x < middleOf(other); x += 1) {
      empty = isInk(x) ? 0 : empty + 1;
      widest = Math.max(widest, empty);
    }
    return widest;
  };
}

function hasInk(isInk: (x: number) => boolean, { left, right }: ReadSymbol): boolean {
  for (let x = Math.round(left); x < right; x += 1) if (isInk(x)) return true;
  return false;
}

/** Of each column of pixels, whether it has any. */
function inkOf({ width, height, pixels }: GreyPicture, { top, bottom, words }: ReadLine): (x: number) => boolean {
  const [from, to] = [Math.max(0, words[0]?.symbols[0]?.left ?? 0), Math.min(width, words.at(-1)?.symbols.at(-1)?.right ?? 0)];
  const columns = new Uint8Array(Math.max(0, to - from));
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
    for (let at = 0; at < columns.length; at += 1) if ((pixels[y * width + from + at] ?? 255) < inkBelow) columns[at] = 1;
  return (x) => columns[x - from] === 1;
}

function apart(word: ReadWord, isBlankBetween: (one: ReadSymbol, other: ReadSymbol) => boolean): readonly ReadWord[] {
  const words: ReadSymbol[][] = [[]];
  for (const [at, symbol] of word.symbols.entries()) {
    const before = word.symbols[at - 1];
    if (before !== undefined && isBlankBetween(before, symbol)) words.push([]);
    words.at(-1)?.push(symbol);
  }
  const { isOtherCell, emptyBefore, ...same } = word;
  return words.map((symbols, at) => ({ ...(at === 0 ? word : same), symbols }));
}

function isLetter({ text }: ReadSymbol): boolean {
  return beside.test(text);
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0;
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
