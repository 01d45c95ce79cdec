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
  return [...pages.flatMap((words, page) => all.add(words, { gap: 0.75, isExact: true, page })), ...all.end()];
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

test('a table goes on above others that stand side by side, where a line stands below them on each page', () => {
  const footer = 'Harbour authority confidential';
  const moved = (words: readonly PlacedWord[], right: number, down: number): readonly PlacedWord[] =>
    words.map((word) => ({
      ...word,
      left: word.left + right,
      right: word.right + right,
      top: word.top + down,
      bottom: word.bottom + down,
    }));
  const beside = pageOf(['Boat', 'Seats'], ['Adler', '340'], ['Uthlande', '1200'], ['Rungholt', '975'], ['Norderaue', '1200']);
  const blank = Array.from({ length: 9 }, () => '');
  const first = pageOf(head, row('Husum', '4.2'), row('Dagebuell', '3.9'), '', footer);
  const second = [
    ...pageOf(head, row('Buesum', '4.0'), row('List', '2.1'), '', prose, ...blank, footer),
    ...moved(beside, 0, 6 * lineHeight),
    ...moved(beside, 310, 6 * lineHeight + 6),
  ];
  const tables = tablesOf(first, second);
  const found = tables.map(({ page, rows }) => `page ${page}: ${rows.length}`);
  assert.deepEqual(found, ['page 0: 5', 'page 1: 5', 'page 1: 5']);
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

test('what a browser prints close above and below the rows is no part of them, and repeated headings are', () => {
  const printed = (texts: readonly string[], top: number): readonly PlacedWord[] =>
    texts.flatMap((text, at) =>
      text
        .split(' ')
        .map((word, nth) => ({ text: word, left: at * 300 + nth * 40, right: at * 300 + nth * 40 + 36, top, bottom: top + 9 })),
    );
  const page = (number: number, ...lines: readonly Line[]): readonly PlacedWord[] => [
    ...printed(['11/26/26, 9:45 PM', 'Tides of the coast'], -9),
    ...pageOf(...lines),
    ...printed(['about:blank', `${number}/3`], lines.length * lineHeight - 3),
  ];
  const first = page(1, head, row('Husum', '4.2'), row('List', '2.1'));
  const second = page(2, head, row('Buesum', '4.0'), row('Dagebuell', '3.9'));
  const third = page(3, head, row('Hoernum', '2.3'));
  const [table, ...others] = tablesOf(first, second, third);
  assert.deepEqual(
    [table?.rows.length, table?.headings, others.length],
    [6, 1, 0],
    JSON.stringify(texts(table === undefined ? [] : [table])),
  );
  assert.deepEqual(
    table?.rows[0]?.map(({ text }) => text),
    head,
  );
});

test('headings and totals that each page repeats are rows in whatever size they are written', () => {
  const sized = (page: readonly PlacedWord[], line: number, height: number): readonly PlacedWord[] =>
    page.map((word) => (word.top === line * lineHeight ? { ...word, bottom: word.top + height } : word));
  for (const height of [9, 15]) {
    const [first, second] = [
      pageOf(head, row('Husum', '4.2'), row('List', '2.1'), ['Total', '6.3', 'metres']),
      pageOf(head, row('Buesum', '4.0'), row('Amrum', '3.0'), ['Total', '7.0', 'metres']),
    ].map((page) => sized(sized(page, 0, height), 3, height));
    const [table, ...others] = tablesOf(first ?? [], second ?? []);
    assert.deepEqual(
      [table?.headings, ...texts(table === undefined ? [] : [table, ...others])],
      [
        1,
        [
          'Place|Height|Day',
          'Husum|4.2|26.11.2026',
          'List|2.1|26.11.2026',
          'Total|6.3|metres',
          'Buesum|4.0|26.11.2026',
          'Amrum|3.0|26.11.2026',
          'Total|7.0|metres',
        ],
      ],
      `${height}`,
    );
  }
});

test('a heading in the middle of a wide column is that of its cells', () => {
  const wide = pageOf(row('Husum', '4.2'), row('List', '2.1'), row('Buesum', '4.0'));
  const headings = head.map((text, at) => ({
    text,
    left: at * columnWidth + 90,
    right: at * columnWidth + 120,
    top: -lineHeight,
    bottom: 12 - lineHeight,
  }));
  assert.deepEqual(texts(tablesOf([...headings, ...wide]))[0]?.slice(0, 2), ['Place|Height|Day', 'Husum|4.2|26.11.2026']);
});

test('a statement without headings has a column of debits and one of credits, and goes on so on the next page', () => {
  const titles = ['Date', 'Text', 'Debit', 'Credit'];
  const entries = [
    ['01.11.2026', 'Rent', '900.00', ''],
    ['02.11.2026', 'Salary', '', '2400.00'],
    ['03.11.2026', 'Power', '80.00', ''],
    ['04.11.2026', 'Refund', '', '15.00'],
  ];
  const rows = entries.map((cells) => cells.join('|'));
  assert.deepEqual(texts(tablesOf(pageOf(...entries))), [rows]);
  assert.deepEqual(texts(tablesOf(pageOf(...entries.slice(1)))), [rows.slice(1)]);
  assert.deepEqual(texts(tablesOf(pageOf(titles, ...entries), pageOf(...entries))), [[titles.join('|'), ...rows, ...rows]]);
});

test('the tables before and after one that goes on stay where they are', () => {
  const first = pageOf(['a', 'b', 'c'], ['d', 'e', 'f'], '', '', '', head, row('Husum', '4.2'), row('List', '2.1'));
  const second = pageOf(row('Buesum', '4.0'), '', '', '', '', ['g', 'h', 'i'], ['j', 'k', 'l'], '', prose, prose, prose);
  assert.deepEqual(
    texts(tablesOf(first, second)).map(([line]) => line),
    ['a|b|c', 'Place|Height|Day', 'g|h|i'],
  );
});

/** As Calc prints them: the lines of a cell are 11.2 points apart, and rows of one line 12.7. `room`: above what is at the bottom of a row that is higher than its text. */
function printedByCalc(rows: readonly (readonly string[])[], alignment: 0 | 0.5 | 1, room = 0): readonly PlacedWord[] {
  let top = 0;
  return rows.flatMap((cells) => {
    const lines = cells.map((cell) => cell.split('\n'));
    const high = Math.max(...lines.map(({ length }) => length));
    top += high > 1 ? room * alignment : 0;
    const words = lines.flatMap((own, column) =>
      own.flatMap((line, at) => {
        let left = column * 80;
        const y = top + (at + (high - own.length) * alignment) * 11.2;
        return line.split(' ').map((text) => {
          const word = { text, left, right: left + text.length * 5, top: y, bottom: y + 13 };
          left = word.right + 2.8;
          return word;
        });
      }),
    );
    top += high * 11.2 + 1.5 + (high > 1 ? room * (1 - alignment) : 0);
    return words;
  });
}

test('a row whose cells have several lines is one, whether they stand at its top, its bottom or in its middle', () => {
  const cells = [
    ['Place', 'Note', 'Height'],
    ['Husum', 'high water\nin the day', '4.2'],
    ['List', 'low', '3.9'],
    ['Nord\nStrand', 'calm all\nday', '4.0'],
    ['Sylt', 'storm', '5.1'],
    ['Amrum', '', '4.3'],
    ['Oland', 'wind from\nthe west', '4.4'],
    ['Foehr', 'x', '4.1'],
  ];
  const expected = cells.map((one) => one.join('|').replaceAll('\n', ' '));
  for (const alignment of [0, 0.5, 1] as const)
    for (const room of [0, 11.2]) {
      const all = new TablesOfPages(tableRoom());
      const words = printedByCalc(cells, alignment, room);
      assert.deepEqual(
        texts([...all.add(words, { gap: 0.75, closer: 0.96, isExact: true, page: 0 }), ...all.end()]),
        [expected],
        `${alignment} ${room}`,
      );
    }
});

test('rows are told from the lines in them also where every row has cells of four lines', () => {
  const lines = (name: string): string => `${name} one\n${name} two\n${name} three\n${name} four`;
  const cells = [['Place', 'Note', 'Height'], ...['Husum', 'List', 'Sylt'].map((place) => [place, lines(place), '4.2'])];
  const expected = cells.map((one) => one.join('|').replaceAll('\n', ' '));
  for (const alignment of [0, 0.5, 1] as const) {
    const all = new TablesOfPages(tableRoom());
    const words = printedByCalc(cells, alignment, 0);
    assert.deepEqual(
      texts([...all.add(words, { gap: 0.75, closer: 0.96, isExact: true, page: 0 }), ...all.end()]),
      [expected],
      `${alignment}`,
    );
  }
});

test('a line between two tables that begins no cell of the second one keeps them apart', () => {
  const first = pageOf(head, row('Husum', '4.2'), row('List', '2.1'));
  const lower = (words: readonly PlacedWord[]) => words.map((word) => ({ ...word, top: word.top + 74, bottom: word.bottom + 74 }));
  const title = { text: 'Winter', left: 190, right: 230, top: 58, bottom: 70 };
  assert.equal(tablesOf([...first, title, ...lower(pageOf(head, row('Buesum', '4.0'), row('Oland', '3.9')))]).length, 2);
});

test('a table below another one on the same page is one of its own, if it begins with headings further down than a row', () => {
  const first = pageOf(['Item', 'Number', 'Price'], ['Lamp', '3', '19.00'], ['Desk', '1', '249.00']);
  const below = (top: number) =>
    pageOf(['Month', 'Visits'], ['May', '1249'], ['June', '1310']).map((word) => ({
      ...word,
      top: word.top + top,
      bottom: word.bottom + top,
    }));
  assert.deepEqual(texts(tablesOf([...first, ...below(3 * lineHeight + 10)])), [
    ['Item|Number|Price', 'Lamp|3|19.00', 'Desk|1|249.00'],
    ['Month|Visits', 'May|1249', 'June|1310'],
  ]);
  assert.equal(tablesOf([...first, ...below(3 * lineHeight)]).length, 1);
});

test('numbers in narrow columns are no thousands, and thousands with a blank are one number', () => {
  /** With a gap of so many pixels before each word. */
  const rowOf = (at: number, ...words: readonly (readonly [gap: number, text: string])[]): readonly PlacedWord[] => {
    let left = 0;
    return words.map(([gap, text]) => {
      const word = { text, left: left + gap, right: left + gap + text.length * 6, top: at * lineHeight, bottom: at * lineHeight + 12 };
      left = word.right;
      return word;
    });
  };
  const found = (gap: number): readonly (readonly string[])[] => {
    const all = new TablesOfPages(tableRoom());
    const rows = ['Desk', 'Lamp', 'Sofa', 'Rack'].map((name, at) => rowOf(at, [0, name], [20, '1'], [gap, '249.00']));
    return texts([...all.add(rows.flat(), { gap: 1.1, isExact: true, page: 0 }), ...all.end()]);
  };
  assert.deepEqual(found(9)[0]?.[0], 'Desk|1|249.00');
  assert.deepEqual(found(4)[0]?.[0], 'Desk|1 249.00');
});

test('what stands on both sides of a line down is in two cells, however close', () => {
  const rows = ['Desk', 'Lamp', 'Sofa'].flatMap((name, at): readonly PlacedWord[] => {
    const [top, bottom] = [at * lineHeight, at * lineHeight + 12];
    return [
      { text: name, left: 0, right: 24, top, bottom },
      { text: 'oak', left: 27, right: 45, top, bottom, isOtherCell: true },
      { text: 'old', left: 48, right: 66, top, bottom, isOtherCell: true },
    ];
  });
  assert.deepEqual(texts(tablesOf(rows))[0], ['Desk|oak|old', 'Lamp|oak|old', 'Sofa|oak|old']);
});

/** A row of cells between drawn lines, at this place from the top: words with a blank as wide as `apart`. */
function ruledRow(at: number, cells: readonly string[], apart = 4): readonly PlacedWord[] {
  return cells.flatMap((cell, column) => {
    let left = column * columnWidth + 5;
    return cell.split(' ').map((text, index) => {
      const isDash = text === '—';
      const [top, bottom] = isDash ? [at * 24 + 8, at * 24 + 10] : [at * 24, at * 24 + 14];
      const word = { text, left, right: left + text.length * 6, top, bottom, ...(index === 0 && column > 0 && { isOtherCell: true }) };
      left = word.right + apart;
      return word;
    });
  });
}

const recognizedTables = (words: readonly PlacedWord[]): readonly (readonly string[])[] => {
  const all = new TablesOfPages(tableRoom());
  return texts([...all.add(words, { gap: 1.1, closer: 0.88, isExact: false, page: 0 }), ...all.end()]);
};

test('where lines are drawn, they are the columns: a wide blank in a cell is none, nor is a dash a line of its own', () => {
  const rows = [
    ...ruledRow(0, ['SKU', 'Item', 'Total']),
    ...ruledRow(1, ['A-1', 'Bell', '54.00']),
    ...ruledRow(2, ['A-2', 'Flag — Storm', '36.75'], 20),
    ...ruledRow(3, ['B-7', 'Rope', '12.00']),
  ];
  assert.deepEqual(recognizedTables(rows), [['SKU|Item|Total', 'A-1|Bell|54.00', 'A-2|Flag — Storm|36.75', 'B-7|Rope|12.00']]);
});

test('where each row has gaps between two lines, as in frames beside each other, the gaps are columns too', () => {
  const framed = (at: number, cells: readonly string[]): readonly PlacedWord[] => ruledRow(at, cells, 40);
  const rows = [0, 1, 2, 3].flatMap((at) => framed(at, [`a${at} b${at}`, `c${at} d${at}`, `e${at} f${at}`]));
  assert.equal(recognizedTables(rows)[0]?.[0], 'a0|b0|c0|d0|e0|f0');
});

test('a table in a font of one width, whose columns are a blank apart, goes on over pages', () => {
  const printed = (...lines: readonly string[]): readonly PlacedWord[] =>
    lines.flatMap((line, row) =>
      Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => ({
        text,
        left: index * 6,
        right: (index + text.length) * 6,
        top: row * lineHeight,
        bottom: row * lineHeight + 12,
        isFixedPitch: true,
      })),
    );
  const heads = 'Filesystem      Size  Used Avail Use% Mounted';
  const found = tablesOf(
    printed(
      heads,
      'udev            7.8G     0  7.8G   0% /dev',
      'tmpfs           1.6G  1.9M  1.6G   1% /run',
      'nvme one        468G  311G  134G  70% /',
    ),
    printed(
      heads,
      'tmp             7.9G  101M  7.8G  12% /dev/shm',
      'home            7.9G    1M  7.8G   2% /home',
      'srv             7.9G   10M  7.8G   9% /srv',
    ),
  );
  assert.deepEqual(
    texts(found).map((rows) => [rows.length, rows.at(-1)]),
    [[7, 'srv|7.9G|10M|7.8G|9%|/srv']],
  );
});

test('a full cell that is as close to the next one as two words is a cell of its own, and a text over two columns is one', () => {
  const rowOf = (at: number, ...cells: readonly (readonly [left: number, text: string])[]): readonly PlacedWord[] =>
    cells.map(([left, text]) => ({ text, left, right: left + text.length * 6, top: at * lineHeight, bottom: at * lineHeight + 12 }));
  const above = [
    ...rowOf(0, [0, 'Month'], [66, 'Units'], [130, 'Done']),
    ...rowOf(1, [32, '45322'], [82, '1200.50'], [190, '1']),
    ...rowOf(2, [32, '45351'], [118, '3'], [130, 'here']),
    ...rowOf(3, [0, 'South'], [33, 'West'], [66, '998.10'], [130, 'n/a']),
  ];
  assert.deepEqual(texts(tablesOf(above))[0], ['Month|Units|Done', '45322|1200.50|1', '45351|3|here', 'South West|998.10|n/a']);
  const total = rowOf(4, [0, 'All'], [24, 'months'], [63, 'together'], [130, 'n/a']);
  assert.equal(texts(tablesOf([...above, ...total]))[0]?.at(-1), 'All months together|All months together|n/a');
});
