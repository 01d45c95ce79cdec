import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../read-lines.ts';
import { withoutSpreadsheetHeaders } from './spreadsheet-headers.ts';

const sides = [40, 140, 240].map((x) => ({ x, top: 0, bottom: 300 }));

/** Each word at its place, in columns that are 100 wide behind one of 40. */
function table(rows: readonly (readonly [number, string][])[]): readonly ReadLine[] {
  return rows.map((words, row) => {
    const [top, bottom] = [row * 30, row * 30 + 20];
    const read = words.map(([at, text]) => {
      const left = at === 0 ? 15 : 60 + (at - 1) * 100;
      return {
        symbols: [...text].map((sign, index) => ({ text: sign, left: left + index * 8, right: left + index * 8 + 7, certainty: 1 })),
        top,
        bottom,
        certainty: 1,
      };
    });
    return { top, bottom, words: read };
  });
}

const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.map(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' '));

const letters = (...texts: readonly string[]): [number, string][] => texts.map((text, at) => [at + 1, text]);
const sheet: readonly [number, string][][] = [
  letters('A', 'Bb', '(&', 'D'),
  [
    [0, '1'],
    [1, 'Item'],
    [2, 'Qty'],
  ],
  [
    [0, '2'],
    [1, 'Rope'],
    [2, '3'],
  ],
  [
    [0, 'S'],
    [1, 'Buoy'],
    [2, '25'],
  ],
  [
    [0, '4'],
    [1, 'Oar'],
    [2, '2'],
  ],
];

test('the letters and numbers of a spreadsheet are left out, also where one was misread', () => {
  const rest: readonly [number, string][][] = [
    [
      [0, 'Sheet'],
      [1, 'Total'],
    ],
  ];
  assert.deepEqual(textsOf(withoutSpreadsheetHeaders(table([...rest, ...sheet, ...rest]), sides)), [
    'Sheet Total',
    'Item Qty',
    'Rope 3',
    'Buoy 25',
    'Oar 2',
    'Sheet Total',
  ]);
});

test('a table with a row of letters, or with numbered rows, stays', () => {
  const [, ...rows] = sheet;
  const tables = [
    rows,
    [letters('Grade', 'A', 'B', 'C'), ...rows],
    [letters('A', 'C', 'E'), ...rows],
    [letters('a', 'b', 'c'), ...rows],
    [letters('A', 'B', 'C'), ...rows.map((row) => row.slice(1))],
    [letters('A', 'B', 'C'), ...rows.map((row, at): [number, string][] => [[0, `${at * 7 + 3}`], ...row.slice(1)])],
  ];
  for (const one of tables) assert.deepEqual(textsOf(withoutSpreadsheetHeaders(table(one), sides)), textsOf(table(one)));
  assert.deepEqual(textsOf(withoutSpreadsheetHeaders(table(sheet), [])), textsOf(table(sheet)), 'without lines between the cells');
});
