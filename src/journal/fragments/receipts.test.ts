import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { eraseStep } from './erasing.ts';
import { contentPlaces } from './fragments.ts';
import { keepUsed, putReceipt, receiptPath, wasSavedInto, workspacesKnown } from './receipts.ts';

test('a WorkSpace is used once a file was saved into it, not by a copy that is meant for it, and stays used when its receipts are erased', (t) => {
  const journal = testJournal(t);
  const workspace = '/ws';
  const [id = 0] = recordCapture(journal, textCapture('x', { workspace })).fragmentIds;
  const used = (): readonly boolean[] => [wasSavedInto(journal, workspace), workspacesKnown(journal).includes(workspace)];
  assert.deepEqual(used(), [false, true]);
  const sha256 = contentPlaces(journal, id)[0]?.sha256 ?? assert.fail();
  journal.transaction(() => putReceipt(journal, { workspace, sha256, path: '/ws/a.txt', duplicate: false, atMs: 1 }));
  assert.deepEqual(used(), [true, true]);
  deleteFragment(journal, id);
  while (eraseStep(journal) === 'more');
  assert.equal(receiptPath(journal, workspace, sha256), null);
  assert.deepEqual(used(), [true, true]);
  recordCapture(journal, textCapture('y', { workspace }));
  assert.deepEqual(used(), [true, true], 'another copy that is meant for it changes nothing');
});

test('a WorkSpace can be kept as used, whether a copy was meant for it or not', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('x', { workspace: '/meant' }));
  for (const one of ['/meant', '/new']) {
    journal.transaction(() => keepUsed(journal, one));
    assert.equal(wasSavedInto(journal, one), true);
  }
});
