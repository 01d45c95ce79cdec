import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableRoom } from '../table-grid.ts';
import type { PlacedWord } from './word-lines.ts';
import { tablesOfWords } from './word-tables.ts';

/** Each word at its place from the left; lines are 16 apart, and a letter is 6 wide. */
function page(...lines: readonly (readonly (readonly [text: string, left: number])[])[]): readonly PlacedWord[] {
  return lines.flatMap((line, at) =>
    line.map(([text, left]) => ({ text, left, right: left + text.length * 6, top: at * 16, bottom: at * 16 + 14 })),
  );
}

function rowsIn(words: readonly PlacedWord[]): readonly (readonly string[])[] {
  const tables = tablesOfWords(words, { gap: 0.75, page: null }, tableRoom());
  return tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('|')));
}

/** Its words are 3 apart, and the cells of a row 12 and more. */
const rows = [
  [
    ['to', 0],
    ['8', 15],
    ['m', 24],
    ['9.50', 60],
    ['55.00', 100],
  ],
  [
    ['to', 0],
    ['12', 15],
    ['m', 30],
    ['14.00', 60],
    ['80.00', 100],
  ],
] as const;
const expected = ['to 8 m|9.50|55.00', 'to 12 m|14.00|80.00'];

test('headings that are closer to each other than cells are those of the columns below them', () => {
  const [found] = rowsIn(
    page(
      [
        ['Length', 16],
        ['Daily', 60],
        ['Weekly', 99],
      ],
      ...rows,
    ),
  );
  assert.deepEqual(found, ['Length|Daily|Weekly', ...expected]);
});

test('no other line above is one of headings', () => {
  const lines = {
    'a sentence': [
      ['The', 0],
      ['fees', 21],
      ['of', 48],
      ['all', 63],
      ['our', 84],
      ['boats', 105],
    ],
    'too few': [
      ['Length', 56],
      ['Daily', 100],
    ],
    'a number': [
      ['Length', 16],
      ['12', 60],
      ['Weekly', 99],
    ],
    'over two columns': [
      ['Fees', 45],
      ['here', 72],
      ['Weekly', 105],
    ],
  } as const;
  for (const [name, line] of Object.entries(lines)) assert.deepEqual(rowsIn(page(line, ...rows))[0]?.slice(-2), expected, name);
  for (const name of ['a sentence', 'too few'] as const) assert.deepEqual(rowsIn(page(lines[name], ...rows)), [expected], name);
});

test('a line further up is a text of its own', () => {
  const headings = page([
    ['Length', 16],
    ['Daily', 60],
    ['Weekly', 99],
  ]);
  const below = page([], [], ...rows);
  assert.deepEqual(rowsIn([...headings, ...below]), [expected]);
});
