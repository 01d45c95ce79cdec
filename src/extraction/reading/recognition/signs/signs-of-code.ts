/**
 * Characters that differ little in the fonts of code, told by their ink: `l`, `1`, `I` and `i` by what is at the head of their stroke, zeros with a dot or a stroke from the letter O and from `@`, and quotation marks by how many strokes they have and
 * how steep those are. Nothing is changed into what would be more likely: where the ink does not tell, a character stays as it was read.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { quoteOf } from './quotation-marks.ts';
import { areSameShape } from './same-shape.ts';
import { isPlaced, isWhole, roundOf, type Shape, shapeOf, sum } from './shape.ts';

const strokes: ReadonlySet<string> = new Set(['l', '1', 'I', 'T']);
const rounds: ReadonlySet<string> = new Set(['0', 'O', '©', '®', 'Ø', 'ø']);
/** What else zeros with a dot or a stroke are taken for: they have the shape of those that were read. */
const likeZeros: ReadonlySet<string> = new Set(['@', '?', '&', 'Q']);
const quotes: ReadonlySet<string> = new Set(["'", '"', '`', '‘', '’', '“', '”']);
/** Of the darkest pixel of a shape. */
const ink = 0.5;
/** In pixels: lower is too small to tell. */
const lowest = 16;

/** @param lines in a font of one width, that were read in this picture, dark on light. */
export function withSignsOfCode(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const shapeIn = (symbol: ReadSymbol, { top, bottom }: ReadWord): Shape | null =>
    isWhole(picture, symbol, top, bottom) ? shapeOf(picture, symbol, top, bottom, strokes.has(symbol.text) ? darkest : sum) : null;
  const font = fontOf(lines, shapeIn);
  const told = (symbol: ReadSymbol, word: ReadWord): string | null => {
    const isZero = font.zero !== null && (rounds.has(symbol.text) || likeZeros.has(symbol.text));
    const isAny = strokes.has(symbol.text) || quotes.has(symbol.text) || isZero;
    const shape = isAny ? shapeIn(symbol, word) : null;
    if (shape === null) return null;
    if (strokes.has(symbol.text)) return letterOf(symbol.text, strokeOf(shape), font);
    if (quotes.has(symbol.text)) return quoteOf(shape, word.bottom - word.top);
    const round = roundOf(shape);
    if (font.zero !== null && round !== 'O' && areSameShape(shape, font.zero)) return '0';
    return rounds.has(symbol.text) ? round : null;
  };
  return eachWord(lines, (word) => ({ ...word, symbols: word.symbols.map((one) => ({ ...one, text: told(one, word) ?? one.text })) }));
}

/** A dot has little ink beside a foot. */
function darkest(row: readonly number[]): number {
  return Math.max(0, ...row);
}

/** What its certain characters tell of a font. */
interface Font {
  /** One with something within; null if it has none. */
  readonly zero: Shape | null;
  /** Its `l` has a foot on the right alone, so a foot on both sides is that of a `1`. */
  readonly hasBentL: boolean;
  /** Its `1` has no foot, so a foot on both sides is that of an `l`. */
  readonly hasBareOne: boolean;
}

function fontOf(lines: readonly ReadLine[], shapeIn: (symbol: ReadSymbol, word: ReadWord) => Shape | null): Font {
  const font: { zero: Shape | null; hasBentL: boolean; hasBareOne: boolean } = { zero: null, hasBentL: false, hasBareOne: false };
  eachWord(lines, (word) => {
    for (const symbol of word.symbols) {
      const shape = symbol.text === '0' || strokes.has(symbol.text) ? shapeIn(symbol, word) : null;
      if (shape === null) continue;
      if (symbol.text === '0') font.zero ??= roundOf(shape) === '0' ? shape : null;
      const stroke = symbol.text === '0' ? null : strokeOf(shape);
      font.hasBentL ||= stroke === 'bent';
      font.hasBareOne ||= stroke === 'bare';
    }
    return word;
  });
  return font;
}

