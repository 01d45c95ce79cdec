/**
 * Characters that differ little in the fonts of code, told by their ink: `l`, `1`, `I` and `i` by what is at the head of their stroke and by their height, zeros with a dot or a stroke from the letter O and from `@`, and quotation marks by how many strokes they have and
 * how steep those are. Nothing is changed into what would be more likely: where the ink does not tell, a character stays as it was read.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { quoteOf } from './quotation-marks.ts';
import { areSameShape } from './same-shape.ts';
import { isPlaced, isWhole, roundOf, type Shape, shapeOf } from './shape.ts';
import { darkest, strokeOf } from './stroke.ts';

const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', 'T', 'i']);
const rounds: ReadonlySet<string> = new Set(['0', 'O', '©', '®', 'Ø', 'ø']);
/** What else zeros with a dot or a stroke are taken for: they have the shape of those that were read. */
const likeZeros: ReadonlySet<string> = new Set(['@', '?', '&', 'Q']);
const quotes: ReadonlySet<string> = new Set(["'", '"', '`', '‘', '’', '“', '”']);
/** As high as an `l` of their font, and as its digits. */
const ascending: ReadonlySet<string> = new Set('bdhk');
const capitals: ReadonlySet<string> = new Set('EFHKLMNTXZ23456789');
/** How much higher an `l` is than a digit, for their height to tell them apart: of its height, and in pixels. */
const higher = { share: 0.055, pixels: 1.5 } as const;
/** Of so many characters of each kind the height is measured. */
const mostMeasured = 40;

/** @param lines in a font of one width, that were read in this picture, dark on light. */
export function withSignsOfCode(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const shapeIn = (symbol: ReadSymbol, { top, bottom }: ReadWord): Shape | null =>
    isWhole(picture, symbol, top, bottom) ? shapeOf(picture, symbol, top, bottom, isThin(symbol.text) ? darkest : undefined) : null;
  const font = fontOf(lines, shapeIn);
  const told = (symbol: ReadSymbol, word: ReadWord): string | null => {
    const isZero = font.zero !== null && (rounds.has(symbol.text) || likeZeros.has(symbol.text));
    const isAny = strokes.has(symbol.text) || quotes.has(symbol.text) || isZero;
    const shape = isAny ? shapeIn(symbol, word) : null;
    if (shape === null) return null;
    if (strokes.has(symbol.text)) return letterOf(symbol.text, shape, font);
    if (quotes.has(symbol.text)) return quoteOf(shape, word.bottom - word.top);
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
  /** Its `l` has a foot on the right alone, so a foot on both sides is that of a `1`. */
  readonly hasBentL: boolean;
  /** Its `1` has no foot, so a foot on both sides is that of an `l`. */
  readonly hasBareOne: boolean;
  /** In pixels, of an `l` and of a digit; null where they are as good as the same, or one is not known. */
  readonly heights: Heights | null;
}

interface Heights {
  readonly letter: number;
  readonly digit: number;
}

function fontOf(lines: readonly ReadLine[], shapeIn: (symbol: ReadSymbol, word: ReadWord) => Shape | null): Font {
  const font: { zero: Shape | null; hasBentL: boolean; hasBareOne: boolean } = { zero: null, hasBentL: false, hasBareOne: false };
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
      const shape = symbol.text === '0' || strokes.has(symbol.text) ? shapeIn(symbol, word) : null;
      if (shape === null) continue;
      if (symbol.text === '0') font.zero ??= roundOf(shape) === '0' ? shape : null;
      const stroke = symbol.text === '0' ? null : strokeOf(shape);
      font.hasBentL ||= stroke === 'bent';
      font.hasBareOne ||= stroke === 'bare';
    }
    return word;
  });
  return { ...font, heights: heightsOf(measured.letters, measured.digits) };
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
