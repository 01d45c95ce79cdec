import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/harness/any-text.ts';
import { tableCells } from './table-cells.ts';

test('cells of a spreadsheet, of CSV and of Markdown are a table', () => {
  assert.deepEqual(tableCells('a\tb\r\n1\t2\r\n3\r\n'), {
    head: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', ''],
    ],
    isWhole: true,
  });
  assert.deepEqual(tableCells('a;b\n"x;""y""\nz";2,5')?.rows, [['x;"y" z', '2,5']]);
  assert.deepEqual(tableCells('| a | b\\|c |\n|---|:--|\n| 1 | 2 |\n'), { head: ['a', 'b|c'], rows: [['1', '2']], isWhole: true });
  assert.deepEqual(tableCells('a,b\n"no end,2')?.rows, [['"no end', '2']]);
  assert.equal(tableCells('one column\nonly'), null);
  assert.equal(tableCells('a,b'), null);
});

test('a long table is shown by its beginning', () => {
  const long = tableCells(`a,b\n${'1,2\n'.repeat(5_000)}`);
  assert.deepEqual([long?.rows.length, long?.isWhole], [100, false]);
  const wide = tableCells(`${'a,'.repeat(500)}\n${'1,'.repeat(500)}`);
  assert.deepEqual([wide?.head.length, wide?.isWhole], [20, false]);
});

test('the cells of any text are harmless and bounded', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\t', '|', '-', '\\', '\u202e') })), (text) => {
      const found = tableCells(text);
      const cells = found === null ? [] : [found.head, ...found.rows];
      assert.ok(
        cells.every((row) => row.length === found?.head.length && row.every((cell) => cell.length <= 200 && !/[\n\u202e]/.test(cell))),
      );
    }),
  );
});
