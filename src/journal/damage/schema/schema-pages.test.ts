import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createdJournal } from '../../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../../test/harness/effort.ts';
import { seeded } from '../../../../test/harness/secret-examples.ts';
import { openJournal } from '../../journal.ts';
import { keepSchema, readSchemaCopy, type SchemaCopy } from './schema-copy.ts';
import { firstPageOf, headerBytes, kindOf, leavesOf, pageBytes, pageOf, rowsOf } from './schema-pages.ts';

interface Pages {
  readonly copy: SchemaCopy;
  readonly first: Buffer;
  readonly leaves: readonly Buffer[];
}

/** The schema of a journal, and its pages as SQLite writes them. */
function pagesOf(t: Parameters<typeof createdJournal>[0]): Pages {
  const place = createdJournal(t);
  {
    using journal = openJournal(place);
    keepSchema(journal, place.file);
    assert.ok(journal.tryEmptyLog());
  }
  const copy = readSchemaCopy(place.file);
  assert.ok(copy !== null, 'the schema of this Hub has room in the pages that are put back');
  const bytes = readFileSync(place.file);
  const page = (number: number): Buffer => Buffer.from(bytes.subarray((number - 1) * pageBytes, number * pageBytes));
  return { copy, first: page(1), leaves: copy.leaves.map((leaf) => page(leaf.page)) };
}

test('the pages of a schema are read as SQLite writes them, and written so that they are read as the same', (t) => {
  const { copy, first, leaves } = pagesOf(t);
  assert.deepEqual(
    leavesOf(first),
    copy.leaves.map(({ page }) => page),
  );
  assert.deepEqual(firstPageOf(copy.leaves)?.subarray(headerBytes), first.subarray(headerBytes));
  for (const [at, leaf] of leaves.entries()) {
    const rows = copy.leaves[at]?.rows ?? [];
    assert.deepEqual(rowsOf(leaf), rows);
    assert.deepEqual(rowsOf(pageOf(rows) ?? leaf.fill(0)), rows);
    assert.equal(kindOf(leaf), 'table');
  }
});

test('rows that a page has no room for are not written', (t) => {
  const { rows } = pagesOf(t).copy.leaves[0] ?? { rows: [] };
  assert.equal(pageOf([...rows, ...rows.map((row) => ({ ...row, rowid: row.rowid + 1_000 }))]), null);
  assert.equal(firstPageOf(Array.from({ length: 1_000 }, (_, page) => ({ page, rows }))), null);
});

test('rows that lie over each other are read once', (t) => {
  const { copy, leaves } = pagesOf(t);
  const page = Buffer.from(leaves[0] ?? '');
  const large = copy.leaves[0]?.rows.findIndex(({ sql }, at) => (sql?.length ?? 0) > 200 && page.readUInt16BE(8 + 2 * at) >= 208) ?? 0;
  const cell = page.readUInt16BE(8 + 2 * large);
  page.writeUInt16BE(100, 3);
  for (let at = 8; at < 208; at += 2) page.writeUInt16BE(cell, at);
  const rows = rowsOf(page);
  assert.ok(rows?.length === 100 && rows[0] !== null && rows.at(-1) === null);
});

test('a page with anything in it is read as damaged, and one with a few changed bytes as it is or as damaged', (t) => {
  const { leaves } = pagesOf(t);
  const random = seeded(19);
  const whole = (below: number): number => Math.floor(random() * below);
  for (const size of [0, 1, 7, 8, 100, pageBytes - 1])
    assert.deepEqual([rowsOf(Buffer.alloc(size, 13)), leavesOf(Buffer.alloc(size, 5))], [null, null]);
  for (let run = 0; run < runs(20_000); run += 1) {
    const noise = Buffer.from(Array.from({ length: pageBytes / 8 }, () => whole(256)));
    const page = Buffer.concat(Array.from({ length: 8 }, () => noise));
    page[0] = [13, 5, 10, 2][run % 4] ?? 0;
    page[headerBytes] = 5;
    if (run % 3 === 0) page.writeUInt16BE(1 + whole(3), 3);
    assert.ok(rowsOf(page)?.every((row) => row === null) ?? true);
    leavesOf(page);
    kindOf(page);
    const changed = Buffer.from(leaves[run % leaves.length] ?? noise);
    for (let count = 0; count < 3; count += 1) changed[whole(pageBytes)] = whole(256);
    const rows = rowsOf(changed);
    assert.ok(rows === null || rows.every((row) => row === null || /^\w+$/.test(row.name)));
  }
});
