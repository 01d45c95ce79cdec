import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayWidth, formatTable, oneLine, padded } from './table.ts';

test('a column is as wide as its widest cell on a terminal, where a Chinese character takes two columns and a mark none', () => {
  const rows = formatTable(
    ['组件', 'STATE'],
    [
      ['clipboard', '运行'],
      ['e\u0301t\u00e9', 'x'],
      ['剪贴板监视', 'y'],
    ],
  );
  const before = rows.map((row) => displayWidth(row.slice(0, row.search(/STATE|运行|x$|y$/))));
  assert.deepEqual(before, [12, 12, 12, 12]);
});

test('a line is cut by the columns that it takes, and never within a character', () => {
  assert.equal(oneLine('剪贴板中的内容', 8), '剪贴板…');
  assert.equal(oneLine('剪贴板', 6), '剪贴板');
  assert.equal(oneLine('a b\n c', 5), 'a b c');
  assert.equal(oneLine('👩\u200d👧 a\u200b\u202eb', 9), '👩\u200d👧 a b');
  assert.equal(oneLine('abcdef', 5), 'abcd…');
  assert.equal(oneLine('e\u0301e\u0301e\u0301e\u0301', 3), 'e\u0301e\u0301…');
  assert.equal(oneLine('x'.repeat(1_000_000), 3), 'xx…');
  assert.equal(padded('剪', 4), '剪  ');
});
