import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCapture } from './captures.ts';
import { deleteFragment } from './fragments.ts';
import type { Journal } from './journal.ts';
import { recordJudgement } from './progress.ts';
import { journalBytes } from './size.ts';
import { capture, spilled, testJournal, textCapture, textFragment } from './test-journal.ts';

const blobs = (journal: Journal): unknown => journal.statement('SELECT total FROM blob_bytes').get()?.total;

test('each large content counts once, from its first row to its last, whichever way that goes', (t) => {
  const journal = testJournal(t);
  const copy = (content: string, mediaType = 'text/plain'): number =>
    recordCapture(journal, capture([textFragment(spilled(journal, content), mediaType)])).fragmentIds[0] ?? 0;
  const first = copy('x'.repeat(300_000));
  assert.equal(blobs(journal), 300_000);
  const other = copy('y'.repeat(200_000));
  const again = copy('x'.repeat(300_000));
  recordCapture(journal, textCapture('a small one'));
  assert.equal(blobs(journal), 500_000);
  deleteFragment(journal, first);
  assert.equal(blobs(journal), 500_000);
  deleteFragment(journal, again);
  assert.equal(blobs(journal), 200_000);
  recordJudgement(journal, other, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'filter', because: 'excluded_extension' },
    index: { body: '', names: '' },
  });
  assert.equal(blobs(journal), 0);
  deleteFragment(journal, other);
  assert.equal(blobs(journal), 0);
});

test('what the journal takes is the database and the large contents', (t) => {
  const journal = testJournal(t);
  const before = journalBytes(journal);
  assert.ok(before > 4_096 && before < 1_000_000);
  recordCapture(journal, capture([textFragment(spilled(journal, 'z'.repeat(5_000_000)))]));
  assert.ok(journalBytes(journal) - before >= 5_000_000);
});
