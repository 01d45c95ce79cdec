/** Quotation marks in the fonts of code, by how many strokes they have and how steep those are, and those that tesseract left out, where a column between two characters has the ink of one. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { isWhole, type Shape, shapeOf, sum } from './shape.ts';

/** Of the darkest pixel of a shape. */
const ink = 0.5;
/** In pixels: lower is too small to tell. */
const [lowest, lowestStraight] = [4, 6];
/** Of the height of a word: a mark is no higher, and stands so high. */
const [highest, lowestEnd] = [0.6, 0.62];
/** In columns: characters that are further apart have an empty column between them, and so far around its middle is its place. */
const [leastApart, half] = [1.6, 0.45];
/** In columns of a gap: what is further apart is no quotation. */
const widestGap = 3.4;
/** So certain is what only the ink shows. */
const certainty = 0.9;

/** @param high in pixels, the word: two strokes that are further apart are two marks. */
export function quoteOf(shape: Shape, high: number): string | null {
  const [height, width] = [shape.length, shape[0]?.length ?? 0];
  if (height < lowest || height > high * highest) return null;
  const columns = Array.from({ length: width }, (_, x) => Math.max(...shape.map((row) => row[x] ?? 0)) >= ink);
  const starts = columns.flatMap((isInk, x) => (isInk && columns[x - 1] !== true ? [x] : []));
  const [first = 0, second] = starts;
  if (starts.length === 2 && second !== undefined) return height >= lowestStraight && second - first <= high * 0.42 ? '"' : null;
  if (starts.length !== 1) return null;
  const middles = shape.flatMap((row) => {
    const left = row.findIndex((one) => one >= ink);
    return left === -1 ? [] : [(left + row.findLastIndex((one) => one >= ink)) / 2];
  });
  const quarter = Math.max(1, middles.length >> 2);
  const lean = (sum(middles.slice(-quarter)) - sum(middles.slice(0, quarter))) / quarter;
  if (lean > height * 0.3 && width > height * 0.5) return '`';
  return height >= lowestStraight && Math.abs(lean) < height * 0.15 && width < height * 0.6 ? "'" : null;
}

/** @param column of the font, in pixels. */
export function withLostQuotes(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => {
    const words: ReadWord[] = [];
    for (const word of line.words) {
      const found = words.length === 0 ? [] : lostBetween(picture, line, words.at(-1), word, column);
      words.push(found.length === 0 ? word : { ...word, symbols: [...found, ...word.symbols] });
    }
    return { ...line, words };
  });
}

/** In the empty columns between two words. */
function lostBetween(
  picture: GreyPicture,
  line: ReadLine,
  before: ReadWord | undefined,
  word: ReadWord,
  column: number,
): readonly ReadSymbol[] {
  const [end, start] = [before?.symbols.at(-1), word.symbols[0]];
  if (end === undefined || start === undefined) return [];
  const [from, to] = [middleOf(end), middleOf(start)];
  if (to - from < column * leastApart || to - from > column * widestGap) return [];
  const count = Math.round((to - from) / column) - 1;
  return Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 1)) / (count + 1)).flatMap((middle) => {
    const place = { left: Math.max(0, Math.round(middle - column * half)), right: Math.round(middle + column * half) };
    const symbol = { text: '', ...place, certainty };
    const text = isWhole(picture, symbol, line.top, line.bottom) ? markAt(picture, symbol, line) : null;
    return text === null ? [] : [{ ...symbol, text }];
  });
}

/** Only what stands in the upper part of the line. */
function markAt(picture: GreyPicture, symbol: ReadSymbol, { top, bottom }: ReadLine): string | null {
  const below = Math.round(top + (bottom - top) * lowestEnd);
  for (let y = below; y < bottom; y += 1)
    for (let x = symbol.left; x < symbol.right; x += 1) if ((picture.pixels[y * picture.width + x] ?? 255) < 160) return null;
  let hasInk = false;
  for (let y = top; !hasInk && y < below; y += 1)
    for (let x = symbol.left; x < symbol.right; x += 1) hasInk ||= (picture.pixels[y * picture.width + x] ?? 255) < 128;
  return hasInk ? quoteOf(shapeOf(picture, symbol, top, below), bottom - top) : null;
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
