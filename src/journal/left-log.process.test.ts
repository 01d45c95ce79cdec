/** A journal is opened after another one took its place, while the log of the previous one is still there and perhaps in use. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { journalPlace, textCapture } from '../../test/doubles/temporary-journal.ts';
import { type JournalUser, startJournalUser } from '../../test/harness/journal/journal-user.ts';
import { recordCapture } from './captures/captures.ts';
import { isMarkedDamaged } from './damage/damage.ts';
import { listFragments } from './fragments/listing.ts';
import { type Journal, type JournalPlace, openJournal, openJournalReader } from './journal.ts';
import { fileIdentity } from './journal-identity.ts';
import { noteLog, removeLeftLog } from './left-log.ts';

/** A process that has recorded twenty copies, most of them only in its log. */
async function userWithCopies(t: TestContext, place: JournalPlace): Promise<JournalUser> {
  const user = startJournalUser(t, place);
  for (let number = 1; number <= 20; number += 1) assert.equal(await user.copy(`${number}: ${'old'.repeat(1_000)}`), String(number));
  return user;
}

/** A closed journal with thirty copies, which takes the place of the one that is there. */
function putBackup({ file, blobs }: JournalPlace): void {
  const backup = path.join(path.dirname(file), 'backup.db');
  {
    using journal = openJournal({ file: backup, blobs });
    for (let number = 1; number <= 30; number += 1) recordCapture(journal, textCapture('y'.repeat(number)));
  }
  fs.renameSync(backup, file);
}

const sizes = (journal: Journal): readonly number[] => listFragments(journal, { limit: 100 }).map(({ bytes }) => bytes);
const backupSizes = Array.from({ length: 30 }, (_, index) => 30 - index);

function assertSound(place: JournalPlace, expected: readonly number[]): void {
  using journal = openJournal(place);
  assert.deepEqual(sizes(journal), expected);
  assert.equal(journal.statement('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  assert.equal(isMarkedDamaged(place.file), false);
}

test('a journal that replaces one in use is read and written without the log of that one', async (t) => {
  const place = journalPlace(t);
  const user = await userWithCopies(t, place);
  putBackup(place);
  {
    using journal = openJournal(place);
    assert.deepEqual(sizes(journal), backupSizes);
    recordCapture(journal, textCapture('z'.repeat(40)));
    assert.ok(journal.tryEmptyLog());
  }
  assert.equal(await user.copy('of a process that knows the ids of the previous journal'), 'journal-gone');
  assertSound(place, [40, ...backupSizes]);
});

test('a journal that replaces one whose process was killed does not get its log either', async (t) => {
  const place = journalPlace(t);
  await (await userWithCopies(t, place)).kill();
  putBackup(place);
  assertSound(place, backupSizes);
});

test('nor does a backup that gets the inode number of the removed journal', async (t) => {
  const place = journalPlace(t);
  await (await userWithCopies(t, place)).kill();
  const backup = `${place.file}.kept`;
  const number = fs.statSync(place.file).ino;
  fs.renameSync(place.file, `${place.file}.old`);
  putBackup(place);
  fs.renameSync(place.file, backup);
  fs.renameSync(`${place.file}.old`, place.file);
  fs.rmSync(place.file);
  fs.copyFileSync(backup, place.file);
  if (fs.statSync(place.file).ino !== number) return t.skip('this file system does not give the number to the next file');
  assertSound(place, backupSizes);
});

test('a new journal does not get the log of one that was removed without it', async (t) => {
  const place = journalPlace(t);
  const user = await userWithCopies(t, place);
  fs.rmSync(place.file);
  assertSound(place, []);
  await user.kill();
  assertSound(place, []);
});

test('a journal that is put back together with its log keeps the copies in the log', async (t) => {
  const place = journalPlace(t);
  await (await userWithCopies(t, place)).kill();
  const parts = ['', '-wal'].map((ending) => `${place.file}${ending}`);
  for (const part of parts) fs.copyFileSync(part, `${part}.backup`);
  for (const file of fs.globSync(`${place.file}{,-wal,-shm}`)) fs.rmSync(file);
  await (await userWithCopies(t, place)).kill();
  for (const part of parts) fs.renameSync(`${part}.backup`, part);
  const left = Array.from({ length: 20 }, (_, index) => `${20 - index}: ${'old'.repeat(1_000)}`.length);
  assertSound(place, left);
});

/** Runs the work right after the next journal that is opened has opened its log, as if its process had waited there for another one. */
function whileOpening(t: TestContext, work: () => void): void {
  const { mock } = t.mock.method(DatabaseSync.prototype, 'exec', function exec(this: DatabaseSync, sql: string): void {
    mock.restore();
    this.exec(sql);
    assert.match(sql, /journal_mode/);
    work();
  });
}

test('a journal that takes the place of one that is being opened is opened instead, and keeps its own log', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  const log = `${place.file}-wal`;
  let inUse: { readonly journal: Journal; readonly log: string | null } | null = null;
  whileOpening(t, () => {
    putBackup(place);
    const journal = openJournal(place);
    for (let bytes = 31; bytes <= 40; bytes += 1) recordCapture(journal, textCapture('y'.repeat(bytes)));
    inUse = { journal, log: fileIdentity(log) };
  });
  const expected = [...Array.from({ length: 10 }, (_, index) => 40 - index), ...backupSizes];
  {
    using first = openJournal(place);
    using next = openJournal(place);
    assert.ok(inUse !== null);
    const { journal, log: its } = inUse as { readonly journal: Journal; readonly log: string | null };
    using _journal = journal;
    assert.equal(fileIdentity(log), its);
    for (const each of [journal, first, next]) assert.deepEqual([each.isGone(), sizes(each)], [false, expected]);
  }
  assertSound(place, expected);
});

test('a log is not removed while the journal is open that is there now, whatever the note says', (t) => {
  const place = journalPlace(t);
  const [log, note] = ['-wal', '.opened'].map((ending) => `${place.file}${ending}`) as [string, string];
  const writeWrongNote = (): void =>
    fs.writeFileSync(note, JSON.stringify({ ...JSON.parse(fs.readFileSync(note, 'utf8')), database: '0:0' }));
  {
    using journal = openJournal(place);
    recordCapture(journal, textCapture('x'));
    const opened = fileIdentity(log);
    writeWrongNote();
    assert.throws(() => openJournalReader(place), { errcode: 5 });
    assert.deepEqual([fileIdentity(log), removeLeftLog(place.file, journal.opened)], [opened, false]);
    recordCapture(journal, textCapture('yy'));
  }
  assertSound(place, [2, 1]);
  assert.deepEqual(fs.globSync(`${place.file}.alone*`), []);
});

test('the note names no log beside a journal that is not there any more', (t) => {
  const place = journalPlace(t);
  using _journal = openJournal(place);
  const note = (): string => fs.readFileSync(`${place.file}.opened`, 'utf8');
  const before = note();
  noteLog(place.file, '0:0');
  assert.equal(note(), before);
});
