import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableInForm } from './copied-table.ts';

const markdown = '| Place | Height | Remark |\n| --- | ---: | --- |\n| Husum | 4.2 | =SUM(A1) |\n| List, Sylt | 2.1 |  |\n';

test('a table in Markdown is CSV, TSV or JSON, with its values', () => {
  assert.equal(tableInForm(markdown, 'csv'), 'Place,Height,Remark\r\nHusum,4.2,\'=SUM(A1)\r\n"List, Sylt",2.1,\r\n');
  assert.equal(tableInForm(markdown, 'tsv'), "Place\tHeight\tRemark\r\nHusum\t4.2\t'=SUM(A1)\r\nList, Sylt\t2.1\t\r\n");
  assert.deepEqual(JSON.parse(tableInForm(markdown, 'json') ?? ''), [
    { Place: 'Husum', Height: 4.2, Remark: '=SUM(A1)' },
    { Place: 'List, Sylt', Height: 2.1, Remark: null },
  ]);
});

test('without headings, or with two of one name, each row is an array; and a text without a table is none', () => {
  const rows = (head: string) => JSON.parse(tableInForm(`| ${head} |\n| - | - |\n| a | 1 |\n`, 'json') ?? '');
  assert.deepEqual(rows('  |  '), [['a', 1]]);
  assert.deepEqual(rows('x | x'), [
    ['x', 'x'],
    ['a', 1],
  ]);
  assert.equal(tableInForm('no table', 'csv'), null);
});

test('a heading that is the name of a property of every object is a name like any other', () => {
  assert.equal(tableInForm('| __proto__ | b |\n| - | - |\n| a | 1 |\n', 'json'), '[\n  {\n    "__proto__": "a",\n    "b": 1\n  }\n]\n');
});
