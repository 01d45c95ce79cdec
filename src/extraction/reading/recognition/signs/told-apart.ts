/**
 * Characters that tesseract takes for a letter or digit that is one stroke, though their shape is another one: `]` and `[` have a foot and a head on one
 * side, `!` has a gap. And `^`, which it takes for an `A`, though that is twice as high. Only what the ink itself shows is changed; nothing becomes what would be more likely.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { isPlaced, isWhole, roundOf, type Shape, shapeOf, sum } from './shape.ts';

/** What those are taken for. */
const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', '|']);
/** What else an exclamation mark is taken for, before `=`: a real quotation mark is too low to tell. */
const quotes: ReadonlySet<string> = new Set(["'", '‘', '’', '"', '“', '”']);
/** What a zero alone in a cell is taken for. */
const marks: ReadonlySet<string> = new Set(['©', '®']);
/** Of its height. */
const widestZero = 0.8;
/** In pixels: lower is too small to tell. */
const lowest = 12;
/** A bracket: its head and foot, of the height, and how dark these and its stroke are at least, and what is between them at most. */
const bracket = { end: 0.1, ink: 0.6, between: 0.35, narrowest: 4, widest: 2 / 3 } as const;
/** The gap of an exclamation mark: between which parts of the height it is, and how dark it is, against other rows. Its stroke and its dot are this narrow; below a digit, an underscore is wider. */
const gap = { from: 0.55, to: 0.9, dark: 0.5, widest: 0.4, widestDot: 1.75 } as const;
const letter = /^\p{L}$/u;
/** Of the height of its line: so low a `^` is, and so far down its ink reaches. An `A` stands below. */
const caret = { highest: 0.5, reaches: 0.6 } as const;
/** Darker is ink. */
const inkBelow = 160;

/** @param lines that were read in this picture, dark on light. */
export function toldApart(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word, at) => ({
      ...word,
      symbols: !isPlaced(word, line.words[at + 1])
        ? word.symbols
        : word.symbols.map((symbol, place) => {
            if (marks.has(symbol.text)) return zeroOr(picture, symbol, word);
            if (symbol.text === 'A') return isCaret(picture, symbol, line) ? { ...symbol, text: '^' } : symbol;
            if (!strokes.has(symbol.text) && !quotes.has(symbol.text)) return symbol;
            const told = seen(picture, symbol, word.top, word.bottom);
            return told.text === '!' && isWithinWord(word.symbols, place) ? symbol : told;
          }),
    })),
  }));
}

/** Between two letters stands none, however its place was told: that of a letter may be half of the one before. */
function isWithinWord(symbols: readonly ReadSymbol[], at: number): boolean {
  return [symbols[at - 1], symbols[at + 1]].every((beside) => beside !== undefined && letter.test(beside.text));
}

function isCaret({ width, pixels }: GreyPicture, { left, right }: ReadSymbol, { top, bottom }: ReadLine): boolean {
  const height = bottom - top;
  if (height < lowest) return false;
  let [first, last] = [-1, -1];
  for (let y = Math.max(0, top); y < bottom; y += 1) {
    if (!pixels.subarray(y * width + left, y * width + right).some((pixel) => pixel < inkBelow)) continue;
    if (first === -1) first = y;
    last = y;
  }
  return first !== -1 && last + 1 - first <= height * caret.highest && last + 1 - top <= height * caret.reaches;
}

/** There is nothing within it, and it is narrower than a letter O. */
function zeroOr(picture: GreyPicture, symbol: ReadSymbol, { top, bottom }: ReadWord): ReadSymbol {
  if (!isWhole(picture, symbol, top, bottom)) return symbol;
  const shape = shapeOf(picture, symbol, top, bottom);
  return roundOf(shape) === 'O' && (shape[0]?.length ?? 0) < shape.length * widestZero ? { ...symbol, text: '0' } : symbol;
}

function seen(picture: GreyPicture, symbol: ReadSymbol, top: number, bottom: number): ReadSymbol {
  const shape = shapeOf(picture, symbol, top, bottom);
  if (shape.length < lowest || !isWhole(picture, symbol, top, bottom)) return symbol;
  const bracket = quotes.has(symbol.text) ? null : bracketOf(shape);
  const text = bracket ?? (isExclamation(shape) ? '!' : symbol.text);
  return { ...symbol, text };
}

/** A stroke along one side, and beside it nothing but a head and a foot. */
function bracketOf(shape: Shape): '[' | ']' | null {
  const height = shape.length;
  const width = shape[0]?.length ?? 0;
  if (width < bracket.narrowest || width > height * bracket.widest) return null;
  if (isBracket(shape)) return ']';
  return isBracket(shape.map((row) => row.toReversed())) ? '[' : null;
}

function isBracket(shape: Shape): boolean {
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
function isExclamation(shape: Shape): boolean {
  if ((shape[0]?.length ?? 0) > shape.length * gap.widest) return false;
  const rows = shape.map(sum);
  const usual = rows.toSorted((one, other) => one - other)[rows.length >> 1] ?? 0;
  const from = Math.round(rows.length * gap.from);
  const between = rows.slice(from, Math.round(rows.length * gap.to));
  const lightest = from + between.indexOf(Math.min(...between));
  const isStroke = rows.slice(2, from).every((row) => row > usual * 0.7);
  const dot = Math.max(...rows.slice(lightest));
  return isStroke && (rows[lightest] ?? usual) < usual * gap.dark && dot > usual * 0.9 && dot < usual * gap.widestDot;
}
