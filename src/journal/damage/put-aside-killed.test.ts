/** Hub is killed while it puts a journal aside: the next start finishes that, under the same names, and nothing is left out. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { closeFile } from '../../../test/doubles/journals/closed-file.ts';
import { capture, journalPlace, spooledContent, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { allUnsure, isNothingLost, mostLost, nothingLost } from '../../domain/retention/lost-copies.ts';
import { blobPath } from '../blobs.ts';
import { recordCapture } from '../captures/captures.ts';
import { contentPlaces } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { carryOn, isAnythingLeft } from './carrying/carry-on.ts';
import { damageMark } from './damage.ts';
import { readLoss, writeMove } from './loss-file.ts';
import { dropLeftParts, journalsPutAside, noticeNow } from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';

const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs');
const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
const file = 'hub.db.bad-2026-03-01T09-05-07-042Z';
const ending = file.slice('hub.db'.length);
const copies = 20;

/** Half of the copies are in the log alone, and the first one is large. */
function fill(place: JournalPlace): void {
  const other = openJournal(place);
  using journal = openJournal(place);
  recordCapture(journal, capture([textFragment(spooledContent(place, Buffer.alloc(200_000, 'large ')))]));
  for (let n = 2; n <= copies; n += 1) {
    recordCapture(journal, textCapture(`copy ${n}`));
    if (n === copies / 2) journal.tryEmptyLog();
  }
  for (const part of ['', '-wal']) fs.copyFileSync(`${place.file}${part}`, `${place.file}-kept${part}`);
  other[Symbol.dispose]();
}

/** As a process leaves it that is killed. */
function leaveOpen(place: JournalPlace): void {
  for (const part of ['-shm', '-wal', '']) fs.rmSync(`${place.file}${part}`, { force: true });
  for (const part of ['', '-wal']) fs.renameSync(`${place.file}-kept${part}`, `${place.file}${part}`);
}

function markedJournal(t: TestContext): JournalPlace {
  const place = journalPlace(t);
  fill(place);
  leaveOpen(place);
  writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
  return place;
}

