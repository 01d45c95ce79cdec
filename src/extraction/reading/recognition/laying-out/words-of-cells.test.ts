import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadWord } from '../read-lines.ts';
import { withCellsApart } from './words-of-cells.ts';

/** Each character 10 pixels wide. */
function word(text: string, left: number): ReadWord {
  const symbols = Array.from(text, (one, at) => ({ text: one, left: left + at * 10, right: left + at * 10 + 10, certainty: 1 }));
  return { symbols, top: 0, bottom: 20, certainty: 1 };
}

const cells = (words: readonly ReadWord[], x: number, bottom = 30): readonly string[] =>
  withCellsApart([{ top: 0, bottom: 20, words }], [{ x, top: 0, bottom }]).flatMap((line) =>
    line.words.map(({ symbols, isOtherCell }) => (isOtherCell === true ? '|' : '') + symbols.map(({ text }) => text).join('')),
  );

test('words on both sides of a line down are apart, also where they were read as one', () => {
  assert.deepEqual(cells([word('1', 0), word('249.00', 20)], 15), ['1', '|249.00']);
  assert.deepEqual(cells([word('1249', 0)], 10), ['1', '|249']);
  assert.deepEqual(cells([word('one', 0), word('two', 40), word('three', 80)], 35), ['one', '|two', 'three']);
});

test('the edge of a table, and a line down that does not reach this line, cut nothing', () => {
  assert.deepEqual(cells([word('one', 10), word('two', 50)], 5), ['one', 'two']);
  assert.deepEqual(cells([word('one', 10), word('two', 50)], 95), ['one', 'two']);
  assert.deepEqual(cells([word('one', 10), word('two', 50)], 45, 5), ['one', 'two']);
});

test('the last character of a word, whose place is off, is no other cell than its word', () => {
  assert.deepEqual(cells([word('12.05', 0), word('Note', 52)], 43), ['12.05', '|Note']);
  assert.deepEqual(cells([word('12.05', 0), word('Note', 52)], 58), ['12.05', '|Note']);
});

test('a cell between two lines down is empty where another line of text has something between them', () => {
  const row = (top: number, ...words: readonly ReadWord[]) => ({ top, bottom: top + 20, words });
  const sides = [20, 40, 60].map((x) => ({ x, top: 0, bottom: 60 }));
  const emptyIn = (...rows: Parameters<typeof withCellsApart>[0]): readonly (number | undefined)[] =>
    withCellsApart(rows, sides).flatMap((line) => line.words.map(({ emptyBefore }) => emptyBefore));
  const whole = [0, 25, 45, 65].map((left) => word('1', left));
  assert.deepEqual(emptyIn(row(0, word('1', 0), word('2', 65)), row(30, ...whole)), [
    undefined,
    2,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(emptyIn(row(0, word('1', 0), word('2', 65))), [undefined, undefined], 'two frames beside each other');
});
