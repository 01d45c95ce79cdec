import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from '../../../contract/extraction/structured-text.ts';
import { tableRoom } from '../table-grid.ts';
import { TablesOfPages } from './tables-of-pages.ts';
import type { PlacedWord } from './word-lines.ts';

type Line = string | readonly string[];

const lineHeight = 16;
const columnWidth = 150;

/** Each line below the one before; the cells of one stand in columns. A blank line is a gap. */
function pageOf(...lines: readonly Line[]): readonly PlacedWord[] {
  return lines.flatMap((line, at) => {
    const cells = typeof line === 'string' ? [line] : line;
    return cells.flatMap((cell, column) => {
      let left = column * columnWidth;
      return cell.split(' ').map((text) => {
        const word = { text, left, right: left + text.length * 6, top: at * lineHeight, bottom: at * lineHeight + 12 };
        left = word.right + 3;
        return word;
      });
    });
  });
}

function tablesOf(...pages: readonly (readonly PlacedWord[])[]): readonly Table[] {
  const all = new TablesOfPages(tableRoom());
  return [...pages.flatMap((words, page) => all.add(words, { gap: 0.75, page })), ...all.end()];
}

const texts = (tables: readonly Table[]) => tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('|')));
const head = ['Place', 'Height', 'Day'];
const row = (name: string, height: string): readonly string[] => [name, height, '26.11.2026'];
const prose = 'The tide turns twice a day and the ferry leaves before noon on most days';

test('a table that goes on at the head of the next pages is one, and repeated headings stand once', () => {
  const first = pageOf('Tides of the coast', '', head, row('Husum', '4.2'), row('Dagebuell', '3.9'), '', 'Page 1 of 3');
  const second = pageOf('Tides of the coast', '', head, row('Buesum', '4.0'), row('List', '2.1'), '', 'Page 2 of 3');
  const third = pageOf('Tides of the coast', '', row('Hoernum', '2.3'), '', prose, prose, '', 'Page 3 of 3');
  const tables = tablesOf(first, second, third);
  assert.deepEqual(texts(tables), [
    [
      'Place|Height|Day',
      'Husum|4.2|26.11.2026',
      'Dagebuell|3.9|26.11.2026',
      'Buesum|4.0|26.11.2026',
      'List|2.1|26.11.2026',
      'Hoernum|2.3|26.11.2026',
    ],
  ]);
  assert.deepEqual([tables[0]?.page, tables[0]?.headings, tables[0]?.rows[4]?.[1]?.value], [0, 1, 2.1]);
});

test('another table is one of its own: below another title or text, with other columns, other headings, or a page between', () => {
  const first = pageOf(head, row('Husum', '4.2'), row('List', '2.1'));
  const others: readonly (readonly PlacedWord[])[] = [
    pageOf('Ebb tides in winter', '', row('Buesum', '4.0'), row('Dagebuell', '3.9')),
    pageOf(['Buesum', '4.0'], ['Dagebuell', '3.9'], ['Hoernum', '2.3']),
    pageOf(['Port', 'Depth', 'Since'], row('Buesum', '4.0'), row('Dagebuell', '3.9')),
    pageOf(prose, prose, prose, row('Buesum', '4.0'), row('Dagebuell', '3.9')),
  ];
  for (const other of others) assert.equal(tablesOf(first, other).length, 2, JSON.stringify(other.slice(0, 3)));
  assert.equal(tablesOf(first, pageOf(prose), pageOf(row('Buesum', '4.0'), row('Dagebuell', '3.9'))).length, 2);
  const ended = pageOf(head, row('Husum', '4.2'), row('List', '2.1'), '', 'All heights in metres above chart datum');
  assert.equal(tablesOf(ended, pageOf(row('Buesum', '4.0'), row('Dagebuell', '3.9'))).length, 2, 'text below it');
});

test('a page says that its table is continued', () => {
  const first = pageOf(head, row('Husum', '4.2'), row('List', '2.1'));
  assert.equal(tablesOf(first, pageOf('Table 3 (continued)', '', row('Buesum', '4.0'))).length, 1);
});

test('the tables before and after one that goes on stay where they are', () => {
  const first = pageOf(['a', 'b', 'c'], ['d', 'e', 'f'], '', '', '', head, row('Husum', '4.2'), row('List', '2.1'));
  const second = pageOf(row('Buesum', '4.0'), '', '', '', '', ['g', 'h', 'i'], ['j', 'k', 'l'], '', prose, prose, prose);
  assert.deepEqual(
    texts(tablesOf(first, second)).map(([line]) => line),
    ['a|b|c', 'Place|Height|Day', 'g|h|i'],
  );
});
