import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../read-lines.ts';
import { haveTheirPlaces } from './line-numbers.ts';
import { laidOut } from './text-of-lines.ts';

const [pitch, high, between] = [12, 24, 40];

/** In a font of one width, at its row and place. */
function line(text: string, row: number, left: number): ReadLine {
  const top = row * between;
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    top,
    bottom: top + high,
    certainty: 1,
    symbols: [...word].map((sign, at) => ({
      text: sign,
      left: left + (index + at) * pitch + 1,
      right: left + (index + at + 1) * pitch - 1,
      certainty: 1,
    })),
  }));
  return { top, bottom: top + high, words };
}

const code = ['export function sum(values) {', '  let all = 0;', '', '  for (const one of values) all += one;', '  return all;', '}'];
/** Of code that begins at 100, but for its empty lines. */
const codeLines = (texts: readonly string[] = code): readonly ReadLine[] =>
  texts.flatMap((text, row) => (text === '' ? [] : [line(text, row, 100)]));
/** That end at 55, which is no column of the code. */
const number = (text: string, row: number): ReadLine => line(text, row, 55 - text.length * pitch);

test('numbers beside code stand before its lines, also those of empty lines', () => {
  const numbers = code.map((_, row) => number(String(row + 8), row));
  assert.deepEqual(laidOut([...numbers, ...codeLines()]).text.split('\n'), [
    ' 8  export function sum(values) {',
    ' 9    let all = 0;',
    '10',
    '11    for (const one of values) all += one;',
    '12    return all;',
    '13  }',
  ]);
});

test('numbers that do not all rise, or have something on their left, have no places beside the code', () => {
  const numbers = code.map((_, row) => number(String(row + 8), row));
  assert.ok(haveTheirPlaces(numbers, [...numbers, ...codeLines()]));
  assert.ok(haveTheirPlaces([], codeLines()));
  const misread = numbers.with(3, number('1', 3));
  assert.ok(!haveTheirPlaces(misread, [...misread, ...codeLines()]));
  assert.ok(!haveTheirPlaces(numbers, [...numbers, ...codeLines(), line('$ node total.js', 8, 4)]));
});

test('a number that was not read leaves its place empty', () => {
  const numbers = [number('8', 0), number('9', 1), number('11', 3), number('13', 5)];
  const lines = laidOut([...numbers, ...codeLines()]).text.split('\n');
  assert.deepEqual(lines.slice(-3), ['11    for (const one of values) all += one;', '      return all;', '13  }']);
});

test('the places of words stay those in the picture', () => {
  const numbers = code.map((_, row) => number(String(row + 8), row));
  const all = [...numbers, ...codeLines()];
  assert.deepEqual(
    laidOut(all).lines.map(({ words }) => words[0]?.symbols[0]?.left),
    all.map(({ words }) => words[0]?.symbols[0]?.left),
  );
});

test('a number within a line of code, or behind it, stays where it is', () => {
  const numbers = code.map((_, row) => number(String(row + 8), row));
  const behind = laidOut([...numbers, ...codeLines(), line('99', 4, 700)]).text;
  assert.match(behind, /^12 {4}return all;$/m);
  assert.ok(!/^ *99\b/m.test(behind.split('\n').slice(0, 6).join('\n')), behind);
  const within = [...codeLines().slice(0, -1), line('4200', 5, 100), line('+ all;', 5, 100 + 6 * pitch)];
  assert.match(laidOut([...numbers, ...within]).text, /\b4200\b/);
  assert.match(laidOut([...numbers, ...within]).text, /\b13\b/);
});

test('what only looks like numbers of lines stays where it was read', () => {
  const others: Readonly<Record<string, readonly ReadLine[]>> = {
    'two alone': [number('8', 0), number('9', 1)],
    'that do not rise': [number('8', 0), number('9', 1), number('9', 3)],
    'on the right': ['8', '9', '11'].map((text, at) => line(text, [0, 1, 3][at] ?? 0, 700)),
    'with a word': ['x8', 'x9', 'x11'].map((text, at) => number(text, [0, 1, 3][at] ?? 0)),
  };
  for (const [name, numbers] of Object.entries(others)) {
    const found = laidOut([...numbers, ...codeLines()]).text;
    assert.match(found, /^ *export function sum\(values\) \{$/m, name);
  }
});

test('numbers beside prose are a column of their own', () => {
  const prose = ['The harbour was quiet in the morning', 'and the boats lay still', 'until the wind came up'].map((text, row): ReadLine => {
    const own = line(text, row, 100);
    let x = 100;
    return {
      ...own,
      words: own.words.map((word) => {
        const symbols = word.symbols.map((symbol) => {
          const left = x;
          x += 5 + ((symbol.text.codePointAt(0) ?? 0) % 11);
          return { ...symbol, left, right: x - 1 };
        });
        x += 6;
        return { ...word, symbols };
      }),
    };
  });
  const found = laidOut([number('1', 0), number('2', 1), number('3', 2), ...prose]).text;
  assert.match(found, /^1\n2\n3\n/);
});
