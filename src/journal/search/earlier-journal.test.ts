import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import { journalPlace } from '../../../test/doubles/temporary-journal.ts';
import { openJournal } from '../journal.ts';
import { first } from '../migrations/earlier/0001-first.ts';
import { erasure } from '../migrations/earlier/0002-erasure.ts';
import { judging } from '../migrations/earlier/0003-judging.ts';
import { absence } from '../migrations/earlier/0004-absence.ts';
import { pairs } from '../migrations/earlier/0005-pairs.ts';
import { blobBytes } from '../migrations/earlier/0006-blob-bytes.ts';
import { counts } from '../migrations/earlier/0007-counts.ts';
import { deletedCopies } from '../migrations/earlier/0008-deleted-copies.ts';
import { soundCounts } from '../migrations/earlier/0009-sound-counts.ts';
import { changes } from '../migrations/earlier/0010-changes.ts';
import { indexBlocksStep } from './index-blocks.ts';

const copies = 100;
/** So many that one step does not forget them all, and has to count what is left. Most have no fragment any more. */
const indexed = 4_500;
/** Its letters sort after all others, so that an index stores them uncompressed. */
const canary = 'ꙮ⨳⩋';

/** In SQLite's form of variable length. */
function leadingNumber(record: Uint8Array): number {
  const length = record.findIndex((byte) => byte < 0x80) + 1;
  return record.subarray(0, length).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

/** As another process sees it; and each index counts its fragments correctly, which SQLite does not check in one without contents. */
function isSound(file: string): boolean {
  using database = new DatabaseSync(file);
  const found = database.prepare('PRAGMA integrity_check').all();
  if (found.length !== 1 || Object.values(found[0] ?? {})[0] !== 'ok') return false;
  return ['search', 'pairs'].every((index) => {
    const rows = Number(database.prepare(`SELECT count(*) AS rows FROM ${index}_docsize`).get()?.rows);
    const counted = database.prepare(`SELECT block FROM ${index}_data WHERE id = 1`).get()?.block;
    return rows === 0 || (counted instanceof Uint8Array && rows === leadingNumber(counted));
  });
}

/** A journal as an earlier version left it. */
function fill(file: string): void {
  using database = new DatabaseSync(file);
  const before = [first, erasure, judging, absence, pairs, blobBytes, counts, deletedCopies, soundCounts, changes];
  for (const migration of before) database.exec(migration);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA user_version = ${before.length}`);
  database.exec('BEGIN');
  for (let id = 1; id <= copies; id += 1) {
    const others = Array.from({ length: 500 }, (_, at) => ((at * 7_919 + id * 104_729) % 1_000_003).toString(36)).join(' ');
    const text = `${id === 1 ? canary : ''} Straße number${id} ab ${others}`;
    database.exec(
      `INSERT INTO captures (origin, copied_at, source_type, source_name, source_path, digest) VALUES ('clipboard', ${id}, 'local', 'Editor', '', 'x')`,
    );
    database.exec(`INSERT INTO fragments (capture_id, kind, state) VALUES (${id}, 'text', 'kept')`);
    const insert = database.prepare("INSERT INTO representations VALUES (?, 0, 'text/plain', ?, ?, ?)");
    const bytes = Buffer.from(text);
    insert.run(id, bytes.length, 'a'.repeat(64), bytes);
    database.prepare('INSERT INTO search (rowid, body, names) VALUES (?, ?, ?)').run(id, text, 'Editor');
    database.prepare('INSERT INTO pairs (rowid, words) VALUES (?, ?)').run(id, 'u1 u2');
  }
  // Of copies that were deleted since, as far as an index knows.
  const others = ["search (rowid, body, names) VALUES (?, 'x', '')", "pairs (rowid, words) VALUES (?, 'u1')"];
  for (const insert of others.map((other) => database.prepare(`INSERT INTO ${other}`)))
    for (let id = copies + 1; id <= indexed; id += 1) insert.run(id);
  database.exec('COMMIT');
}

test('a journal of an earlier version is searched correctly before, while and after it is indexed, and its earlier indexes are emptied', (t) => {
  const place = journalPlace(t);
  fill(place.file);
  const look = (journal: ReturnType<typeof openJournal>): void => {
    assert.equal(foundIds(journal, 'strasse').length, copies);
    assert.deepEqual(foundIds(journal, 'number17'), [17]);
    assert.equal(foundIds(journal, 'ab').length, copies);
  };
  for (let steps = 0; steps < 3; steps += 1) {
    using killed = openJournal(place); // each ends in the middle
    look(killed);
    indexBlocksStep(killed, 0);
  }
  using journal = openJournal(place);
  let emptying = 0;
  for (let steps = 0; indexBlocksStep(journal, 0) === 'more'; steps += 1) {
    assert.ok(steps < 1_000, 'there is an end');
    if (steps % 20 === 0) look(journal);
    if (journal.statement('SELECT 1 FROM unindexed_blocks WHERE block < 3').get() !== undefined) continue;
    emptying += 1;
    assert.ok(isSound(place.file), 'a process that ends here leaves no damage');
  }
  assert.ok(emptying > 10, 'one step does a part');
  look(journal);
  for (const table of ['search', 'pairs']) {
    assert.deepEqual(journal.statement(`SELECT count(*) AS rows FROM ${table}_docsize`).get()?.rows, 0);
    assert.deepEqual(journal.statement(`SELECT count(*) AS rows FROM ${table}_idx`).get()?.rows, 0);
    assert.deepEqual(journal.statement(`SELECT count(*) AS rows FROM ${table}_data`).get()?.rows, 2);
  }
  assert.deepEqual(
    journal
      .statement('PRAGMA integrity_check')
      .all()
      .map((row) => Object.values(row)),
    [['ok']],
  );
  assert.ok(journal.tryEmptyLog());
  const bytes = readFileSync(place.file);
  assert.equal(bytes.indexOf(Buffer.from(canary)), bytes.lastIndexOf(Buffer.from(canary)), 'only the copy itself has it');
});
