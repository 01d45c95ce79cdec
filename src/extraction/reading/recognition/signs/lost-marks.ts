/**
 * Decimal points, commas and minus signs that tesseract leaves out: it reads `42m` where `4.2 m` stands alone in a cell. Only what the ink shows is put back: between two digits that stand apart, one small shape on
 * their base line, which is a comma if it reaches below; and before the first digit of a word, one level bar at half its height. Which mark is decimal is not decided here.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { type InkShape, shapesIn } from './ink-shapes.ts';

/** In pixels: lower digits are too small to tell. */
const lowest = 12;
/** Of the height of the digits. */
const mark = { highest: 0.42, widest: 0.3, least: 0.07, top: 0.6, above: 0.1, below: 0.07 } as const;
/** A minus sign, in heights of the word: so much of its left is looked at, and where its middle is, from the top of the digit. */
const dash = { room: 0.9, narrowest: 0.15, widest: 0.75, highest: 0.2, top: 0.4, bottom: 0.8 } as const;
/** Of the height of a word: what a comma reaches below its digits. */
const depth = 0.25;
/** Of the height of a word: so high is a digit at least. */
const digit = 0.55;
/** In heights of a word: digits whose places are wider have something else between them. */
const widestPair = 3;

/** @param lines that were read in this picture, dark on light. Linear in the picture: each pixel belongs to two pairs of digits at most. */
export function withLostMarks(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word, at) => withMarks(picture, withDash(picture, word, line.words[at - 1]))),
  }));
}

/** A minus sign before the first digit of a word, with room on its left. */
function withDash(picture: GreyPicture, word: ReadWord, before: ReadWord | undefined): ReadWord {
  const [first] = word.symbols;
  const height = word.bottom - word.top;
  if (first === undefined || !isDigit(first) || height < lowest) return word;
  const end = before?.symbols.at(-1)?.right ?? 0;
  const left = Math.max(0, end, first.left - Math.round(height * dash.room));
  const box = {
    left,
    right: Math.min(picture.width, Math.max(first.right, left)),
    top: Math.max(0, word.top),
    bottom: Math.min(picture.height, word.bottom),
  };
  const shapes = shapesIn(picture, box);
  const figure = shapes.find((shape) => shape.bottom - shape.top >= height * digit);
  const [only, ...others] = shapes.filter((shape) => figure !== undefined && shape.right <= figure.left);
  if (figure === undefined || only === undefined || others.length > 0) return word;
  const [wide, high] = [only.right - only.left, only.bottom - only.top];
  const middle = ((only.top + only.bottom) / 2 - figure.top) / (figure.bottom - figure.top);
  const isDash = wide >= height * dash.narrowest && wide <= height * dash.widest && high <= height * dash.highest && high >= 2;
  // What begins where the look does may go on.
  if (!isDash || middle < dash.top || middle > dash.bottom || only.left <= left + 1) return word;
  return {
    ...word,
    symbols: [
      { text: '-', left: only.left, right: only.right, certainty: first.certainty },
      { ...first, left: figure.left },
      ...word.symbols.slice(1),
    ],
  };
}

function withMarks(picture: GreyPicture, word: ReadWord): ReadWord {
  const symbols = word.symbols.flatMap((symbol, at) => {
    const before = word.symbols[at - 1];
    const found = before !== undefined && isDigit(before) && isDigit(symbol) ? markBetween(picture, word, before, symbol) : null;
    return found === null ? [symbol] : [found, symbol];
  });
  return symbols.length === word.symbols.length ? word : { ...word, symbols };
}

function isDigit({ text }: ReadSymbol): boolean {
  return /^\d$/.test(text);
}

function markBetween(picture: GreyPicture, word: ReadWord, before: ReadSymbol, next: ReadSymbol): ReadSymbol | null {
  const height = word.bottom - word.top;
  const [left, right] = [Math.max(0, before.left), Math.min(picture.width, next.right)];
  if (height < lowest || right - left > height * widestPair) return null;
  const bottom = Math.min(picture.height, word.bottom + Math.ceil(height * depth));
  const shapes = shapesIn(picture, { left, right, top: Math.max(0, word.top), bottom });
  const digits = shapes.filter((shape) => shape.bottom - shape.top >= height * digit);
  const [first, second] = digits;
  if (first === undefined || second === undefined || digits.length > 2) return null;
  const row = { top: Math.min(first.top, second.top), bottom: Math.max(first.bottom, second.bottom) };
  const marks = shapes.flatMap((shape) => {
    const text = shape.left >= first.right && shape.right <= second.left ? markOf(shape, row) : null;
    return text === null ? [] : [{ text, left: shape.left, right: shape.right }];
  });
  const [only] = marks;
  return only === undefined || marks.length > 1 ? null : { ...only, certainty: Math.min(before.certainty, next.certainty) };
}

/** The decimal point or comma that it is beside digits. @param row where these begin and end, in pixels. */
export function markOf(shape: InkShape, row: { readonly top: number; readonly bottom: number }): '.' | ',' | null {
  const height = row.bottom - row.top;
  const [wide, high] = [shape.right - shape.left, shape.bottom - shape.top];
  const isMark =
    Math.min(wide, high) >= Math.max(2, height * mark.least) &&
    high <= height * mark.highest &&
    wide <= height * mark.widest &&
    shape.top >= row.top + height * mark.top &&
    // What begins below it belongs to the next line.
    shape.top < row.bottom &&
    shape.bottom >= row.bottom - height * mark.above;
  if (!isMark) return null;
  return shape.bottom > row.bottom + height * mark.below ? ',' : '.';
}
