/**
 * Characters that tesseract takes for a letter or digit that is one stroke, though their shape is another one: `]` and `[` have a foot and a head on one
 * side, `!` has a gap. Only what the ink itself shows is changed; nothing becomes what would be more likely.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';

/** What those are taken for. */
const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', '|']);
/** Of the darkest: lighter rows and columns have no ink. */
const inked = 0.25;
/** Darker is no paper. */
const paper = 190;
const white = 255;
/** In pixels: so close to a character there has to be paper. */
const close = 3;
/** In pixels: lower is too small to tell. */
const lowest = 12;
/** A bracket: its head and foot, of the height, and how dark these and its stroke are at least, and what is between them at most. */
const bracket = { end: 0.1, ink: 0.6, between: 0.35, narrowest: 4, widest: 2 / 3 } as const;
/** The gap of an exclamation mark: between which parts of the height it is, and how dark it is, against other rows. */
const gap = { from: 0.55, to: 0.9, dark: 0.5 } as const;

/** @param lines that were read in this picture, dark on light. */
export function toldApart(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word, at) => ({
      ...word,
      symbols: !isPlaced(word, line.words[at + 1])
        ? word.symbols
        : word.symbols.map((symbol) => (strokes.has(symbol.text) ? seen(picture, symbol, word.top, word.bottom) : symbol)),
    })),
  }));
}

/** A word that reaches into the next one is not where it is said to be, as digits among Japanese. */
function isPlaced(word: ReadWord, next: ReadWord | undefined): boolean {
  return (
    next === undefined ||
    (word.symbols.at(-1)?.right ?? 0) - (next.symbols[0]?.left ?? Number.POSITIVE_INFINITY) < (word.bottom - word.top) / 4
  );
}

function seen(picture: GreyPicture, symbol: ReadSymbol, top: number, bottom: number): ReadSymbol {
  const shape = shapeOf(picture, symbol, top, bottom);
  if (shape.length < lowest || !isWhole(picture, symbol, top, bottom)) return symbol;
  const text = bracketOf(shape) ?? (isExclamation(shape) ? '!' : symbol.text);
  return { ...symbol, text };
}

/** Whether there is paper on both sides: where letters are close, the place of one may be half of it. */
function isWhole({ width, pixels }: GreyPicture, { left, right }: ReadSymbol, top: number, bottom: number): boolean {
  const isPaper = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (x >= 0 && x < width && (pixels[y * width + x] ?? white) < paper) return false;
    return true;
  };
  const near = Array.from({ length: close }, (_, at) => at);
  return near.some((at) => isPaper(left - 1 - at)) && near.some((at) => isPaper(right + at));
}

/** How dark each pixel is, 0..1, row by row, without rows and columns beside the ink. */
function shapeOf({ width, pixels }: GreyPicture, { left, right }: ReadSymbol, top: number, bottom: number): readonly (readonly number[])[] {
  const rows = Array.from({ length: Math.max(0, bottom - top) }, (_, y) =>
    Array.from(pixels.subarray((top + y) * width + left, (top + y) * width + right), (pixel) => 1 - pixel / 255),
  );
  const [firstRow, lastRow] = inkOf(rows.map(sum));
  const cut = rows.slice(firstRow, lastRow + 1);
  const columns = Array.from({ length: Math.max(0, right - left) }, (_, x) => Math.max(...cut.map((row) => row[x] ?? 0)));
  const [firstColumn, lastColumn] = inkOf(columns);
  return cut.map((row) => row.slice(firstColumn, lastColumn + 1));
}

function inkOf(darkness: readonly number[]): readonly [first: number, last: number] {
  const limit = Math.max(...darkness) * inked;
  return [darkness.findIndex((one) => one >= limit), darkness.findLastIndex((one) => one >= limit)];
}

/** A stroke along one side, and beside it nothing but a head and a foot. */
function bracketOf(shape: readonly (readonly number[])[]): '[' | ']' | null {
  const height = shape.length;
  const width = shape[0]?.length ?? 0;
  if (width < bracket.narrowest || width > height * bracket.widest) return null;
  if (isBracket(shape)) return ']';
  return isBracket(shape.map((row) => row.toReversed())) ? '[' : null;
}

function isBracket(shape: readonly (readonly number[])[]): boolean {
  const width = shape[0]?.length ?? 0;
  const end = Math.max(2, Math.round(shape.length * bracket.end));
  const beside = Math.floor(width / 2);
  const arms = shape.map((row) => sum(row.slice(0, beside)) / beside);
  // Of a letter or a digit with a foot, the stroke is in the middle.
  const stroke = shape.map((row) => Math.max(...row.slice(-Math.ceil(width / 5)))).slice(2, -2);
  return (
    Math.max(...arms.slice(0, end)) > bracket.ink &&
    Math.max(...arms.slice(-end)) > bracket.ink &&
    Math.max(...arms.slice(end + 2, -end - 2)) < bracket.between &&
    Math.min(...stroke) > bracket.ink
  );
}

/** A dot below a stroke, and hardly any ink between them. */
function isExclamation(shape: readonly (readonly number[])[]): boolean {
  const rows = shape.map(sum);
  const usual = rows.toSorted((one, other) => one - other)[rows.length >> 1] ?? 0;
  const from = Math.round(rows.length * gap.from);
  const between = rows.slice(from, Math.round(rows.length * gap.to));
  const lightest = from + between.indexOf(Math.min(...between));
  const isStroke = rows.slice(2, from).every((row) => row > usual * 0.7);
  return isStroke && (rows[lightest] ?? usual) < usual * gap.dark && Math.max(...rows.slice(lightest)) > usual * 0.9;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