function letterOf(read: string, stroke: Stroke | null, { hasBentL, hasBareOne }: Font): string | null {
  // It has a head on both sides, and never one that is bent.
  if (read === 'T') return stroke === 'bent' ? 'l' : null;
  if (stroke === 'dotted') return 'i';
  if (stroke === 'capital') return 'I';
  if (stroke === 'bent') return 'l';
  if (stroke === 'bare' || stroke === 'falling') return '1';
  if (stroke !== 'footed') return null;
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

/** The first and last column with ink of each row; null for a row without. */
function edgesOf(shape: Shape): readonly (readonly [left: number, right: number] | null)[] {
  return shape.map((row) => {
    const left = row.findIndex((one) => one >= ink);
    return left === -1 ? null : [left, row.findLastIndex((one) => one >= ink)];
  });
}

/** Of the height: the rows of the head and of the foot, how far they reach beside the stroke at least, and how much lower the end of the head is than its beginning in any `1`. */
const part = { head: 0.3, foot: 0.12, reach: 0.09, falls: 0.06, dot: 0.05 } as const;

/**
 * One stroke with something at its head on the left, or on both sides (`capital`), and at its foot on the right (`bent`), on both sides (`footed`), or nothing (`bare`); `falling`: footed, with
 * a head that falls to the left; `dotted`: there is a gap below the head.
 */
type Stroke = 'dotted' | 'capital' | 'bent' | 'bare' | 'footed' | 'falling';

function strokeOf(shape: Shape): Stroke | null {
  const height = shape.length;
  const edges = edgesOf(shape);
  if (height < lowest) return null;
  const middle = edges.slice(Math.round(height * 0.45), Math.round(height * 0.75));
  const lefts = middle.map((one) => one?.[0] ?? -1).toSorted((a, b) => a - b);
  const rights = middle.map((one) => one?.[1] ?? -1).toSorted((a, b) => a - b);
  const [left = -1, right = -1] = [lefts[lefts.length >> 1], rights[rights.length >> 1]];
  const isOne = lefts[0] !== -1 && (lefts.at(-1) ?? 0) - (lefts[0] ?? 0) <= 2 && (rights.at(-1) ?? 0) - (rights[0] ?? 0) <= 2;
  if (!isOne || right - left > height * 0.3) return null;
  const gap = edges.slice(Math.round(height * 0.1), Math.round(height * 0.42)).filter((one) => one === null).length;
  if (gap >= Math.max(2, height * 0.05)) {
    const isWhole = edges.slice(Math.round(height * 0.45)).every((one) => one !== null);
    return isWhole && isDot(edges, left, right) ? 'dotted' : null;
  }
  const least = Math.max(2, height * part.reach);
  const [head, foot] = [edges.slice(0, Math.round(height * part.head)), edges.slice(-Math.max(3, Math.round(height * part.foot)))];
  const reachesLeft = (rows: typeof edges): boolean => rows.some((one) => one !== null && left - one[0] >= least);
  const reachesRight = (rows: typeof edges): boolean => rows.some((one) => one !== null && one[1] - right >= least);
  if (!reachesLeft(head)) return null;
  const rows = shape.slice(0, head.length);
  if (reachesRight(head))
    return reachesLeft(foot) && reachesRight(foot) && isLevelHead(rows, right + 1, shape[0]?.length ?? 0) ? 'capital' : null;
  const falls = middleRow(rows, 0, Math.ceil(left / 3)) - middleRow(rows, Math.floor((left * 2) / 3), left);
  const isFalling = falls >= height * part.falls;
  if (!reachesLeft(foot)) return reachesRight(foot) ? 'bent' : isFalling ? 'bare' : null;
  if (!reachesRight(foot)) return null;
  return isFalling ? 'falling' : 'footed';
}

/** What is above the gap stands over the stroke and is as high as a dot: an end of a letter of the line above is neither. */
function isDot(edges: ReturnType<typeof edgesOf>, left: number, right: number): boolean {
  // Its first row may be as soft as the gap.
  const gap = edges.slice(0, Math.round(edges.length * 0.45)).lastIndexOf(null);
  const dot = edges.slice(0, gap).filter((one) => one !== null);
  const wide = right - left + 1;
  return dot.length >= Math.max(2, edges.length * part.dot) && dot.every((one) => one[0] >= left - wide && one[1] <= right + wide);
}

/** A serif, and no bow. */
function isLevelHead(rows: Shape, from: number, to: number): boolean {
  return middleRow(rows, from, to) < rows.length / 2;
}

/** Where the ink of these columns is, on average. */
function middleRow(rows: Shape, from: number, to: number): number {
  let [weighed, all] = [0, 0];
  for (const [y, row] of rows.entries()) {
    const dark = sum(row.slice(from, to));
    weighed += y * dark;
    all += dark;
  }
  return all === 0 ? 0 : weighed / all;
}
