import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { numbersApart } from './numbers-apart.ts';

const pitch = 12;
const origin = 40;

/** A number that ends so far before the code, and code in columns. A single character is read as part of the number. */
function line(at: number, number: string, code: string, before: number): ReadLine {
  const top = at * 30;
  const edge = origin - before;
  const symbolsOf = (text: string, left: number): readonly ReadSymbol[] =>
    Array.from(text, (one, index) => ({ text: one, left: left + index * pitch + 2, right: left + (index + 1) * pitch - 2, certainty: 1 }));
  const [own, rest] = [symbolsOf(number, edge - number.length * pitch), symbolsOf(code, origin)];
  const words = (rest.length === 1 ? [[...own, ...rest]] : [own, rest]).filter(({ length }) => length > 0);
  return { top, bottom: top + 20, words: words.map((symbols) => ({ symbols, top, bottom: top + 20, certainty: 1 })) };
}

const withGrids = (lines: readonly ReadLine[]): readonly ReadLine[] =>
  lines.map((one) => ({ ...one, grid: { pitch, origin, edges: 20, crossed: 0 } }));
const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.map(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text }) => text)).join(''));
const code = ['int main()', '1', '', 'return 0;', 'done();'];
const numbered = (before: number, numbers: readonly string[] = ['8', '9', '10', '11', '12']): ReturnType<typeof numbersApart> =>
  numbersApart(withGrids(code.map((text, at) => line(at, numbers[at] ?? '', text, before))), withGrids);

test('numbers of lines that stand in no column of the code are lines of their own, also where they were read with it', () => {
  const { numbers, lines } = numbered(6);
  assert.deepEqual(textsOf(numbers), ['8', '9', '10', '11', '12']);
  assert.deepEqual(textsOf(lines), ['int main()', '1', 'return 0;', 'done();']);
});

test('numbers in columns, as a terminal shows them, and numbers that do not rise are part of the text', () => {
  for (const { numbers, lines } of [numbered(12), numbered(6, ['8', '3', '10', '4', '12'])]) {
    assert.deepEqual(numbers, []);
    assert.equal(lines.length, code.length);
  }
});
