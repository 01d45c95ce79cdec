/** Hub is killed while it puts a journal aside: the next start finishes that, under the same names, and nothing is left out. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { closeFile } from '../../../test/doubles/journals/closed-file.ts';
import { capture, journalPlace, spooledContent, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { allUnsure, isNothingLost, mostLost, nothingLost } from '../../domain/retention/lost-copies.ts';
import { blobPath } from '../blobs.ts';
import { recordCapture } from '../captures/captures.ts';
import { contentPlaces } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import { type JournalPlace, openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { damageMark } from './damage.ts';
import { readLoss, writeMove } from './loss-file.ts';
import { openJournalOrFresh } from './quarantine.ts';

const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs');
const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
const file = 'hub.db.bad-2026-03-01T09-05-07-042Z';
const copies = 20;

/** Half of the copies are in the log alone, and one is large. */
function fill(place: JournalPlace): void {
  const other = openJournal(place);
  using journal = openJournal(place);
  for (let n = 1; n < copies; n += 1) {
    recordCapture(journal, textCapture(`copy ${n}`));
    if (n === copies / 2) journal.tryEmptyLog();
  }
  recordCapture(journal, capture([textFragment(spooledContent(place, Buffer.alloc(200_000, 'large ')))]));
  for (const part of ['', '-wal']) fs.copyFileSync(`${place.file}${part}`, `${place.file}-kept${part}`);
  other[Symbol.dispose]();
}

/** As a process leaves it that is killed. */
function leaveOpen(place: JournalPlace): void {
  for (const part of ['-shm', '-wal', '']) fs.rmSync(`${place.file}${part}`, { force: true });
  for (const part of ['', '-wal']) fs.renameSync(`${place.file}-kept${part}`, `${place.file}${part}`);
}

/** Ends it at the call with this number of those that change names; false if there are fewer. */
function killedAt(t: TestContext, place: JournalPlace, call: number, when: 'before' | 'after'): boolean {
  let calls = 0;
  const { renameSync } = fs;
  const mock = t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    calls += 1;
    if (calls === call && when === 'before') throw new Error('killed');
    if (calls > call) throw new Error('killed');
    renameSync(from, to);
    if (calls === call) throw new Error('killed');
  });
  syncBuiltinESMExports();
  try {
    openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    return false;
  } catch (error) {
    assert.equal(String(error), 'Error: killed');
    return true;
  } finally {
    mock.mock.restore();
    syncBuiltinESMExports();
  }
}

test('wherever Hub is killed while it puts a journal aside, the next start has each copy and one journal put aside', (t) => {
  let [ends, begun] = [0, 0];
  for (let call = 1; call < 12; call += 1) {
    for (const when of ['before', 'after'] as const) {
      const place = journalPlace(t);
      fill(place);
      leaveOpen(place);
      writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
      if (!killedAt(t, place, call, when)) continue;
      ends += 1;
      const folder = path.dirname(place.file);
      const isBegun = existsSync(path.join(folder, `${file}-loss`));
      if (isBegun) begun += 1;
      // The damage is not found again: what was begun is finished all the same.
      using journal = openJournalOrFresh(place, atMs + 60_000, () => false).journal;
      const label = `${when} ${call}`;
      assert.equal(listFragments(journal, { limit: 100 }).length, copies, label);
      const [content] = contentPlaces(journal, copies);
      assert.ok(content !== undefined && 'file' in content && existsSync(blobPath(journal, content.sha256)), label);
      const aside = readdirSync(folder).filter((name) => name.endsWith('Z'));
      assert.deepEqual(aside.toSorted(), isBegun ? [file.replace('hub.db', 'blobs'), file] : [], label);
      assert.deepEqual(readLoss(path.join(folder, file)), isBegun ? nothingLost : null, label);
    }
  }
  assert.ok(begun >= 6 && ends > begun, `${begun} of ${ends}`);
});

test('what another process writes between two ends in the middle is kept, and then it is not known that nothing was lost', (t) => {
  const place = journalPlace(t);
  fill(place);
  leaveOpen(place);
  writeMove(`${path.join(path.dirname(place.file), file)}`);
  for (const part of ['-wal', '-wal-next', '-shm'])
    fs.writeFileSync(`${place.file}${file.slice('hub.db'.length)}${part}`, `earlier ${part}`);
  fs.writeFileSync(`${place.file}-wal`, Buffer.alloc(5_000, 'later'));
  fs.writeFileSync(`${place.file}-shm`, 'later');
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  const aside = path.join(path.dirname(place.file), file);
  assert.equal(fs.readFileSync(`${aside}-wal-next`, 'utf8'), 'earlier -wal-next');
  assert.equal(fs.readFileSync(`${aside}-wal-next-2`, 'utf8').slice(0, 5), 'later');
  assert.equal(existsSync(`${aside}-shm-next`), false);
  const loss = readLoss(aside);
  assert.ok(loss !== null && mostLost(loss) === null, 'nobody knows');
});

test('what was begun is finished under the same names where what was written down of that can not be read, once or for good', (t) => {
  for (const why of ['EIO', 'EACCES', 'EMFILE', 'damaged'] as const) {
    const place = journalPlace(t);
    fill(place);
    leaveOpen(place);
    const ending = file.slice('hub.db'.length);
    writeMove(`${place.file}${ending}`);
    fs.renameSync(place.blobs, `${place.blobs}${ending}`);
    fs.mkdirSync(place.blobs);
    if (why === 'damaged') writeFileSync(`${place.file}${ending}-loss`, '\0\0');
    const open = why === 'damaged' ? () => {} : closeFile(t, `${place.file}${ending}-loss`, why);
    const opened = openJournalOrFresh(place, atMs + 60_000);
    open();
    using journal = opened.journal;
    assert.equal(opened.putAside, file, why);
    const [content] = contentPlaces(journal, copies);
    assert.ok(content !== undefined && 'file' in content && existsSync(blobPath(journal, content.sha256)), why);
    assert.ok(isNothingLost(readLoss(`${place.file}${ending}`) ?? allUnsure), why);
  }
});

test('where nothing but what was written down is left of a journal, and that can not be read, no other one is put aside', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  const ending = file.slice('hub.db'.length);
  writeMove(`${place.file}${ending}`);
  closeFile(t, `${place.file}${ending}-loss`);
  const opened = openJournalOrFresh(place, atMs);
  opened.journal[Symbol.dispose]();
  assert.equal(opened.putAside, null);
});
