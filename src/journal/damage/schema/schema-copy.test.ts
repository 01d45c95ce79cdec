/** Copies of a schema that are not there, damaged, or of another journal: nothing comes over by them that was not copied so. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { atMs, damage, filledJournal, noise, schemaPages, seed, started } from '../../../../test/doubles/journals/filled-journal.ts';
import { olderJournal } from '../../../../test/doubles/journals/older-journal.ts';
import { copyOf, forgetNumber, writeCopy } from '../../../../test/doubles/journals/schema-copies.ts';
import { journalPlace } from '../../../../test/doubles/temporary-journal.ts';
import { someOf } from '../../../../test/harness/effort.ts';
import type { JournalPlace } from '../../journal.ts';
import { journalForm } from '../../journal-form.ts';
import { openJournalOrFresh } from '../quarantine.ts';
import { foundPagesEnding } from './put-back-schema.ts';
import { type SchemaCopy, schemaEnding } from './schema-copy.ts';
import { pageBytes, type SchemaRow } from './schema-pages.ts';

const withRows = ({ leaves, ...copy }: SchemaCopy, change: (row: SchemaRow) => unknown) => ({
  ...copy,
  leaves: leaves.map((leaf) => ({ ...leaf, rows: leaf.rows.map(change) })),
});

test('without a copy of the schema, or with one that is damaged or none, nothing comes over, nothing is written, and that is told', (t) => {
  const file = ({ file }: JournalPlace): string => `${file}${schemaEnding}`;
  const changes: Readonly<Record<string, (place: JournalPlace) => void>> = {
    missing: (place) => rmSync(file(place)),
    empty: (place) => writeFileSync(file(place), ''),
    'cut off': (place) => writeFileSync(file(place), readFileSync(file(place)).subarray(0, 20_000)),
    'a changed digit': (place) => writeFileSync(file(place), readFileSync(file(place), 'utf8').replace('"root":2,', '"root":3,')),
    noise: (place) => writeFileSync(file(place), noise()),
    'far too large': (place) => writeFileSync(file(place), Buffer.concat([readFileSync(file(place)), Buffer.alloc(2_000_000, ' ')])),
    'a folder': (place) => [rmSync(file(place)), mkdirSync(file(place))],
    nothing: (place) => writeCopy(place, null),
    'no pages': (place) => writeCopy(place, { ...copyOf(place), leaves: [] }),
    'no rows': (place) => writeCopy(place, { ...copyOf(place), leaves: copyOf(place).leaves.map(({ page }) => ({ page, rows: [] })) }),
    'pages twice': (place) => writeCopy(place, { ...copyOf(place), leaves: copyOf(place).leaves.map((leaf) => ({ ...leaf, page: 20 })) }),
    'pages of tables': (place) =>
      writeCopy(place, { ...copyOf(place), leaves: copyOf(place).leaves.map((leaf, at) => ({ ...leaf, page: at + 2 })) }),
    'pages far away': (place) =>
      writeCopy(place, { ...copyOf(place), leaves: copyOf(place).leaves.map((leaf, at) => ({ ...leaf, page: 9e8 + at })) }),
    'no numbers': (place) =>
      writeCopy(
        place,
        withRows(copyOf(place), (row) => ({ ...row, root: String(row.root) })),
      ),
    'other statements': (place) =>
      writeCopy(
        place,
        withRows(copyOf(place), (row) => ({ ...row, sql: 'SELECT 1' })),
      ),
    'another order': (place) =>
      writeCopy(
        place,
        withRows(copyOf(place), (row) => ({ ...row, rowid: 1_000 - row.rowid })),
      ),
    'another number of the schema': (place) => writeCopy(place, { ...copyOf(place), version: 1 }),
    'the pages of a table and of an index the other way around': (place) => {
      const rows = copyOf(place).leaves[3]?.rows ?? [];
      const [table, index] = ['table', 'index'].map((type) =>
        rows.find((row) => row.type === type && row.root > 0 && !row.sql?.includes('WITHOUT ROWID')),
      );
      assert.ok(table !== undefined && index !== undefined);
      const rootOf = new Map([
        [table.name, index.root],
        [index.name, table.root],
      ]);
      writeCopy(
        place,
        withRows(copyOf(place), (row) => ({ ...row, root: rootOf.get(row.name) ?? row.root })),
      );
    },
    'another page for rows that are there': (place) => {
      const { leaves, ...copy } = copyOf(place);
      const bytes = readFileSync(place.file);
      writeFileSync(place.file, Buffer.concat([bytes, Buffer.alloc(pageBytes)]));
      const free = bytes.length / pageBytes + 1;
      writeCopy(place, { ...copy, leaves: leaves.map((leaf, at) => (at === 1 ? { ...leaf, page: free } : leaf)) });
    },
    'another form': (place) => writeCopy(place, { ...copyOf(place), form: 1 }),
  };
  for (const [label, change] of someOf(Object.entries(changes))) {
    const place = filledJournal(t);
    damage(place, [[schemaPages(place)[4] ?? 0, Buffer.alloc(pageBytes)]]);
    change(place);
    const bytes = readFileSync(place.file);
    const { carried, aside } = started(place, label);
    assert.equal(carried, 0, label);
    assert.equal(existsSync(`${aside}${foundPagesEnding}`), false, label);
    assert.ok(readFileSync(aside).subarray(100).equals(bytes.subarray(100)), label);
    assert.ok(copyOf(place), `${label}: the new journal has its own`);
  }
});

test('a copy of another journal, of an older form, or from before the pages were moved gives no wrong rows, and pages of copies stay as they are', (t) => {
  const other = journalPlace(t);
  olderJournal(other, 20, 500);
  openJournalOrFresh(other, atMs).journal[Symbol.dispose]();
  const ofEarlierHub = 'another journal of the same form, as of an earlier Hub';
  const stale: Readonly<Record<string, (place: JournalPlace) => SchemaCopy>> = {
    'another journal of the same form': () => copyOf(other),
    [ofEarlierHub]: () => ({ ...copyOf(other), journal: 0 }),
    'an older form': () => olderJournal(journalPlace(t), journalForm - 2),
    'a much older form': () => olderJournal(journalPlace(t), 12),
    'moved pages': (place) => {
      const copy = copyOf(place);
      using database = new DatabaseSync(place.file);
      database.exec('VACUUM');
      return copy;
    },
  };
  for (const [label, copyFor] of Object.entries(stale))
    for (const isHeaderDamaged of [false, true]) {
      const reference = filledJournal(t);
      const copy = copyFor(reference);
      openJournalOrFresh(reference, atMs).journal[Symbol.dispose]();
      for (const page of someOf(schemaPages(reference).slice(1))) {
        const place = filledJournal(t);
        cpSync(path.dirname(reference.file), path.dirname(place.file), { recursive: true });
        if (label === ofEarlierHub) forgetNumber(place);
        const bytes = damage(place, [[page, Buffer.alloc(pageBytes)], ...(isHeaderDamaged ? [[1, noise()] as const] : [])]);
        writeCopy(place, copy);
        const { carried, aside } = started(place, `${label}, page ${page}, ${isHeaderDamaged}, seed ${seed}`);
        if (!existsSync(`${aside}${foundPagesEnding}`)) {
          assert.equal(carried, 0, label);
          assert.ok(readFileSync(aside).subarray(100).equals(bytes.subarray(100)), label);
        } else assert.fail(`${label}, page ${page}, ${isHeaderDamaged}: ${carried}`);
      }
    }
});

test('a copy that fits and has the pages of two tables the other way around gives no wrong rows', (t) => {
  const place = filledJournal(t);
  const { leaves } = copyOf(place);
  const tables = leaves.flatMap(({ page, rows }) =>
    rows.filter(({ type, root, sql }) => type === 'table' && root > 0 && !sql?.includes('WITHOUT ROWID')).map((row) => ({ page, row })),
  );
  const pairs = tables.flatMap((one) =>
    tables.filter((two) => two.page === one.page && two.row.root > one.row.root).map((two) => ({ one, two })),
  );
  assert.ok(pairs.length > 10);
  for (const { one, two } of someOf(pairs.filter((_, at) => at % 10 === 0))) {
    const swapped = filledJournal(t);
    damage(swapped, [[one.page, noise()]]);
    const rootOf = new Map([
      [one.row.name, two.row.root],
      [two.row.name, one.row.root],
    ]);
    writeCopy(
      swapped,
      withRows(copyOf(place), (row) => ({ ...row, root: (row.type === 'table' ? rootOf.get(row.name) : undefined) ?? row.root })),
    );
    const { aside } = started(swapped, `${one.row.name} and ${two.row.name}, seed ${seed}`);
    assert.ok(existsSync(`${aside}${foundPagesEnding}`));
  }
});
