import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tableRoom } from '../table-grid.ts';
import { markdownTablesIn, tablesIn } from '../text-tables.ts';
import { withBarsAsLines } from './upright-bars.ts';
import type { PlacedWord } from './word-lines.ts';
import { tablesOfWords } from './word-tables.ts';

/** Each word where it stands in a font of one width, as a picture has it. */
function wordsOf(lines: readonly string[]): readonly PlacedWord[] {
  return lines.flatMap((line, row) =>
    Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => ({
      text,
      left: index * 10,
      right: (index + text.length) * 10,
      top: row * 20,
      bottom: row * 20 + 14,
      isFixedPitch: true,
    })),
  );
}

function rowsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const tables = tablesOfWords(wordsOf(lines), { gap: 1, page: 0 }, tableRoom());
  return tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join(';')));
}

const rowsIn = (text: string) => tablesIn(text).map((table) => table.rows.map((row) => row.map((cell) => cell.text).join(';')));

const psql = [
  ' id |    name     |  price | created_at          ',
  '----+-------------+--------+---------------------',
  '  1 | Tide table  |  12.50 | 2026-01-31 08:15:00 ',
  '  2 | Oil lamp    | 149.00 | 2026-02-01 17:40:12 ',
  ' 10 | Illustrated |   0.99 | 2026-11-11 11:11:11 ',
];
const rows = [
  'id;name;price;created_at',
  '1;Tide table;12.50;2026-01-31 08:15:00',
  '2;Oil lamp;149.00;2026-02-01 17:40:12',
  '10;Illustrated;0.99;2026-11-11 11:11:11',
];

test('in a picture of a terminal, bars below each other are the lines between cells, with the rule of dashes and without', () => {
  assert.deepEqual(rowsOf(psql), [rows]);
  const gap = psql.toSpliced(1, 1, '');
  assert.deepEqual(rowsOf(gap), [rows]);
  const framed = [
    '+----+------+---+',
    '| id | name | n |',
    '+----+------+---+',
    '|  1 | Bo   | 4 |',
    '|  2 |      | 5 |',
    '+----+------+---+',
  ];
  assert.deepEqual(rowsOf(framed), [['id;name;n', '1;Bo;4', '2;;5']]);
  const some = [' id | name ', '----+------', '  1 | Bo   ', '  2 |      ', '  3 | Al   '];
  assert.deepEqual(rowsOf(some), [['id;name', '1;Bo', '2;', '3;Al']]);
});

test('the rule of a Markdown table is none of its rows, with blanks between its bars and dashes and without', () => {
  const [head, one, other] = ['| Name  | Qty | Price |', '| Apple |   3 |  1.20 |', '| Pear  |  12 |  0.85 |'];
  for (const rule of ['|-------|----:|------:|', '| :---- | ---:| -----:|'])
    assert.deepEqual(rowsOf([head, rule, one, other]), [['Name;Qty;Price', 'Apple;3;1.20', 'Pear;12;0.85']], rule);
  assert.deepEqual(rowsOf([head, one, '| -     |   - |     - |', other]), [['Name;Qty;Price', 'Apple;3;1.20', '-;-;-', 'Pear;12;0.85']]);
});

test('tables in one terminal have columns of their own', () => {
  const other = [' Schema | Name  | Type  ', '--------+-------+-------', ' public | items | table ', ' public | staff | table '];
  const found = rowsOf([...psql, '(3 rows)', '', 'shop=# \\dt', ...other]);
  assert.deepEqual(found, [rows, ['Schema;Name;Type', 'public;items;table', 'public;staff;table']]);
});

test('a row of dashes is a row, and lines that have a bar in one place by chance are none', () => {
  const dashes = [
    ' name  | a     | b     ',
    '-------+-------+-------',
    ' Bo    | 1     | 2     ',
    ' -     | -     | -     ',
    ' Al    | 3     | 4     ',
  ];
  assert.deepEqual(rowsOf(dashes), [['name;a;b', 'Bo;1;2', '-;-;-', 'Al;3;4']]);
  assert.deepEqual(rowsOf(['Home | About | Help', 'Mail | Phone | Chat']), []);
});

