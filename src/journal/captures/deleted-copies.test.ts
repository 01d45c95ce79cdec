import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capture,
  inlineContent,
  recordNothingPresent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { readPresent } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import type { Journal } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { type CaptureOutcome, recordCaptures, recordCapturesAgain } from './captures.ts';
import { recordNote } from './copy-notes.ts';

function from(name: string): NewCapture['source'] {
  const executable = `/usr/bin/${name}`;
  return { type: 'local', name, path: executable, app: { name, executable, pid: 7, windowTitle: null } };
}

const editor = { source: from('editor'), copiedAtMs: 100_000 };
const start = { source: from('editor'), copiedAtMs: 900_000, isInitial: true } as const;

function record(journal: Journal, one: NewCapture): CaptureOutcome | undefined {
  return recordCaptures(journal, [one])[0];
}

/** Deletes everything that is current. */
function deletePresent(journal: Journal): void {
  for (const { id } of readPresent(journal).fragments) deleteFragment(journal, id);
}

function kinds(journal: Journal): readonly string[] {
  return listFragments(journal, { limit: 10 }).map(({ kind }) => kind);
}

function remembered(journal: Journal): unknown {
  return journal.statement('SELECT count(*) AS rows FROM deleted_copies').get()?.rows;
}

test('a deleted copy that is found at a start is ignored, and the clipboard is shown as deleted', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  for (let starts = 0; starts < 3; starts += 1)
    assert.deepEqual(record(journal, textCapture('a', start)), { ok: false, reason: 'passed-over' });
  assert.deepEqual(readPresent(journal), { fragments: [], changedAtMs: 100_000, absence: 'deleted' });
  assert.deepEqual(kinds(journal), []);
});

for (const absence of ['paused', 'unwatched', 'cleared'] as const)
  test(`a copy deleted while the clipboard was ${absence} does not come back at a start`, (t) => {
    const journal = testJournal(t);
    record(journal, textCapture('a', editor));
    recordNothingPresent(journal, 200_000, absence);
    deleteFragment(journal, 1);
    record(journal, textCapture('a', start));
    assert.deepEqual([kinds(journal), readPresent(journal).absence], [[], 'deleted']);
  });

test('a copy made while no monitor ran is captured, and deleted copies are forgotten', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  assert.equal(record(journal, textCapture('b', start))?.ok, true);
  assert.deepEqual([kinds(journal), remembered(journal)], [['text'], 0]);
});

test('the same content copied again is a new copy, also at the next start', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  assert.equal(record(journal, textCapture('a', { ...editor, copiedAtMs: 100_300 }))?.ok, true);
  assert.equal(remembered(journal), 0);
  assert.equal(record(journal, textCapture('a', start))?.ok, true);
  assert.equal(kinds(journal).length, 1);
});

test('a clipboard manager does not bring a deleted copy back; the same content from another program, later, is a new copy', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  assert.equal(record(journal, textCapture('a', { source: from('parcellite'), copiedAtMs: 104_000 }))?.ok, false);
  recordNothingPresent(journal, 200_000, 'cleared');
  assert.equal(record(journal, textCapture('a', { source: from('unheard-of'), copiedAtMs: 203_000 }))?.ok, false);
  assert.equal(readPresent(journal).absence, 'deleted');
  assert.equal(record(journal, textCapture('a', { source: from('xsel'), copiedAtMs: 300_000 }))?.ok, true);
});

test('a copy with a deleted fragment keeps the others, and the deleted one does not come back', (t) => {
  const journal = testJournal(t);
  const both = [textFragment(inlineContent('a')), textFragment(inlineContent('png'), 'image/png')];
  record(journal, capture(both, editor));
  deleteFragment(journal, 1);
  assert.equal(record(journal, capture(both, start))?.ok, true);
  assert.deepEqual(kinds(journal), ['image']);
  assert.deepEqual(
    readPresent(journal).fragments.map(({ id }) => id),
    [2],
  );
  deleteFragment(journal, 2);
  assert.equal(record(journal, capture(both, start))?.ok, false);
  assert.deepEqual(kinds(journal), []);
});

test('deleting an earlier copy of the same content does not affect later copies', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  record(journal, textCapture('b', { ...editor, copiedAtMs: 110_000 }));
  deleteFragment(journal, 1);
  assert.equal(remembered(journal), 0);
  assert.equal(record(journal, textCapture('a', start))?.ok, true, 'it was copied again while nobody watched');
});

test('a copy that was recorded and then deleted is not recorded again after a crash of the writer', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  assert.deepEqual(recordCapturesAgain(journal, [textCapture('a', editor)]), [{ ok: false, reason: 'passed-over' }]);
});

test('any other copy makes Hub forget the deleted ones, whether it was read or not; a copy excluded or missed at a start does not', (t) => {
  const journal = testJournal(t);
  record(journal, textCapture('a', editor));
  deletePresent(journal);
  recordNothingPresent(journal, 200_000, 'unreadable');
  assert.equal(remembered(journal), 1);
  assert.equal(record(journal, textCapture('a', start))?.ok, false);
  recordNote(journal, { counts: { concealed: 1 }, present: { atMs: 950_000, absence: 'concealed' }, isAnother: true });
  assert.equal(remembered(journal), 0);
});

test('neither the deleted content nor its unsalted digest is stored', (t) => {
  const journal = testJournal(t);
  const content = inlineContent('a secret');
  record(journal, capture([textFragment(content)], editor));
  deletePresent(journal);
  const kept = JSON.stringify(journal.statement('SELECT * FROM deleted_copies').all());
  for (const known of ['a secret', content.sha256, 'editor']) assert.ok(!kept.includes(known));
  assert.equal(remembered(journal), 1);
});
