/**
 * Characters that differ little in the fonts of code, told by their ink: `l`, `1`, `I` and `i` by what is at the head of their stroke and by their height, zeros with a dot or a stroke from the letter O and from `@`, and quotation marks by how many strokes they have and
 * how steep those are. Nothing is changed into what would be more likely: where the ink does not tell, a character stays as it was read.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { quoteOf } from './quotation-marks.ts';
import { areSameShape } from './same-shape.ts';
import { isPlaced, isWhole, roundOf, type Shape, shapeOf } from './shape.ts';
import { darkest, type Stroke, strokeOf } from './stroke.ts';

const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', 'T', 'i']);
const rounds: ReadonlySet<string> = new Set(['0', 'O', '©', '®', 'Ø', 'ø']);
/** What else zeros with a dot or a stroke are taken for: they have the shape of those that were read. */
const likeZeros: ReadonlySet<string> = new Set(['@', '?', '&', 'Q']);
const quotes: ReadonlySet<string> = new Set(["'", '"', '`', '‘', '’', '“', '”']);
/** A backtick is taken for it, and is no ring. */
const degree = '°';
/** As high as an `l` of their font, and as its digits. */
const ascending: ReadonlySet<string> = new Set('bdhk');
const capitals: ReadonlySet<string> = new Set('EFHKLMNTXZ23456789');
/** How much higher an `l` is than a digit, for their height to tell them apart: of its height, and in pixels. */
const higher = { share: 0.055, pixels: 1.5 } as const;
/** Of so many characters of each kind the height is measured. */
const mostMeasured = 40;

/** In heights of a line: what is further below may be in another font. */
const nextLine = 4;
/** Of the strokes that tell whether a character of a font has a foot on both sides: so many say the same, as a single one may be seen wrongly. */
const mostStrokes = 0.8;

/** @param lines in fonts of one width, that were read in this picture, dark on light. */
export function withSignsOfCode(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const shapeIn = (symbol: ReadSymbol, { top, bottom }: ReadWord): Shape | null =>
    isWhole(picture, symbol, top, bottom) ? shapeOf(picture, symbol, top, bottom, isThin(symbol.text) ? darkest : undefined) : null;
  const zero = zeroOf(lines, shapeIn);
  return runsOf(lines).flatMap((run) => withSignsOfFont(run, { ...fontOf(run, shapeIn), zero }, shapeIn));
}

type ShapeIn = (symbol: ReadSymbol, word: ReadWord) => Shape | null;

/** The first with something within: one of another font has another shape. */
function zeroOf(lines: readonly ReadLine[], shapeIn: ShapeIn): Shape | null {
  let zero: Shape | null = null;
  eachWord(lines, (word) => {
    for (const symbol of zero === null ? word.symbols.filter(({ text }) => text === '0') : []) {
      const shape = shapeIn(symbol, word);
      if (shape !== null && roundOf(shape) === '0') zero ??= shape;
    }
    return word;
  });
  return zero;
}

