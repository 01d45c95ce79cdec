import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { journalPlace } from './test-journal.ts';
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

test('a new database that another process is making at this moment is asked for again, until that one is done', (t) => {
  const [ours, others] = two(t);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  let pauses = 0;
  useWriteAheadLog(ours, 10_000, () => {
    pauses += 1;
    if (pauses === 3) others.exec('COMMIT');
  });
  assert.deepEqual([pauses, modeOf(ours)], [3, 'wal']);
});

test('one that stays in use is given up with the error of SQLite', (t) => {
  const [ours, others] = two(t);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  assert.throws(() => useWriteAheadLog(ours, 0), { errcode: 5 });
  others.exec('ROLLBACK');
});

test('one that is in this mode already is not waited for, whoever writes into it', (t) => {
  const [ours, others] = two(t);
  useWriteAheadLog(others, 0);
  others.exec('BEGIN IMMEDIATE; CREATE TABLE first (id INTEGER)');
  useWriteAheadLog(ours, 0, () => assert.fail('it waits'));
  others.exec('ROLLBACK');
});
