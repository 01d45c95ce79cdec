/**
 * Numbers of which tesseract read fewer characters than there are: it reads `0.11` alone in a cell as `01` or `0m` where two `1` stand close. Each separate piece of ink is told by the same shape elsewhere in
 * the picture, in a number that was read whole. If one is not told so, the word stays as it was read.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { type InkShape, shapesIn } from '../signs/ink-shapes.ts';
import { markOf } from '../signs/lost-marks.ts';
import { areSame, type Parts, partsOf } from '../signs/same-shape.ts';
import { shapeOf } from '../signs/shape.ts';
import { darkest } from '../signs/stroke.ts';

const number = /^[\d.,]+$/;
/** What two digits beside each other are taken for, among others. */
const mayBeNumber = /^(?=.*\d)[\d.,mnuMNH]+$/;
/** Of digits, in heights of their word: lower is a mark. */
const digit = 0.55;
/** In pixels: lower digits are too small to tell. */
const lowest = 12;
/** In heights of a word: so much room below has a comma, and so much beside has ink that is cut off. */
const [depth, beside] = [0.25, 0.1] as const;
/** Characters of a word, and known shapes of each digit. */
const [longest, mostKnown] = [24, 4] as const;

/** In widths of a piece of ink: a box that is wider may have two. */
const widestBox = 1.5;
/** What was read with less tells nothing. */
const leastCertain = 0.8;

interface Known {
  readonly text: string;
  readonly parts: Parts;
}

/** @param lines in a font of several widths, that were read in this picture, dark on light. Linear in the picture. */
export function withLostDigits(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const words = lines.flatMap((line) => line.words);
  const lost = new Map<ReadWord, readonly InkShape[]>();
  const whole = new Map<ReadWord, readonly InkShape[]>();
  for (const word of words) {
    const text = textOf(word);
    if (word.bottom - word.top < lowest || word.symbols.length > longest || !mayBeNumber.test(text)) continue;
    const shapes = shapesOf(picture, word);
    if (shapes.length > word.symbols.length) lost.set(word, shapes);
    else if (shapes.length === word.symbols.length && number.test(text)) whole.set(word, shapes);
  }
  if (lost.size === 0) return lines;
  const known = knownIn(picture, whole);
  return lines.map((line) => ({ ...line, words: line.words.map((word) => completed(picture, word, lost.get(word), known)) }));
}

/** None if one may go on beside the word. */
function shapesOf(picture: GreyPicture, word: ReadWord): readonly InkShape[] {
  const height = word.bottom - word.top;
  const reach = Math.ceil(height * beside);
  const place = {
    left: Math.max(0, (word.symbols[0]?.left ?? 0) - reach),
    right: Math.min(picture.width, (word.symbols.at(-1)?.right ?? 0) + reach),
    top: Math.max(0, word.top),
    bottom: Math.min(picture.height, word.bottom + Math.ceil(height * depth)),
  };
  const shapes = shapesIn(picture, place).filter(({ top }) => top < word.bottom);
  return shapes.some(({ left, right }) => left <= place.left || right >= place.right) ? [] : shapes;
}

function knownIn(picture: GreyPicture, whole: ReadonlyMap<ReadWord, readonly InkShape[]>): readonly Known[] {
  const known: Known[] = [];
  const counts = new Map<string, number>();
  for (const [word, shapes] of whole)
    for (const [at, shape] of shapes.entries()) {
      const { text = '', certainty = 0 } = word.symbols[at] ?? {};
      const count = counts.get(text) ?? 0;
      if (count >= mostKnown || certainty < leastCertain || !isDigit(shape, word)) continue;
      counts.set(text, count + 1);
      known.push({ text, parts: glyphOf(picture, shape) });
    }
  return known;
}

function completed(picture: GreyPicture, word: ReadWord, shapes: readonly InkShape[] | undefined, known: readonly Known[]): ReadWord {
  const digits = shapes?.filter((shape) => isDigit(shape, word)) ?? [];
  if (shapes === undefined || digits.length === 0) return word;
  const row = { top: Math.min(...digits.map(({ top }) => top)), bottom: Math.max(...digits.map(({ bottom }) => bottom)) };
  const symbols = shapes.map((shape): ReadSymbol | null => {
    const text = isDigit(shape, word) ? toldBy(glyphOf(picture, shape), known) : markOf(shape, row);
    return text === null || isReadOtherwise(text, shape, word)
      ? null
      : { text, left: shape.left, right: shape.right, certainty: word.certainty };
  });
  return symbols.every((symbol) => symbol !== null) ? { ...word, symbols } : word;
}

/** Whether tesseract read another digit just there. */
function isReadOtherwise(text: string, { left, right }: InkShape, { symbols }: ReadWord): boolean {
  const there = symbols.filter((symbol) => symbol.left < right && symbol.right > left);
  return there.length === 1 && /^\d$/.test(there[0]?.text ?? '') && isAlone(there[0], left, right) && there[0]?.text !== text;
}

/** Its box is that of the ink, and not of several pieces. */
function isAlone(symbol: ReadSymbol | undefined, left: number, right: number): boolean {
  return symbol !== undefined && symbol.right - symbol.left <= (right - left) * widestBox;
}

/** Null also where it looks like two of them. */
function toldBy(parts: Parts, known: readonly Known[]): string | null {
  const same = new Set(known.filter((one) => areSame(one.parts, parts)).map(({ text }) => text));
  const [only] = same;
  return same.size === 1 && only !== undefined ? only : null;
}

function isDigit(shape: InkShape, word: ReadWord): boolean {
  return shape.bottom - shape.top >= (word.bottom - word.top) * digit;
}

function glyphOf(picture: GreyPicture, { left, right, top, bottom }: InkShape): Parts {
  const [from, to] = [Math.max(0, top - 1), Math.min(picture.height, bottom + 1)];
  const box = { text: '', left: Math.max(0, left - 1), right: Math.min(picture.width, right + 1), certainty: 1 };
  return partsOf(shapeOf(picture, box, from, to, darkest));
}

function textOf({ symbols }: ReadWord): string {
  return symbols.map(({ text }) => text).join('');
}