/** Lines without a large gap between them, which are in one font. */
function runsOf(lines: readonly ReadLine[]): readonly (readonly ReadLine[])[] {
  const runs: ReadLine[][] = [];
  for (const line of lines) {
    const [run, last] = [runs.at(-1), runs.at(-1)?.at(-1)];
    const high = Math.max(line.bottom - line.top, last === undefined ? 0 : last.bottom - last.top);
    if (run !== undefined && last !== undefined && line.top - last.bottom <= nextLine * high) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function withSignsOfFont(lines: readonly ReadLine[], font: Font, shapeIn: ShapeIn): readonly ReadLine[] {
  const told = (symbol: ReadSymbol, word: ReadWord): string | null => {
    const isZero = font.zero !== null && (rounds.has(symbol.text) || likeZeros.has(symbol.text));
    const isAny = strokes.has(symbol.text) || quotes.has(symbol.text) || symbol.text === degree || isZero;
    const shape = isAny ? shapeIn(symbol, word) : null;
    if (shape === null) return null;
    if (strokes.has(symbol.text)) return letterOf(symbol.text, shape, font);
    if (quotes.has(symbol.text)) return quoteOf(shape, word.bottom - word.top);
    if (symbol.text === degree) return quoteOf(shape, word.bottom - word.top) === '`' ? '`' : null;
    const round = roundOf(shape);
    if (font.zero !== null && round !== 'O' && areSameShape(shape, font.zero)) return '0';
    return rounds.has(symbol.text) ? round : null;
  };
  return eachWord(lines, (word) => ({ ...word, symbols: word.symbols.map((one) => ({ ...one, text: told(one, word) ?? one.text })) }));
}

/** What has rows with much less ink than others. */
function isThin(text: string): boolean {
  return strokes.has(text) || ascending.has(text) || capitals.has(text);
}

/** What its certain characters tell of a font. */
interface Font {
  /** One with something within; null if it has none. */
  readonly zero: Shape | null;
  /** Its `l` has a foot on the right alone, so a foot on both sides is that of a `1`. Null if there are both: two fonts. */
  readonly hasBentL: boolean | null;
  /** Its `1` has no foot, so a foot on both sides is that of an `l`. Null if there are both: two fonts. */
  readonly hasBareOne: boolean | null;
  /** In pixels, of an `l` and of a digit; null where they are as good as the same, or one is not known. */
  readonly heights: Heights | null;
}

interface Heights {
  readonly letter: number;
  readonly digit: number;
}

function fontOf(lines: readonly ReadLine[], shapeIn: ShapeIn): Omit<Font, 'zero'> {
  const strokesSeen: Stroke[] = [];
  const measured = { letters: [] as number[], digits: [] as number[] };
  const measure = (symbol: ReadSymbol, word: ReadWord): void => {
    const kind = ascending.has(symbol.text) ? measured.letters : capitals.has(symbol.text) ? measured.digits : null;
    if (kind === null || kind.length >= mostMeasured) return;
    const shape = shapeIn(symbol, word);
    if (shape !== null) kind.push(shape.length);
  };
  eachWord(lines, (word) => {
    for (const symbol of word.symbols) {
      measure(symbol, word);
      const shape = strokes.has(symbol.text) ? shapeIn(symbol, word) : null;
      const stroke = shape === null ? null : strokeOf(shape);
      if (stroke !== null) strokesSeen.push(stroke);
    }
    return word;
  });
  const count = (kind: Stroke): number => strokesSeen.filter((stroke) => stroke === kind).length;
  return {
    hasBentL: isMostly(count('bent'), count('level')),
    hasBareOne: isMostly(count('bare'), count('falling')),
    heights: heightsOf(measured.letters, measured.digits),
  };
}

/** Whether nearly all are of the first kind; null if neither kind is nearly all. */
function isMostly(ones: number, others: number): boolean | null {
  const most = (ones + others) * mostStrokes;
  if (ones === 0 || others >= most) return false;
  return ones >= most ? true : null;
}

function heightsOf(letters: readonly number[], digits: readonly number[]): Heights | null {
  const [letter, digit] = [median(letters), median(digits)];
  if (letter === undefined || digit === undefined) return null;
  return letter - digit >= Math.max(higher.pixels, letter * higher.share) ? { letter, digit } : null;
}

function letterOf(read: string, shape: Shape, { hasBentL, hasBareOne, heights }: Font): string | null {
  const stroke = strokeOf(shape);
  // It has a head on both sides, and never one that is bent.
  if (read === 'T') return stroke === 'bent' ? 'l' : null;
  if (read === 'i' && (stroke === 'capital' || stroke === 'footed')) return null;
  if (stroke === 'dotted') return 'i';
  if (stroke === 'capital') return 'I';
  if (stroke === 'bent') return 'l';
  if (stroke === 'bare' || stroke === 'falling') return '1';
  if (stroke !== 'footed' && stroke !== 'level') return null;
  // Of two fonts, neither the height nor the foot tells.
  if (hasBentL === null || hasBareOne === null) return stroke === 'level' || read === 'I' ? 'l' : null;
  if (heights !== null) {
    const third = (heights.letter - heights.digit) / 3;
    if (shape.length >= heights.letter - third) return 'l';
    if (shape.length <= heights.digit + third) return '1';
  }
  if (stroke === 'level' && !hasBentL) return 'l';
  // A capital one has a head on both sides, and a digit mostly one that falls.
  if (hasBentL === hasBareOne) return read === 'I' ? 'l' : null;
  return hasBentL ? '1' : 'l';
}

function eachWord(lines: readonly ReadLine[], change: (word: ReadWord) => ReadWord): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    // The place of an `i` alone may be without its dot.
    words: line.words.map((word, at) =>
      isPlaced(word, line.words[at + 1]) ? { ...change({ ...word, top: Math.min(word.top, line.top) }), top: word.top } : word,
    ),
  }));
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
