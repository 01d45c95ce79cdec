/**
 * Numbers of which tesseract read fewer characters than there are: it reads `0.11` alone in a cell as `01` or `0m` where two `1` stand close. Each separate piece of ink is told by the same shape elsewhere in
 * the picture, in a number that was read whole. If one is not told so, the word stays as it was read.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { type InkShape, shapesIn } from '../signs/ink-shapes.ts';
import { markOf } from '../signs/lost-marks.ts';
import { difference } from '../signs/same-shape.ts';
import { type Shape, shapeOf } from '../signs/shape.ts';

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

/** What was read with less tells nothing. */
const leastCertain = 0.8;
/** Of shapes, as `difference` has it: one digit twice differs by less, and any two by more, than the same letter of any kind, as there are only ten. */
const [mostDifferent, leastApart] = [0.1, 0.03] as const;

interface Known {
  readonly text: string;
  readonly shape: Shape;
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
      known.push({ text, shape: glyphOf(picture, shape) });
    }
  return known;
}

function completed(picture: GreyPicture, word: ReadWord, shapes: readonly InkShape[] | undefined, known: readonly Known[]): ReadWord {
  const digits = shapes?.filter((shape) => isDigit(shape, word)) ?? [];
  if (shapes === undefined || digits.length === 0) return word;
  const row = { top: Math.min(...digits.map(({ top }) => top)), bottom: Math.max(...digits.map(({ bottom }) => bottom)) };
  const symbols = shapes.map((shape): ReadSymbol | null => {
    const text = isDigit(shape, word) ? toldBy(glyphOf(picture, shape), known) : markOf(shape, row);
    return text === null ? null : { text, left: shape.left, right: shape.right, certainty: word.certainty };
  });
  return symbols.every((symbol) => symbol !== null) ? { ...word, symbols } : word;
}

/** The digit that it looks most like; null if that is not like it, or another one is nearly as like. */
function toldBy(shape: Shape, known: readonly Known[]): string | null {
  const [best, ...others] = known
    .map((one) => ({ text: one.text, by: difference(one.shape, shape) }))
    .toSorted((one, other) => one.by - other.by);
  const second = others.find(({ text }) => text !== best?.text)?.by ?? 1;
  return best !== undefined && best.by <= mostDifferent && second - best.by >= leastApart ? best.text : null;
}

function isDigit(shape: InkShape, word: ReadWord): boolean {
  return shape.bottom - shape.top >= (word.bottom - word.top) * digit;
}

function glyphOf(picture: GreyPicture, { left, right, top, bottom }: InkShape): Shape {
  const [from, to] = [Math.max(0, top - 1), Math.min(picture.height, bottom + 1)];
  return shapeOf(picture, { text: '', left: Math.max(0, left - 1), right: Math.min(picture.width, right + 1), certainty: 1 }, from, to);
}

function textOf({ symbols }: ReadWord): string {
  return symbols.map(({ text }) => text).join('');
}
