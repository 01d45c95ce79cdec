/** A program that knows nothing of Hub opens its journal while Hub runs: sqlite3 at a terminal, or a backup. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listFragments } from './fragments.ts';
import { type JournalPlace, openJournal } from './journal.ts';
import { journalPlace, testJournal } from './test-journal.ts';

interface JournalUser {
  readonly pid: number;
  /** Resolves once the copy is recorded, to how many the process then reads. */
  copy(text: string): Promise<string>;
  kill(): Promise<void>;
}

function startUser(t: TestContext, { file, blobs }: JournalPlace): JournalUser {
  const program = fileURLToPath(new URL('../../test/harness/journal-user-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, file, blobs], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  return {
    pid: child.pid ?? 0,
    copy: async (text) => {
      child.stdin.write(`${text}\n`);
      return String((await answers.next()).value);
    },
    kill,
  };
}

/**
 * The program `sqlite3` where there is one: up to its version 3.50, SQLite brings the log into a database and removes it whenever nobody else seems to
 * have it open, as its locks say. Later ones, as Node's, look twice.
 */
function lookAndClose(file: string): void {
  const look = 'SELECT count(*) FROM sqlite_master';
  if (spawnSync('sqlite3', [file, look]).status === 0) return;
  const foreign = new DatabaseSync(file);
  foreign.exec(look);
  foreign.close();
}

/** The processes that hold a lock on the database, as SQLite does for as long as one has it open; by their numbers. */
function holdersOf(file: string): readonly number[] {
  const { ino } = statSync(file);
  const locks = readFileSync('/proc/locks', 'latin1').matchAll(/ READ +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /g);
  return [...locks].flatMap(([, pid, inode]) => (Number(inode) === ino ? [Number(pid)] : [])).toSorted();
}

test('a program that opens and closes the journal leaves its log to those who have it open, and no copy is lost when these are killed', async (t) => {
  const place = journalPlace(t);
  const users = [startUser(t, place), startUser(t, place), startUser(t, place)];
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

test('a journal that is made is its user’s alone, and so is its log; one that others may read becomes so', {
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
