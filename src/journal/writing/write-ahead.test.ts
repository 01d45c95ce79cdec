import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { journalPlace } from '../../../test/doubles/temporary-journal.ts';
import { useWriteAheadLog } from './write-ahead.ts';

function two(t: TestContext): readonly [DatabaseSync, DatabaseSync] {
  const { file } = journalPlace(t);
  const open = (): DatabaseSync => {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    t.after(() => database.close());
    return database;
  };
  return [open(), open()];
}

const modeOf = (database: DatabaseSync): unknown => database.prepare('PRAGMA journal_mode').get()?.journal_mode;

test('switching a database that another process is just creating is retried until that process is done', (t) => {
  const [ours, others] = two(t);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  let pauses = 0;
  useWriteAheadLog(ours, 10_000, () => {
    pauses += 1;
    if (pauses === 3) others.exec('COMMIT');
  });
  assert.deepEqual([pauses, modeOf(ours)], [3, 'wal']);
});

test('switching a database that stays in use fails with the error of SQLite', (t) => {
  const [ours, others] = two(t);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  assert.throws(() => useWriteAheadLog(ours, 0), { errcode: 5 });
  others.exec('ROLLBACK');
});

test('a database that is already in WAL mode is not waited for, even while another process writes into it', (t) => {
  const [ours, others] = two(t);
  useWriteAheadLog(others, 0);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  useWriteAheadLog(ours, 0, () => assert.fail('it waits'));
  others.exec('ROLLBACK');
});
