/**
 * Characters that tesseract takes for a letter or digit that is one stroke, though their shape is another one: `]` and `[` have a foot and a head on one
 * side, `!` has a gap, and the foot of no `1` is on the right alone. And `^`, which it takes for an `A`, though that is twice as high. Only what the ink itself shows is changed; nothing becomes what would be more likely.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { isPlaced, isWhole, roundOf, type Shape, shapeOf, sum } from './shape.ts';
import { darkest, strokeOf } from './stroke.ts';

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
/** Of the height of its line: as high is a `^` at most. Of its own: below this, an `A` has its bar, or had it. In pixels: the least. */
const caret = { highest: 0.5, bar: 0.6, ink: 0.5, lowest: 6, narrowest: 6 } as const;

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
            const beside = [word.symbols[place - 1], word.symbols[place + 1]].filter((one) => one !== undefined && letter.test(one.text));
            const told = seen(picture, symbol, word.top, word.bottom);
            // Between two letters stands none, however its place was told: that of a letter may be half of the one before.
            return told.text === '!' && beside.length === 2 ? symbol : told;
          }),
    })),
  }));
}

/** It ends in the upper half of its line, and is open below: an `A` has a bar there. A line may be much higher than its letters, beside a large one. */
function isCaret(picture: GreyPicture, symbol: ReadSymbol, { top, bottom }: ReadLine): boolean {
  const height = bottom - top;
  if (height < lowest || !isWhole(picture, symbol, top, bottom)) return false;
  const shape = shapeOf(picture, symbol, top, bottom, darkest);
  const wide = shape[0]?.length ?? 0;
  if (shape.length < caret.lowest || shape.length > height * caret.highest || wide < caret.narrowest) return false;
  const third = Math.floor(wide / 3);
  const isInk = (row: readonly number[], from: number, to: number): boolean => Math.max(...row.slice(from, to)) > caret.ink;
  const isOpen = shape
    .slice(Math.ceil(shape.length * caret.bar))
    .every((row) => !isInk(row, third, wide - third) && isInk(row, 0, third) && isInk(row, wide - third, wide));
  return isOpen && shape.slice(0, 2).some((row) => isInk(row, third, wide - third));
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
  if (bracket !== null || isExclamation(shape)) return { ...symbol, text: bracket ?? '!' };
  // The foot of no digit is on the right alone. Of a font that is not known, a head tells nothing: serifs of a `1` are as level as those of an `l`.
  const isL = symbol.text === '1' && strokeOf(shapeOf(picture, symbol, top, bottom, darkest)) === 'bent';
  return isL ? { ...symbol, text: 'l' } : symbol;
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
