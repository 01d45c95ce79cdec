import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import type { Table } from '../../contract/extraction/structured-text.ts';
import { typedColumn } from './cells/cell-types.ts';
import { tablesOfWords } from './places/word-tables.ts';
import { separatedTableIn } from './separated-table.ts';
import { markdownTable, separatedTable, tableInForm } from './table-forms.ts';
import { TableGrid, tableRoom } from './table-grid.ts';
import { tablesIn } from './text-tables.ts';

function texts(table: Table | null | undefined): readonly (readonly string[])[] {
  return (table?.rows ?? []).map((row) => row.map(({ text }) => text));
}

function tableOf(rows: readonly (readonly string[])[], headings = 0): Table {
  const grid = new TableGrid(tableRoom());
  for (const row of rows) {
    grid.beginRow();
    for (const cell of row) grid.cell(cell);
  }
  grid.headings = headings;
  return grid.table({ name: null, page: null, offset: null }) ?? assert.fail('no table');
}

test('cells are numbers, dates and booleans, and texts where a program would spoil them', () => {
  const typed = (...column: readonly string[]) => typedColumn(column).map(({ type, value }) => value ?? type);
  assert.deepEqual(typed('12', '-3.5', '1e3', '12.5 %', '€ 4,20', ' '), [12, -3.5, 1_000, 0.125, 4.2, 'empty']);
  assert.deepEqual(typed('00123', '12345678901234567', '+4930123456', '0', '0.5', '1 23'), ['text', 'text', 'text', 0, 0.5, 'text']);
  assert.deepEqual(typed('TRUE', 'falsch', 'yes'), [true, false, 'text']);
  assert.deepEqual(typed('26.11.2026', '2026-11-26', '26.11.26'), ['2026-11-26', '2026-11-26', 'text']);
});

test('digits with blanks between are a phone number unless their column counts', () => {
  const typed = (...column: readonly string[]) => typedColumn(column).map(({ type, value }) => value ?? type);
  assert.deepEqual(typed('612 345 678', '612 345 679'), ['text', 'text']);
  assert.deepEqual(typed('1 234', '12 345'), [1234, 12_345]);
  assert.deepEqual(typed('1 234', '2 345', '0,5'), [1234, 2345, 0.5]);
  assert.deepEqual(typed('612 345 678', '1 234,5'), [612_345_678, 1234.5]);
  assert.deepEqual(typed('1 234 €', '2 345 €'), [1234, 2345]);
  assert.deepEqual(typed('12 34 567', '12,34,567', '0.5'), ['text', 1_234_567, 0.5]);
});

test('what could be read in two ways is decided by its column, or stays a text', () => {
  const typed = (...column: readonly string[]) => typedColumn(column).map(({ type, value }) => value ?? type);
  assert.deepEqual(typed('1.234'), ['text']);
  assert.deepEqual(typed('1.234', '1,5'), [1234, 1.5]);
  assert.deepEqual(typed('1.234', '1.5'), [1.234, 1.5]);
  assert.deepEqual(typed('1.234', '1,5', '2.5'), ['text', 1.5, 2.5]);
  assert.deepEqual(typed('03/04/2026'), ['text']);
  assert.deepEqual(typed('03/04/2026', '25/04/2026'), ['2026-04-03', '2026-04-25']);
  assert.deepEqual(typed('03/04/2026', '04/25/2026'), ['2026-03-04', '2026-04-25']);
});

/** Any cells, in rows of the same length; the first cell of the last column says something, or the column would be none. */
const anyRows = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(
        fc.string({
          unit: fc.constantFrom('a', 'ß', '永', ' ', ',', ';', '\t', '"', '\n', '\r\n', '|', '\\', '=', '-', '1', '.', '<'),
          maxLength: 6,
        }),
        {
          minLength: width - 1,
          maxLength: width - 1,
        },
      ),
      fc.array(fc.array(anyText({ maxLength: 5 }), { minLength: width, maxLength: width }), { maxLength: 5 }),
    ),
  )
  .map(([first, below]) => [[...first, 'x'], ...below]);

test('a table that was written as CSV or TSV is read again as it was', () => {
  fc.assert(
    fc.property(anyRows, fc.constantFrom(',' as const, '\t' as const), (rows, separator) => {
      // Which separator it is has to be said by the first line, and a byte order mark is none of the text.
      const head = rows.map((row, at) => (at === 0 ? row.map((_, column) => `h${column}`) : row));
      const written = separatedTable(tableOf(head), { separator, isGuarded: false });
      assert.deepEqual(texts(separatedTableIn(written)), head);
    }),
  );
});

