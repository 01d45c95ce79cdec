/** Letters whose capital has the same shape, in fonts of one width: how high their ink is tells them apart, `0xFF` from `0XFF`. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { isWhole } from './shape.ts';

const alike = /^[cosvwxzCOSVWXZ]$/;
/** Those that tell how high small letters are, and capitals: in these fonts digits are as high. */
const [small, capital] = [/^[aemnru]$/, /^[ABDEFHKLMNPRTU2-57]$/];
const fewest = 3;
const enough = 40;
/** Darker is ink. */
const inkBelow = 160;
/** Of the height of capitals: small letters are lower than that, and so near is a letter to one of both. */
const [lowest, near] = [0.88, 0.09];

export function withLetterCase(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const [low, high] = [usualHeight(picture, lines, small), usualHeight(picture, lines, capital)];
  if (low === null || high === null || low > high * lowest) return lines;
  const told = (symbol: ReadSymbol, word: ReadWord, base: number | null): ReadSymbol => {
    if (!alike.test(symbol.text) || !isWhole(picture, symbol, word.top, word.bottom)) return symbol;
    const { height, bottom } = inkOf(picture, symbol, word);
    // The tail of a letter beside it may be in its place.
    if (base === null || Math.abs(bottom - base) > high * near) return symbol;
    if (Math.abs(height - low) <= high * near) return { ...symbol, text: symbol.text.toLowerCase() };
    return Math.abs(height - high) <= high * near ? { ...symbol, text: symbol.text.toUpperCase() } : symbol;
  };
  return lines.map((line) => {
    const base = baseOf(picture, line) ?? line.base ?? null;
    return { ...line, words: line.words.map((word) => ({ ...word, symbols: word.symbols.map((symbol) => told(symbol, word, base)) })) };
  });
}

/** Below which row the letters of a line end that have no tail, in pixels; null if there are none. */
function baseOf(picture: GreyPicture, { words }: ReadLine): number | null {
  const ends = words.flatMap((word) =>
    word.symbols.filter(({ text }) => small.test(text) || capital.test(text)).map((symbol) => inkOf(picture, symbol, word).bottom),
  );
  return ends.toSorted((one, other) => one - other)[ends.length >> 1] ?? null;
}

/** In pixels, of the first of these letters; null if there are too few. */
function usualHeight(picture: GreyPicture, lines: readonly ReadLine[], letters: RegExp): number | null {
  const heights: number[] = [];
  for (const word of lines.flatMap((line) => line.words))
    for (const symbol of word.symbols) {
      if (heights.length >= enough) break;
      if (letters.test(symbol.text)) heights.push(inkOf(picture, symbol, word).height);
    }
  return heights.length < fewest ? null : (heights.toSorted((one, other) => one - other)[heights.length >> 1] ?? null);
}

interface Rows {
  readonly height: number;
  /** Outside. */
  readonly bottom: number;
}

function inkOf({ width, pixels }: GreyPicture, { left, right }: ReadSymbol, { top, bottom }: ReadWord): Rows {
  const hasInk = (y: number): boolean => {
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 1) if ((pixels[y * width + x] ?? 255) < inkBelow) return true;
    return false;
  };
  let [first, last] = [top, bottom - 1];
  while (first < bottom && !hasInk(first)) first += 1;
  while (last > first && !hasInk(last)) last -= 1;
  return { height: last - first + 1, bottom: last + 1 };
}
