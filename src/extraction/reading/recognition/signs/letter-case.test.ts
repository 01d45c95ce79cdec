import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { withLetterCase } from './letter-case.ts';

const [column, height] = [20, 30];

interface Read {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A line of `columns` characters with this ink (rows of `#`, by their left end and top), read as these. */
function line(
  columns: number,
  ink: readonly (readonly [left: number, top: number, rows: readonly string[]])[],
  read: readonly Read[],
): { readonly picture: GreyPicture; readonly lines: readonly ReadLine[] } {
  const width = columns * column;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, rows] of ink)
    for (const [y, row] of rows.entries())
      for (const [x, one] of [...row].entries()) if (one === '#') pixels[(top + y) * width + left + x] = 0;
  const words = read.map((one) => ({ top: 0, bottom: height, certainty: 1, symbols: [{ ...one, certainty: 1 }] }));
  return { picture: { width, height, pixels }, lines: [{ top: 0, bottom: height, words }] };
}

const block = (wide: number, high: number): readonly string[] => Array.from({ length: high }, () => '#'.repeat(wide));
const textOf = (lines: readonly ReadLine[]): string =>
  lines.flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text }) => text))).join('');
const at = (text: string, place: number, wide = 16): Read => ({ text, left: place * column + 2, right: place * column + 2 + wide });

test('letters of one shape are small or capital as their ink is high', () => {
  const small = ['a', 'e', 'n', 'm'];
  const capitals = ['A', 'D', 'F', 'H'];
  const ink = [...small, 'x', 'x'].map((_, place) => [place * column + 2, 10, block(16, 16)] as const);
  const high = [...capitals, 'X'].map((_, place) => [(place + 6) * column + 2, 4, block(16, 22)] as const);
  const read = [...small, 'X', 'x', ...capitals, 'x'].map((text, place) => at(text, place));
  const { picture, lines } = line(11, [...ink, ...high], read);
  assert.equal(textOf(withLetterCase(picture, lines)), 'aenmxxADFHX');
  // Its place has the tail of the letter before it.
  const tailed = line(11, [...ink, ...high, [4 * column, 8, block(6, 22)]], read);
  const tail = tailed.lines.map((one) => ({
    ...one,
    words: one.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol) => (symbol.left === 4 * column + 2 ? { ...symbol, text: 'x' } : symbol)),
    })),
  }));
  assert.equal(textOf(withLetterCase(tailed.picture, tail)), 'aenmxxADFHX');
  const { picture: few, lines: fewLines } = line(11, [...ink, ...high], read.slice(4));
  assert.equal(textOf(withLetterCase(few, fewLines)), 'XxADFHx', 'nothing tells how high small letters are');
});
