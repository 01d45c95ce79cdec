import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal } from '../../../test/doubles/temporary-journal.ts';
import { mergeNotes, recordNote } from './copy-notes.ts';
import { mostMissed, readMissed } from './missed-copies.ts';

const missedAt = (atMs: number, program: string | null = 'xterm') => ({ atMs, program, because: 'owner-silent' as const });
const noteOf = (atMs: number) => ({ counts: { missed: 1 }, present: null, missed: [missedAt(atMs)] });

test('the last missed copies are known, newest first, and no more than that', (t) => {
  const journal = testJournal(t);
  for (let atMs = 1; atMs <= mostMissed; atMs += 1) recordNote(journal, noteOf(atMs));
  recordNote(journal, mergeNotes(noteOf(1_001), noteOf(1_002)));
  const times = readMissed(journal).map(({ atMs }) => atMs);
  assert.deepEqual([times.length, ...times.slice(0, 3), times.at(-1)], [mostMissed, 1_002, 1_001, mostMissed, 3]);
});

test('copies that were gone are known beside those that were missed, however many there are', (t) => {
  const journal = testJournal(t);
  recordNote(journal, noteOf(1));
  const gone = (atMs: number) => ({ counts: { gone: 1 }, present: null, missed: [{ atMs, program: null, because: 'replaced' as const }] });
  let burst = mergeNotes(noteOf(2), gone(3));
  for (let atMs = 4; atMs <= 2 * mostMissed; atMs += 1) burst = mergeNotes(burst, gone(atMs));
  assert.equal(burst.missed?.length, mostMissed + 1, 'a note that waits holds no more than the journal keeps');
  recordNote(journal, burst);
  const read = readMissed(journal);
  assert.deepEqual([read.length, read.filter(({ because }) => because === 'replaced').length], [mostMissed + 2, mostMissed]);
  assert.deepEqual(
    read.slice(-2).map(({ atMs }) => atMs),
    [2, 1],
  );
});

test('notes that wait for the journal together hold no more than it keeps', () => {
  let note = noteOf(0);
  for (let atMs = 1; atMs <= mostMissed; atMs += 1) note = { ...note, ...mergeNotes(note, noteOf(atMs)) } as typeof note;
  assert.deepEqual([note.missed.length, note.missed[0]?.atMs, note.counts.missed], [mostMissed, 1, mostMissed + 1]);
});

test('a program has a name of its own choice and length, or none; a damaged row is left out', (t) => {
  const journal = testJournal(t);
  recordNote(journal, { counts: { missed: 2 }, present: null, missed: [missedAt(1, null), missedAt(2, 'n'.repeat(1_000_000))] });
  assert.deepEqual(
    readMissed(journal).map(({ program }) => program?.length ?? null),
    [200, null],
  );
  journal.statement("UPDATE missed_copies SET because = 'of nothing' WHERE missed_at = 1").run();
  assert.deepEqual(
    readMissed(journal).map(({ atMs }) => atMs),
    [2],
  );
});