/** Puts it aside while another process reads it, so that its log is not emptied first. `around` does a call that changes a name, or ends what is done with an error. */
function putAsideWith(t: TestContext, place: JournalPlace, around: (rename: () => void, from: string) => void): unknown {
  const { renameSync } = fs;
  t.mock.method(fs, 'renameSync', (from: string, to: string) => around(() => renameSync(from, to), from));
  syncBuiltinESMExports();
  using other = new DatabaseSync(place.file, { readOnly: true });
  other.prepare('SELECT count(*) FROM fragments').get();
  try {
    openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    return null;
  } catch (error) {
    return error;
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
}

/** Ends it for good before or after the call that `isAt` tells; false if there is none. */
function killed(t: TestContext, place: JournalPlace, isAt: (from: string, call: number) => 'before' | 'after' | false): boolean {
  let [calls, isKilled] = [0, false];
  const alive = (): void => {
    if (isKilled) throw new Error('killed');
  };
  for (const name of ['rmSync', 'rmdirSync', 'mkdirSync', 'writeFileSync'] as const) {
    const original = fs[name] as (...given: unknown[]) => unknown;
    t.mock.method(fs, name, (...given: unknown[]) => {
      alive();
      return original(...given);
    });
  }
  const error = putAsideWith(t, place, (rename, from) => {
    calls += 1;
    const when = isAt(from, calls);
    isKilled ||= when === 'before';
    alive();
    rename();
    isKilled ||= when === 'after';
    alive();
  });
  assert.ok(error === null || String(error) === 'Error: killed', String(error));
  return error !== null;
}

function hasLarge(journal: Journal): boolean {
  const [content] = contentPlaces(journal, 1);
  return content !== undefined && 'file' in content && existsSync(blobPath(journal, content.sha256));
}

const textsOf = (journal: Journal) => listFragments(journal, { limit: 100 });

test('wherever Hub is killed while it puts a journal aside, the next start has each copy and one journal put aside', (t) => {
  let [ends, begun, logs] = [0, 0, 0];
  for (let call = 1; call < 12; call += 1) {
    for (const when of ['before', 'after'] as const) {
      const place = markedJournal(t);
      if (!killed(t, place, (_from, now) => now === call && when)) continue;
      ends += 1;
      const folder = path.dirname(place.file);
      const isBegun = existsSync(path.join(folder, `${file}-loss`));
      if (isBegun) begun += 1;
      if (existsSync(place.file) && sizeOf(`${place.file}${ending}-wal`) > 10_000) logs += 1;
      // The damage is not found again: what was begun is finished all the same.
      using journal = openJournalOrFresh(place, atMs + 60_000, () => false).journal;
      const label = `${when} ${call}`;
      assert.equal(textsOf(journal).length, copies, label);
      assert.ok(hasLarge(journal), label);
      const aside = readdirSync(folder).filter((name) => name.endsWith('Z'));
      assert.deepEqual(aside.toSorted(), isBegun ? [file.replace('hub.db', 'blobs'), file] : [], label);
      assert.deepEqual(readLoss(path.join(folder, file)), isBegun ? nothingLost : null, label);
    }
  }
  assert.ok(begun >= 6 && ends > begun, `${begun} of ${ends}`);
  assert.equal(logs, 2, 'after the log was moved, and before the database was');
});

function sizeOf(name: string): number {
  return statSync(name, { throwIfNoEntry: false })?.size ?? 0;
}

for (const how of ['copied over it', 'moved over it'] as const)
  for (const end of ['the log was moved', 'nothing was moved'] as const)
    test(`a backup that is ${how} after such an end is opened as it is, when ${end}`, async (t) => {
      const place = markedJournal(t);
      const backup = `${place.file}-backup`;
      {
        using database = new DatabaseSync(place.file, { readOnly: true });
        database.exec(`VACUUM INTO '${backup}'`);
      }
      assert.ok(killed(t, place, (from) => from === (end === 'nothing was moved' ? place.blobs : place.file) && 'before'));
      for (const part of ['-wal', '-shm']) fs.rmSync(`${place.file}${part}`, { force: true });
      if (how === 'copied over it') fs.copyFileSync(backup, place.file);
      else fs.renameSync(backup, place.file);
      const opened = openJournalOrFresh(place, atMs + 60_000, () => false);
      using journal = opened.journal;
      assert.equal(opened.putAside, null);
      assert.equal(textsOf(journal).length, copies);
      assert.ok(hasLarge(journal));
      const aside = await journalsPutAside(place.file);
      assert.deepEqual(aside, end === 'nothing was moved' ? [] : [{ file, atMs }]);
      const { says } = noticeNow(journal, aside, []);
      assert.equal(says?.includes('copies may be lost') ?? false, end === 'the log was moved');
      assert.equal(existsSync(`${place.file}${ending}-loss`), end === 'the log was moved');
      assert.ok(existsSync(place.blobs));
      if (end === 'nothing was moved') return;
      await carryOn({ place, journal, isOver: () => false, pause: async () => {}, hasRoom: async () => true });
      assert.deepEqual([textsOf(journal).length, isAnythingLeft(place, journal, aside)], [copies, false]);
      assert.ok(fs.readFileSync(`${place.file}${ending}`).includes(`copy ${copies}`), 'other tools may read it');
    });

test('what a command writes into a database whose log was moved is kept, and then nobody says that nothing was lost', async (t) => {
  const place = markedJournal(t);
  assert.ok(killed(t, place, (from) => from === place.file && 'before'));
  {
    using journal = openJournal(place);
    for (let n = 0; n < 30; n += 1) recordCapture(journal, textCapture(`between ${n}`));
  }
  for (const isStillDamaged of [() => false, () => true]) {
    using journal = openJournalOrFresh(place, atMs + 60_000, isStillDamaged).journal;
    assert.equal(textsOf(journal).length, copies / 2 + 30);
    assert.ok(hasLarge(journal));
    assert.deepEqual(readLoss(`${place.file}${ending}`), allUnsure);
    assert.match(noticeNow(journal, await journalsPutAside(place.file), []).says ?? '', /copies may be lost/);
    writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
  }
});

test('large copies that can not be moved back at one start are at the next', (t) => {
  const place = markedJournal(t);
  assert.ok(killed(t, place, (from) => from === place.file && 'before'));
  {
    using journal = openJournal(place);
    recordCapture(journal, textCapture('between'));
  }
  const { renameSync } = fs;
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    // As on Windows, while a program has a file in that folder open.
    if (from.includes(`blobs${ending}`)) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  const start = (): boolean => {
    using journal = openJournalOrFresh(place, atMs + 60_000, () => false).journal;
    dropLeftParts(place.file);
    return hasLarge(journal);
  };
  assert.equal(start(), false);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(start(), true);
});

test('what was begun is finished on a disk that has become full', (t) => {
  const place = markedJournal(t);
  assert.ok(killed(t, place, (from) => from === place.file && 'before'));
  const write = fs.writeFileSync;
  let isFull = true;
  t.mock.method(fs, 'writeFileSync', (...given: Parameters<typeof write>) => {
    if (isFull && String(given[1]).includes('"unsure"')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    write(...given);
  });
  syncBuiltinESMExports();
  assert.throws(() => openJournalOrFresh(place, atMs + 60_000), /full/);
  assert.ok(existsSync(`${place.file}${ending}`) && !existsSync(place.file));
  isFull = false;
  using journal = openJournalOrFresh(place, atMs + 120_000).journal;
  assert.equal(textsOf(journal).length, copies);
  t.mock.restoreAll();
  syncBuiltinESMExports();
});

for (const part of ['', '-wal'] as const)
  test(`if ${part === '' ? 'the database' : 'its log'} can not be moved, everything is where it was, and is put aside the next time`, (t) => {
    const place = markedJournal(t);
    const before = readdirSync(path.dirname(place.file));
    const error = putAsideWith(t, place, (rename, from) => {
      if (from === `${place.file}${part}`) throw Object.assign(new Error('in use'), { code: 'EBUSY' });
      rename();
    });
    assert.match(String(error), /in use/);
    const after = readdirSync(path.dirname(place.file));
    assert.deepEqual(
      after.filter((name) => name.includes('.bad-')),
      [],
    );
    assert.deepEqual(
      before.filter((name) => !after.includes(name)),
      [],
    );
    {
      using journal = openJournal(place);
      assert.equal(textsOf(journal).length, copies);
      assert.ok(hasLarge(journal));
    }
    const opened = openJournalOrFresh(place, atMs + 60_000);
    using journal = opened.journal;
    assert.ok(opened.putAside !== null);
    assert.equal(textsOf(journal).length, copies);
    assert.ok(isNothingLost(readLoss(path.join(path.dirname(place.file), opened.putAside)) ?? allUnsure));
  });

test('a log that another process wrote between two ends in the middle is kept, and then it is not known that nothing was lost', (t) => {
  const place = markedJournal(t);
  const aside = `${place.file}${ending}`;
  writeMove(aside, place.file);
  for (const part of ['-wal', '-wal-next', '-shm']) fs.writeFileSync(`${aside}${part}`, `earlier ${part}`);
  fs.writeFileSync(`${place.file}-wal`, Buffer.alloc(5_000, 'later'));
  fs.writeFileSync(`${place.file}-shm`, 'later');
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  assert.equal(fs.readFileSync(`${aside}-wal-next`, 'utf8'), 'earlier -wal-next');
  assert.equal(fs.readFileSync(`${aside}-wal-next-2`, 'utf8').slice(0, 5), 'later');
  assert.equal(existsSync(`${aside}-shm-next`), false);
  const loss = readLoss(aside);
  assert.ok(loss !== null && mostLost(loss) === null, 'nobody knows');
});

test('where what was begun can not be read, once or for good, what was moved comes back to a journal that is marked', (t) => {
  for (const why of ['EIO', 'EACCES', 'EMFILE', 'damaged'] as const) {
    const place = markedJournal(t);
    const name = `${place.file}${ending}-loss`;
    writeMove(`${place.file}${ending}`, place.file);
    fs.renameSync(place.blobs, `${place.blobs}${ending}`);
    fs.mkdirSync(place.blobs);
    if (why === 'damaged') writeFileSync(name, '\0\0');
    const open = why === 'damaged' ? () => {} : closeFile(t, name, why);
    const opened = openJournalOrFresh(place, atMs + 60_000);
    open();
    using journal = opened.journal;
    assert.equal(opened.putAside, file.replace('-05-', '-06-'), why);
    assert.ok(hasLarge(journal), why);
    const folder = path.dirname(place.file);
    assert.deepEqual(
      readdirSync(folder).filter((one) => one.includes(ending)),
      [],
    );
    assert.ok(isNothingLost(readLoss(path.join(folder, opened.putAside ?? '')) ?? allUnsure), why);
  }
});

test('a sound journal is not put aside, and nothing moved, where what was lost with one that is gone can not be read', (t) => {
  for (const why of ['EIO', 'EMFILE', 'damaged'] as const)
    for (const left of [['-loss'], ['-loss', '-wal', '-shm'], ['-loss', '-header', '-pages', '.gz']]) {
      const place = journalPlace(t);
      fill(place);
      for (const part of left) writeFileSync(`${place.file}${ending}${part}`, '\0\0');
      fs.mkdirSync(`${place.blobs}${ending}`);
      const open = why === 'damaged' ? () => {} : closeFile(t, `${place.file}${ending}-loss`, why);
      const opened = openJournalOrFresh(place, atMs);
      open();
      using journal = opened.journal;
      assert.equal(opened.putAside, null);
      assert.equal(textsOf(journal).length, copies);
      for (const part of left) assert.ok(existsSync(`${place.file}${ending}${part}`), part);
      assert.ok(existsSync(`${place.blobs}${ending}`));
    }
});

test('what was begun with a journal is not finished with the one that took its place', (t) => {
  const place = markedJournal(t);
  writeMove(`${place.file}${ending}`, place.file);
  for (const part of ['', '-wal']) fs.rmSync(`${place.file}${part}`);
  fill(place);
  const opened = openJournalOrFresh(place, atMs + 60_000, () => false); // it may have the number of the marked file
  using journal = opened.journal;
  assert.equal(opened.putAside, null);
  assert.equal(textsOf(journal).length, copies);
  assert.equal(existsSync(`${place.file}${ending}-loss`), false);
  assert.ok(existsSync(place.blobs));
});