test('rows of separated values are filled, lines above them are a title, and their first row names the columns', () => {
  const read = (text: string) => {
    const { title = null, headings = 0 } = separatedTableIn(text) ?? {};
    return { title, headings, rows: texts(separatedTableIn(text)) };
  };
  assert.deepEqual(read('Name,Age,City\nAnn,5\nBob,6,Oslo,extra\n'), {
    title: null,
    headings: 1,
    rows: [
      ['Name', 'Age', 'City', ''],
      ['Ann', '5', '', ''],
      ['Bob', '6', 'Oslo', 'extra'],
    ],
  });
  const below = [
    ['Name', 'Total'],
    ['Husum', 'x, y'],
    ['Büsum', 'z'],
  ];
  assert.deepEqual(read('Report of 2026\n\nName;Total\nHusum;x, y\nBüsum;z\n'), { title: 'Report of 2026', headings: 1, rows: below });
  assert.deepEqual(read('Report, of 2026\nName;Total\nHusum;x, y\nBüsum;z\n'), { title: 'Report, of 2026', headings: 1, rows: below });
  assert.equal(read('1;2\n3;4\n').headings, 0);
});

test('what a spreadsheet would compute gets an apostrophe, also behind another separator, and nothing else does', () => {
  const written = (...cells: readonly string[]) => separatedTable(tableOf([cells]), { separator: '\t', isGuarded: true });
  for (const [cell, expected] of [
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|x', "'+cmd|x"],
    ['-2+A1', "'-2+A1"],
    ['-2+3', "'-2+3"],
    ['+49-30-123', "'+49-30-123"],
    ['＝1', "'＝1"],
    ["a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"],
    ['a, @b;+c', "a, '@b;'+c"],
  ] as const)
    assert.equal(written(cell, 'x'), `${expected}\tx\r\n`);
  assert.equal(written('\n=1', '\t=1', 'x'), `"\n'=1"\t"\t'=1"\tx\r\n`);
  assert.equal(written('a;"=1', 'x'), `"a;""'=1"\tx\r\n`);
  for (const cell of ['-12', '-1,234.5', '-5 €', '-1e5', '-12 %', '+49 30 1234567', '-', '--', 'a=b', 'a; -5', "'x", 'a - b', '2026-11-26'])
    assert.equal(written(cell, 'x'), `${cell}\tx\r\n`);
});

test('a typed cell whose text is a formula gets an apostrophe too', () => {
  const rows: Table['rows'] = [
    [
      { text: "=cmd|' /C calc'!A0", type: 'number', value: 1 },
      { text: '=1', type: 'boolean', value: true },
    ],
  ];
  assert.equal(separatedTable({ rows }, { separator: ',', isGuarded: true }), "'=cmd|' /C calc'!A0,'=1\r\n");
});

test('a table that was written as Markdown is read again but for blanks around its cells', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'ß', '永', ' b', '|', '\\', '\n', '<', '*', '-', '1'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          word.map((text) => text.trim() || 'x'),
          { minLength: 3, maxLength: 3 },
        ),
        { minLength: 2, maxLength: 5 },
      ),
      (rows) => {
        const written = markdownTable(tableOf(rows, 1));
        assert.deepEqual(texts(tablesIn(written)[0]), rows);
      },
    ),
  );
});

test('tables in texts: Markdown, tabs, columns of blanks', () => {
  const [markdown, tabs, aligned, ...others] = tablesIn(
    'Heights:\n\n| Place | Height |\n|:--|--:|\n| Husum | 4.2 |\n| a \\| b | <br> |\n\na\tb\tc\n1\t00123\t\n\nNAME        STATUS    AGE\nnode-1 x    Ready     5d\nnode-2      NotReady  12d\n',
  );
  assert.deepEqual(texts(markdown), [
    ['Place', 'Height'],
    ['Husum', '4.2'],
    ['a | b', ''],
  ]);
  assert.deepEqual([markdown?.headings, markdown?.offset, markdown?.rows[1]?.[1]?.value], [1, 10, 4.2]);
  assert.deepEqual(texts(tabs), [
    ['a', 'b', 'c'],
    ['1', '00123', ''],
  ]);
  assert.deepEqual(texts(aligned), [
    ['NAME', 'STATUS', 'AGE'],
    ['node-1 x', 'Ready', '5d'],
    ['node-2', 'NotReady', '12d'],
  ]);
  assert.deepEqual(others, []);
  for (const none of ['ls | grep a\ncat | less\n', 'one\ttab\n', 'a  b\nc  d\n', '---\n|\n', '\tif (a) {\n\t\tb();\n\t}\n'])
    assert.deepEqual(tablesIn(none), [], none);
});

