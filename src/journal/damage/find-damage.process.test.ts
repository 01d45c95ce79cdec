/** A journal that was marked as damaged before the start, and may have been overwritten with a sound one since. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { listFragments } from '../fragments/listing.ts';
import { type JournalPlace, openJournal, openJournalReader } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { damageMark, isDamage, isMarkedDamaged } from './damage.ts';
import { isFoundDamaged } from './find-damage.ts';
import { openJournalOrFresh } from './quarantine.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** A journal in which a statement has met noise, and left the mark. Returns a copy of it as it was before. */
function markedJournal(place: JournalPlace): string {
  let root: number;
  {
    using journal = openJournal(place);
    for (let bytes = 1; bytes <= 20; bytes += 1) recordCapture(journal, textCapture('x'.repeat(bytes)));
    root = Number(journal.statement("SELECT rootpage FROM sqlite_schema WHERE name = 'fragments'").get()?.rootpage);
  }
  const backup = `${place.file}.backup`;
  copyFileSync(place.file, backup);
  writeFileSync(place.file, readFileSync(place.file).fill(0xff, (root - 1) * 4_096, root * 4_096)); // in place: the same file
  using reader = openJournalReader(place);
  assert.throws(() => listFragments(reader, { limit: 100 }), isDamage);
  assert.ok(isMarkedDamaged(place.file));
  return backup;
}

test('a sound backup that is copied over a journal marked as damaged is opened, and no longer marked', (t) => {
  const place = journalPlace(t);
  const backup = markedJournal(place);
  const damaged = fileIdentity(place.file);
  copyFileSync(backup, place.file);
  assert.equal(fileIdentity(place.file), damaged, 'the same file, as with cp');
  const { journal, putAside } = openJournalOrFresh(place, atMs, isFoundDamaged);
  using _journal = journal;
  assert.equal(putAside, null);
  assert.equal(listFragments(journal, { limit: 100 }).length, 20);
  assert.equal(existsSync(damageMark(place.file)), false);
});

test('a journal that is marked and still damaged is put aside', (t) => {
  const place = journalPlace(t);
  markedJournal(place);
  const { journal, putAside } = openJournalOrFresh(place, atMs, isFoundDamaged);
  using _journal = journal;
  assert.equal(putAside, 'hub.db.bad-2026-03-01T09-05-07-042Z');
});

test('damage that is not found in time does not count', (t) => {
  const place = journalPlace(t);
  markedJournal(place);
  assert.equal(isFoundDamaged(place.file, 1), false);
});
