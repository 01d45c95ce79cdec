/** Damage of the few bytes that say what a page of SQLite's schema has: with it, or with what comes after it, the page has no row, or is of another kind. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { filledJournal, schemaPages, started } from '../../../../test/doubles/journals/filled-journal.ts';
import { someOf } from '../../../../test/harness/effort.ts';
import type { JournalPlace } from '../../journal.ts';
import { isSchemaToPutBack, putBackSchema } from './put-back-schema.ts';
import { pageBytes, rowsOf } from './schema-pages.ts';

const headerBits = 64;
const sectorBytes = 512;

type Change = readonly [label: string, change: (page: Buffer) => void];

const flipped = Array.from({ length: headerBits }, (_, bit): Change => {
  const at = bit >> 3;
  return [`bit ${bit}`, (page) => page.writeUInt8(page.readUInt8(at) ^ (1 << (bit & 7)), at)];
});

const sectors = Array.from({ length: pageBytes / sectorBytes }, (_, at) => at * sectorBytes);
const wiped = sectors.flatMap((from) =>
  sectors
    .filter((last) => last >= from)
    .flatMap((last) =>
      [0, 0xff].map((by): Change => [`${by} from ${from} to ${last + sectorBytes}`, (page) => page.fill(by, from, last + sectorBytes)]),
    ),
);

const pageIn = (bytes: Buffer, page: number): Buffer => bytes.subarray((page - 1) * pageBytes, page * pageBytes);

function damaged({ file }: JournalPlace, sound: Buffer, page: number, change: Change[1]): void {
  const bytes = Buffer.from(sound);
  change(pageIn(bytes, page));
  writeFileSync(file, bytes);
}

test('whichever bit of the header of a page of the schema is damaged, or run of its sectors, its rows are put back', (t) => {
  const place = filledJournal(t);
  const sound = readFileSync(place.file);
  let putBack = 0;
  for (const page of schemaPages(place).slice(1))
    for (const [label, change] of someOf([...flipped, ...wiped])) {
      damaged(place, sound, page, change);
      if (isSchemaToPutBack(place.file)) putBack += 1;
      putBackSchema(place.file);
      assert.deepEqual(rowsOf(pageIn(readFileSync(place.file), page)), rowsOf(pageIn(sound, page)), `page ${page}, ${label}`);
    }
  assert.ok(putBack > 0);
});

test('a page of the schema that SQLite reads without a row, or can not read, costs no copy', (t) => {
  const sound = filledJournal(t);
  const [bytes, pages] = [readFileSync(sound.file), schemaPages(sound).slice(1)];
  const withoutRows: readonly Change[] = [
    ['no row', (page) => page.writeUInt16BE(0, 3)],
    ['another kind', (page) => page.writeUInt8(5, 0)],
    ['no content', (page) => page.fill(0, sectorBytes)],
  ];
  const all = [...withoutRows, ...flipped].flatMap(([label, change]) => pages.map((page) => [page, label, change] as const));
  for (const [page, label, change] of [...all.slice(0, withoutRows.length * pages.length), ...someOf(all)]) {
    const place = filledJournal(t);
    damaged(place, bytes, page, change);
    assert.deepEqual(started(place, `page ${page}, ${label}`).gone, [], `page ${page}, ${label}`);
  }
});
