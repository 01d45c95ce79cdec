import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableRoom } from '../table-grid.ts';
import { TablesOfPages } from './tables-of-pages.ts';
import type { PlacedWord } from './word-lines.ts';

interface Place {
  readonly left: number;
  readonly top: number;
  /** From one line to the next. */
  readonly pitch: number;
  /** From one column to the next. */
  readonly column?: number;
}

/** Lines below each other; the cells of one stand in columns. */
function linesAt({ left, top, pitch, column = 80 }: Place, rows: readonly (string | readonly string[])[]): readonly PlacedWord[] {
  return rows.flatMap((row, at) =>
    [row].flat().flatMap((cell, nth) => {
      let from = left + nth * column;
      return cell.split(' ').map((text) => {
        const word = { text, left: from, right: from + text.length * 5, top: top + at * pitch, bottom: top + at * pitch + 12 };
        from = word.right + 3;
        return word;
      });
    }),
  );
}

function tablesOf(...words: readonly (readonly PlacedWord[])[]): readonly (readonly string[])[] {
  const all = new TablesOfPages(tableRoom());
  const tables = [...all.add(words.flat(), { gap: 0.75, closer: 0.96, isExact: true, page: 0 }), ...all.end()];
  return tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('|')));
}

const tides = [
  ['Place', 'Height'],
  ['Husum', '4.2'],
  ['List', '2.1'],
  ['Sylt', '3.3'],
  ['Amrum', '3.0'],
];
const ferries = [
  ['Boat', 'Seats', 'Since'],
  ['Adler', '340', '1998'],
  ['Uthlande', '1200', '2010'],
  ['Rungholt', '975', '1992'],
  ['Norderaue', '1200', '2018'],
];
const joined = (rows: readonly (readonly string[])[]): readonly string[] => rows.map((row) => row.join('|'));

test('two tables beside each other are two, wherever their rows stand, between texts that reach across both', () => {
  const across = 'The tide turns twice a day and the ferry leaves before noon on most days, and after it on the others';
  for (const [top, pitch] of [
    [26, 16],
    [29, 16],
    [20, 20],
    [44, 14],
  ] as const) {
    const found = tablesOf(
      linesAt({ left: 0, top: -30, pitch: 16 }, [across]),
      linesAt({ left: 0, top: 20, pitch: 16 }, tides),
      linesAt({ left: 220, top, pitch }, ferries),
      linesAt({ left: 0, top: 140, pitch: 16 }, [across, across]),
    );
    assert.deepEqual(found, [joined(tides), joined(ferries)], `${top} ${pitch}`);
  }
});

test('three tables beside each other are three', () => {
  const found = tablesOf(
    linesAt({ left: 0, top: 20, pitch: 16 }, tides),
    linesAt({ left: 220, top: 26, pitch: 16 }, ferries),
    linesAt({ left: 520, top: 31, pitch: 16 }, tides),
  );
  assert.deepEqual(found, [joined(tides), joined(ferries), joined(tides)]);
});

test('a table below two texts at different heights keeps its columns', () => {
  const address = ['Ann Example', 'Harbour Street 3', '25813 Husum', 'Germany', 'Europe', 'Earth'];
  const facts = [
    ['Number', '7781'],
    ['Day', '26.11.2026'],
    ['Customer', '4471'],
    ['Due', '10.12.2026'],
    ['Page', '1'],
  ];
  const items = [
    ['Item', 'Count', 'Each', 'Sum'],
    ['Rope', '3', '19.00', '57.00'],
    ['Lamp', '1', '24.90', '24.90'],
    ['Sail', '2', '99.00', '198.00'],
  ];
  const found = tablesOf(
    linesAt({ left: 0, top: 0, pitch: 16 }, address),
    linesAt({ left: 240, top: 7, pitch: 16 }, facts),
    linesAt({ left: 0, top: 130, pitch: 16, column: 110 }, items),
  );
  assert.deepEqual(found, [joined(facts), joined(items)]);
});

test('a table whose cells have one to four lines is one, whether they stand at the top, the bottom or in the middle of their rows', () => {
  const cells = [
    ['Place', 'Note', 'Height', 'Since'],
    ['Husum', 'high water in\nthe early day', '4.2', 'last\nyear'],
    ['List', 'calm\nand\nlow\nwater', '3.9', 'May'],
    ['Nordstrand', 'storm', '4.0', 'June'],
    ['Sylt', 'wind from\nthe west', '4.4', 'two\nyears'],
    ['Amrum', 'rain and\nsnow', '4.1', 'ten\ndays'],
  ];
  for (const alignment of [0, 0.5, 1]) {
    let top = 0;
    const words = cells.flatMap((row) => {
      const lines = row.map((cell) => cell.split('\n'));
      const high = Math.max(...lines.map(({ length }) => length));
      const placed = lines.flatMap((own, at) =>
        linesAt({ left: at * 110, top: top + (high - own.length) * alignment * 12, pitch: 12 }, own),
      );
      top += high * 12 + 5;
      return placed;
    });
    assert.deepEqual(tablesOf(words), [cells.map((row) => row.join('|').replaceAll('\n', ' '))], `${alignment}`);
  }
});

test('prose in two, three or four columns is no table, at whatever heights its lines stand', () => {
  const text =
    'The tide turns twice a day and the ferry to the islands leaves before noon on most days. Whoever comes late has to wait for the next one, which is long, for the water has to rise again before a boat can pass the flats between the mainland and the islands. In winter the ice may keep it there for weeks, and then the mail comes by air, as do bread, milk and whoever has to see a doctor. People who live there say that these are the best weeks of the year because nobody comes and nobody goes.';
  const wrapped = (width: number): readonly string[] =>
    text.split(' ').reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
      return lines;
    }, []);
  for (const columns of [2, 3, 4])
    for (const lower of [0, 5, 8]) {
      const lines = wrapped(columns === 2 ? 36 : 26);
      const each = Math.ceil(lines.length / columns);
      const words = Array.from({ length: columns }, (_, at) =>
        linesAt({ left: at * (columns === 2 ? 210 : 150), top: at * lower, pitch: 15 }, lines.slice(at * each, (at + 1) * each)),
      );
      assert.deepEqual(tablesOf(...words), [], `${columns} ${lower}`);
    }
  // Of names as long as each other is a table.
  const names = Array.from({ length: 8 }, (_, at) => [`Ferry of the Islands ${at}`, `Port of the Mainland ${at}`, `${at} hours or more`]);
  assert.equal(tablesOf(linesAt({ left: 0, top: 0, pitch: 15, column: 160 }, names))[0]?.length, 8);
});
