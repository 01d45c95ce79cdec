/** `&&` whose two signs touch, as ligatures have them: tesseract reads one of them, or `8&`. In fonts of one width, where the ink beside one that was read has the same head. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { areSameShape } from './same-shape.ts';
import { type Shape, shapeOf } from './shape.ts';

const ampersand = '&';
/** Darker is ink. */
const inkBelow = 160;
/** Of the height, from the top: its head, where two of them do not touch. */
const head = 0.4;
/** In columns: how far the two are apart, and how wide both are. */
const [closest, furthest] = [0.75, 1.1];
const around = 1.6;

/** @param column of the font, in pixels. */
export function withJoinedAmpersands(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => {
    const all = line.words.flatMap(({ symbols }) => symbols);
    const one = all.find(({ text }) => text === ampersand);
    return one === undefined
      ? line
      : { ...line, words: line.words.map((word) => ({ ...word, symbols: both(picture, line, word.symbols, all, column) })) };
  });
}

function both(
  picture: GreyPicture,
  line: ReadLine,
  symbols: readonly ReadSymbol[],
  all: readonly ReadSymbol[],
  column: number,
): readonly ReadSymbol[] {
  return symbols.flatMap((symbol) => {
    if (symbol.text !== ampersand) return [symbol];
    const heads = headsAround(picture, line, symbol, column);
    const pair = heads.flatMap((one, at) => {
      const next = heads[at + 1];
      const apart = next === undefined ? 0 : next.middle - one.middle;
      const isPair = next !== undefined && apart >= column * closest && apart <= column * furthest && areSameShape(one.shape, next.shape);
      return isPair ? [[one, next] as const] : [];
    })[0];
    if (pair === undefined) return [symbol];
    const isElsewhere = pair.map(({ middle }) => all.some((one) => one !== symbol && one.text === ampersand && isAt(one, middle, column)));
    if (isElsewhere.some(Boolean)) return [symbol];
    return pair.map(
      ({ middle }): ReadSymbol => ({ ...symbol, left: Math.round(middle - column * 0.4), right: Math.round(middle + column * 0.4) }),
    );
  });
}

function isAt({ left, right }: ReadSymbol, middle: number, column: number): boolean {
  return Math.abs((left + right) / 2 - middle) < column / 2;
}

interface Head {
  readonly middle: number;
  readonly shape: Shape;
}

/** What stands apart in the upper rows, from left to right. */
function headsAround(picture: GreyPicture, { top, bottom }: ReadLine, { left, right }: ReadSymbol, column: number): readonly Head[] {
  const middle = (left + right) / 2;
  const [from, to] = [Math.max(0, Math.round(middle - column * around)), Math.min(picture.width, Math.round(middle + column * around))];
  const end = Math.round(top + (bottom - top) * head);
  const hasInk = (x: number): boolean => {
    for (let y = top; y < end; y += 1) if ((picture.pixels[y * picture.width + x] ?? 255) < inkBelow) return true;
    return false;
  };
  const heads: Head[] = [];
  for (let x = from; x < to; x += 1) {
    if (!hasInk(x)) continue;
    const start = x;
    while (x < to && hasInk(x)) x += 1;
    const shape = shapeOf(picture, { text: ampersand, left: start, right: x, certainty: 1 }, top, end);
    heads.push({ middle: (start + x) / 2, shape });
  }
  return heads;
}
