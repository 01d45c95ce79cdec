/**
 * Characters that tesseract takes for a letter or digit that is one stroke, though their shape is another one: `]` and `[` have a foot and a head on one
 * side, `!` has a gap. Only what the ink itself shows is changed; nothing becomes what would be more likely.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { isPlaced, isWhole, type Shape, shapeOf, sum } from './shape.ts';

/** What those are taken for. */
const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', '|']);
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

function seen(picture: GreyPicture, symbol: ReadSymbol, top: number, bottom: number): ReadSymbol {
  const shape = shapeOf(picture, symbol, top, bottom);
  if (shape.length < lowest || !isWhole(picture, symbol, top, bottom)) return symbol;
  const text = bracketOf(shape) ?? (isExclamation(shape) ? '!' : symbol.text);
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
  const rows = shape.map(sum);
  const usual = rows.toSorted((one, other) => one - other)[rows.length >> 1] ?? 0;
  const from = Math.round(rows.length * gap.from);
  const between = rows.slice(from, Math.round(rows.length * gap.to));
  const lightest = from + between.indexOf(Math.min(...between));
  const isStroke = rows.slice(2, from).every((row) => row > usual * 0.7);
  return isStroke && (rows[lightest] ?? usual) < usual * gap.dark && Math.max(...rows.slice(lightest)) > usual * 0.9;
}