test('bars of pipes and types, which stand anywhere, are words', () => {
  const pipes = wordsOf(['cat a.txt | sort | uniq', 'ls -l /tmp | wc', 'ps | grep node']);
  assert.equal(withBarsAsLines([pipes]).flat().length, pipes.length);
  assert.deepEqual(rowsOf(['cat a.txt | sort | uniq', 'ls -l /tmp | wc', 'ps | grep node']), []);
});

test('tables that psql and mysql print are tables in a text, also with a rule between all rows', () => {
  assert.deepEqual(rowsIn(`${psql.join('\n')}\n(3 rows)\n`), [rows]);
  const framed = '+----+------+\n| id | name |\n+----+------+\n|  1 | Bo   |\n| -  | -    |\n+----+------+';
  assert.deepEqual(rowsIn(`${framed}\n2 rows in set`), [['id;name', '1;Bo', '-;-']]);
  assert.deepEqual(rowsIn(`${framed}\n${framed}`), [
    ['id;name', '1;Bo', '-;-'],
    ['id;name', '1;Bo', '-;-'],
  ]);
  assert.deepEqual(rowsIn('+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+'), [['a;b', '1;2', '3;4']]);
  assert.deepEqual(rowsIn(' name | grade\n------+-------\n Bo   | A+\n Al   | B\n Cy   | A+'), [['name;grade', 'Bo;A+', 'Al;B', 'Cy;A+']]);
  assert.deepEqual(rowsIn(' id | cmd\n----+------------\n  1 | ls\n  2 | ps | grep x\n  3 | pwd\n'), [
    ['id;cmd', '1;ls', '2;ps | grep x', '3;pwd'],
  ]);
  assert.deepEqual(rowsIn('| a | b |\n|---+---|\n| 1 | 2 |'), [['a;b', '1;2']]);
  assert.deepEqual(rowsIn(' id | note\n----+------\n  1 | one +\n    | two\n    | \n'), [['id;note', '1;one\ntwo', ';']]);
});

test('tables of Markdown keep all rows, whatever signs are in them, and drawings are no tables', () => {
  assert.deepEqual(rowsIn('| x | y |\n|---|---|\n| + | + |\n| - | + |\n| + | - |'), [['x;y', '+;+', '-;+', '+;-']]);
  assert.deepEqual(rowsIn('| a | b |\n|---|---|\n| 1 | 2 |\n| c | d |\n|---|---|\n| 3 | 4 |'), [
    ['a;b', '1;2'],
    ['c;d', '3;4'],
  ]);
  assert.deepEqual(rowsIn('+--------+     +--------+\n| Client | --> | Server |\n+--------+     +--------+'), []);
  assert.deepEqual(rowsIn('+-+-+-+-+\n|V|P| A |\n+-+-+-+-+'), []);
  assert.deepEqual(markdownTablesIn('+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+'), []);
});

test('no word is lost but bars and rules, and whatever the words are, they are seen once', () => {
  const word = fc.constantFrom('|', 'a', '12', '----', 'b|c', '+');
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 8 }), { maxLength: 12 }), (lines) => {
      const words = wordsOf(lines.map((line) => line.join(' ')));
      const byLine = [...Map.groupBy(words, ({ top }) => top).values()];
      const left = withBarsAsLines(byLine).flat();
      const kept = (all: readonly PlacedWord[]) => all.map(({ text }) => text).filter((text) => !/^[-+|]+$/.test(text));
      assert.deepEqual(kept(left), kept(words));
    }),
  );
});

test('four times as many words take about four times as long', () => {
  const wide = (count: number) => [0, 20].map((top) => wordsOf(['| a '.repeat(count)]).map((word) => ({ ...word, top, bottom: top + 14 })));
  const long = (count: number) =>
    Array.from({ length: count }, (_, row) => wordsOf(['a | b | c']).map((word) => ({ ...word, top: row, bottom: row + 14 })));
  for (const lines of [wide, long]) {
    const msOf = (count: number): number => {
      const many = lines(count);
      const tries = [1, 2, 3].map(() => {
        const begun = process.cpuUsage();
        withBarsAsLines(many);
        const { user, system } = process.cpuUsage(begun);
        return (user + system) / 1000;
      });
      return Math.min(...tries);
    };
    const [once, fourTimes] = [msOf(15_000), msOf(60_000)];
    assert.ok(fourTimes < once * 8 + 200, `${once} and ${fourTimes} ms`);
  }
});
