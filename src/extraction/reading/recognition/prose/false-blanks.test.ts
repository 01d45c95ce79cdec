import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadWord } from '../read-lines.ts';
import { withoutFalseBlanks } from './false-blanks.ts';

const [width, height] = [300, 40];

/** Characters 24 pixels wide, with their ink at their places. */
function wordsOf(words: readonly (readonly [left: number, text: string, isOtherCell?: true])[]): readonly string[] {
  const pixels = new Uint8Array(width * height).fill(255);
  const read = words.map(([left, text, isOtherCell]): ReadWord => {
    const symbols = Array.from(text, (one, at) => ({ text: one, left: left + at * 26, right: left + at * 26 + 24, certainty: 1 }));
    for (const symbol of symbols) for (let y = 8; y < 32; y += 1) pixels.fill(0, y * width + symbol.left, y * width + symbol.right);
    return { symbols, top: 8, bottom: 32, certainty: 1, ...(isOtherCell && { isOtherCell }) };
  });
  const [line] = withoutFalseBlanks({ width, height, pixels }, [{ top: 8, bottom: 32, words: read }]);
  return line?.words.map(({ symbols }) => symbols.map(({ text }) => text).join('')) ?? [];
}

test('a number among Japanese is no word of its own, unless there is a blank beside it', () => {
  assert.deepEqual(
    wordsOf([
      [10, 'は'],
      [36, '12'],
      [88, '部'],
    ]),
    ['は12部'],
  );
  assert.deepEqual(
    wordsOf([
      [10, 'は'],
      [48, '12'],
      [112, '部'],
    ]),
    ['は', '12', '部'],
  );
});

test('words in two cells of a table stay apart, however close they are', () => {
  assert.deepEqual(
    wordsOf([
      [10, 'りん'],
      [64, 'みか', true],
    ]),
    ['りん', 'みか'],
  );
});

test('lines without Japanese, and words of Latin in others, keep their blanks', () => {
  assert.deepEqual(
    wordsOf([
      [10, '共'],
      [36, '36'],
    ]),
    ['共', '36'],
  );
  assert.deepEqual(
    wordsOf([
      [10, 'の'],
      [36, 'ab'],
      [88, 'cd'],
    ]),
    ['のab', 'cd'],
  );
});