test('a table of one column is one where rules with crosses are around it', () => {
  const rule = '+------+';
  const found = tablesIn(['names:', rule, '| name |', rule, '| Anna |', '| Ben  |', rule, '2 rows in set'].join('\n'));
  assert.deepEqual(found.map(texts), [[['name'], ['Anna'], ['Ben']]]);
  assert.deepEqual(tablesIn([rule, '| note |', rule].join('\n')), []);
  assert.deepEqual(tablesIn(['Title', '------', 'text'].join('\n')), []);
});

test('words that stand below each other are a table, with cells over two columns and lines that go on', () => {
  const word = (text: string, left: number, row: number) => ({
    text,
    left,
    right: left + text.length * 6,
    top: row * 14,
    bottom: row * 14 + 11,
  });
  const words = [
    ...[word('Tide', 10, 0), word('table', 40, 0)],
    ...[word('Place', 10, 2), word('Water', 112, 2), word('levels', 146, 2), word('here', 186, 2)],
    ...[word('Husum', 10, 3), word('4.2', 100, 3), word('1.1', 200, 3)],
    ...[word('Büsum', 10, 4), word('3.9', 100, 4), word('north', 200, 4)],
    word('mole', 200, 5),
    ...[word('Sylt', 10, 6), word('2.1', 100, 6), word('0.3', 200, 6)],
  ];
  const [table, ...others] = tablesOfWords(words.toReversed(), { gap: 0.9, page: 3 }, tableRoom());
  assert.deepEqual(texts(table), [
    ['Place', 'Water levels here', 'Water levels here'],
    ['Husum', '4.2', '1.1'],
    ['Büsum', '3.9', 'north mole'],
    ['Sylt', '2.1', '0.3'],
  ]);
  assert.deepEqual([table?.page, others], [3, []]);
});

test('more words than are looked at are said to be cut', () => {
  const word = { text: 'x', left: 0, right: 6, top: 0, bottom: 11 };
  for (const [count, isCut] of [
    [50_000, false],
    [50_001, true],
  ] as const) {
    const room = tableRoom();
    tablesOfWords(
      Array.from({ length: count }, () => word),
      { gap: 0.9, page: 0 },
      room,
    );
    assert.equal(room.isCut, isCut);
  }
});

test('prose in two columns is no table', () => {
  const line = (left: number, row: number) =>
    Array.from({ length: 8 }, (_, at) => ({
      text: 'words',
      left: left + at * 33,
      right: left + at * 33 + 30,
      top: row * 14,
      bottom: row * 14 + 11,
    }));
  const page = Array.from({ length: 20 }, (_, row) => [...line(10, row), ...line(320, row)]).flat();
  assert.deepEqual(tablesOfWords(page, { gap: 0.9, page: 0 }, tableRoom()), []);
});

const markdown = '| Place | Height | Remark |\n| --- | ---: | --- |\n| Husum | 4.2 | =SUM(A1) |\n| List, Sylt | 2.1 |  |\n';

test('a table in Markdown is CSV, TSV or JSON, with its values', () => {
  assert.equal(tableInForm(markdown, 'csv'), 'Place,Height,Remark\r\nHusum,4.2,\'=SUM(A1)\r\n"List, Sylt",2.1,\r\n');
  assert.equal(tableInForm(markdown, 'tsv'), "Place\tHeight\tRemark\r\nHusum\t4.2\t'=SUM(A1)\r\nList, Sylt\t2.1\t\r\n");
  assert.deepEqual(JSON.parse(tableInForm(markdown, 'json') ?? ''), [
    { Place: 'Husum', Height: 4.2, Remark: '=SUM(A1)' },
    { Place: 'List, Sylt', Height: 2.1, Remark: null },
  ]);
});

test('a column of numbers is aligned to the right in Markdown, also if some have no value, and one with any other word is not', () => {
  const rules = (cells: readonly string[]): string => {
    const [table] = tablesIn(`Place\tHeight\n${cells.map((cell) => `Husum\t${cell}`).join('\n')}\n`);
    return markdownTable(table ?? assert.fail('there is no table')).split('\n')[1] ?? '';
  };
  for (const none of ['n/a', 'N/A', '-', '–', '']) assert.equal(rules(['4.2', none, '2.1']), '| --- | ---: |', none);
  for (const other of ['low', '4 m', 'no']) assert.equal(rules(['4.2', other, '2.1']), '| --- | --- |', other);
  assert.equal(rules(['-', '-', '-']), '| --- | --- |');
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
