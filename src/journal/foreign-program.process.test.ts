/** Another program, such as sqlite3 at a terminal or a backup, opens the journal while Hub runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { journalPlace, testJournal } from '../../test/doubles/temporary-journal.ts';
import { startJournalUser } from '../../test/harness/journal/journal-user.ts';
import { listFragments } from './fragments/listing.ts';
import { openJournal } from './journal.ts';

/**
 * Opens and closes the database, with the program `sqlite3` if it is installed: SQLite up to 3.50 moves the log into the database and removes it whenever
 * the locks suggest that no other process has it open. Later versions, such as Node's, check twice.
 */
function lookAndClose(file: string): void {
  const look = 'SELECT count(*) FROM sqlite_master';
  if (spawnSync('sqlite3', [file, look]).status === 0) return;
  const foreign = new DatabaseSync(file);
  foreign.exec(look);
  foreign.close();
}

/** The ids of the processes that hold a lock on the database, as each process does while it has it open. */
function holdersOf(file: string): readonly number[] {
  const { ino } = statSync(file);
  const locks = readFileSync('/proc/locks', 'latin1').matchAll(/ READ +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /g);
  // While it reads or writes, a process has more than one lock.
  return [...new Set([...locks].flatMap(([, pid, inode]) => (Number(inode) === ino ? [Number(pid)] : [])))].toSorted();
}

test('a program that opens and closes the journal does not remove the log that others use, and no copy is lost when these are killed', async (t) => {
  const place = journalPlace(t);
  const users = [startJournalUser(t, place), startJournalUser(t, place), startJournalUser(t, place)];
  const logOf = (): number | undefined => statSync(`${place.file}-wal`, { throwIfNoEntry: false })?.ino;
  let copies = 0;
  const copyByEach = async (): Promise<void> => {
    for (const user of users) assert.equal(await user.copy(`copy ${++copies}`), String(copies));
  };
  await copyByEach();
  const log = logOf();
  assert.notEqual(log, undefined);
  if (process.platform === 'linux') assert.deepEqual(holdersOf(place.file), users.map(({ pid }) => pid).toSorted());
  lookAndClose(place.file);
  await copyByEach();
  lookAndClose(place.file);
  assert.equal(logOf(), log);
  await copyByEach();
  for (const user of users) await user.kill();
  assert.equal(listFragments(testJournal(t, place), { limit: 100 }).length, copies);
});

test('a new journal and its log are private, and one that others may read becomes private when it is opened', {
  skip: process.platform === 'win32',
}, (t) => {
  const place = journalPlace(t);
  const rights = (): readonly number[] => ['', '-wal', '-shm'].map((ending) => statSync(`${place.file}${ending}`).mode & 0o777);
  for (const round of ['new', 'put there']) {
    using _journal = openJournal(place);
    assert.deepEqual(rights(), [0o600, 0o600, 0o600], round);
    chmodSync(place.file, 0o644);
  }
});
