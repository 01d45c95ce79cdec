import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  capture,
  inlineContent,
  journalPlace,
  judged,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { legalHoldDocument } from '../../contract/documents/legal-hold.ts';
import type { JournalContent, NewCapture } from '../../contract/journal.ts';
import { blobPath } from '../blobs.ts';
import { recordCapture } from '../captures/captures.ts';
import { eraseStep } from '../fragments/erasing.ts';
import { beginReading, readExtractedTexts, recordExtracted } from '../fragments/extracted-texts.ts';
import { recordJudgement, recordSaved } from '../fragments/fragment-states.ts';
import { readFragment, readPresent } from '../fragments/fragments.ts';
import { receiptPath } from '../fragments/receipts.ts';
import type { Journal } from '../journal.ts';
import { setHolds } from '../retention/holds-in-force.ts';
import { annotate } from './annotations.ts';
import { fileRemoved, filesToRemove } from './cleared-passwords.ts';
import { withholdPicture } from './withheld-pictures.ts';

const png = 'a picture of a password that nobody must find again';
const path = '/w/image/the-harbour-account.png';

function picture(journal: Journal, content: JournalContent = inlineContent(png), others: Partial<NewCapture> = {}): number {
  const [id = 0] = recordCapture(journal, capture([textFragment(content, 'image/png')], others)).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'save' }));
  return id;
}

function saved(journal: Journal, id: number, duplicate = false): void {
  const sha256 = readFragment(journal, id)?.sha256 ?? '';
  recordSaved(journal, id, { workspace: '/w', sha256, path, duplicate, atMs: 1 });
}

test('a picture that says a secret loses its content, its texts and its traces, and its row says why, in the place of the copy', (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const content = spooledContent(place, png.repeat(4_000));
  const id = picture(journal, content);
  saved(journal, id);
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'read', text: 'an earlier reading', isCut: false, secret: null });
  assert.equal(withholdPicture(journal, id, 'github_token'), true);
  const { state, reason, source, copiedAtMs } = readFragment(journal, id) ?? {};
  assert.deepEqual([state, reason, source?.app.windowTitle, copiedAtMs], ['filtered', 'secret_github_token', null, 1_000]);
  assert.deepEqual(
    readPresent(journal).fragments.map((each) => each.id),
    [id],
  );
  assert.deepEqual(readExtractedTexts(journal, id, 99), []);
  assert.equal(existsSync(blobPath(journal, content.sha256)), false);
  assert.deepEqual(filesToRemove(journal), [{ fragmentId: id, kind: 'image', path, bytes: content.bytes, sha256: content.sha256 }]);
  fileRemoved(journal, id);
  assert.equal(receiptPath(journal, '/w', content.sha256), null);
  while (eraseStep(journal) === 'more');
  for (const file of [place.file, `${place.file}-wal`]) {
    const bytes = readFileSync(file).toString('latin1');
    for (const trace of ['nobody must find', content.sha256, 'harbour-account', 'an earlier reading'])
      assert.ok(!bytes.includes(trace), `${trace} in ${file}`);
  }
  assert.equal(withholdPicture(journal, id, 'github_token'), false, 'once');
});

test('one that still waits for its file gets none, and one that was copied again is found by its earlier number', (t) => {
  const journal = testJournal(t);
  const first = picture(journal);
  saved(journal, first);
  recordCapture(journal, textCapture('something between', { copiedAtMs: 2_000 }));
  const second = picture(journal, inlineContent(png), { copiedAtMs: 3_000 });
  saved(journal, second, true);
  assert.equal(readFragment(journal, first), null, 'it has become part of the second');
  assert.equal(withholdPicture(journal, first, 'password'), true);
  assert.deepEqual(
    filesToRemove(journal).map(({ fragmentId }) => fragmentId),
    [second],
  );
  const waiting = picture(journal, inlineContent('another picture'), { copiedAtMs: 4_000 });
  assert.equal(withholdPicture(journal, waiting, 'password'), true);
  assert.equal(recordSaved(journal, waiting, { workspace: '/w', sha256: 'a', path, duplicate: false, atMs: 1 }), false);
});

test('what the user wants, what was saved by name and what is no kept picture stays', (t) => {
  const journal = testJournal(t);
  const pinned = picture(journal, inlineContent('one'));
  annotate(journal, pinned, { pinned: true });
  const exempt = picture(journal, inlineContent('two'), { isExempt: true });
  const byName = picture(journal, inlineContent('three'), { origin: 'bridge' });
  const [text = 0] = recordCapture(journal, textCapture('a text')).fragmentIds;
  recordJudgement(journal, text, judged({ kind: 'save' }));
  const [unjudged = 0] = recordCapture(journal, capture([textFragment(inlineContent('four'), 'image/png')])).fragmentIds;
  for (const id of [pinned, exempt, byName, text, unjudged, 999]) assert.equal(withholdPicture(journal, id, 'password'), false, `${id}`);
});

test('one on a legal hold stays as it was kept; while the holds can not be read, a secret goes', (t) => {
  const journal = testJournal(t);
  const held = picture(journal, inlineContent('one'));
  const other = picture(journal, inlineContent('two'), { copiedAtMs: 2_000 });
  setHolds(journal, legalHoldDocument.parse({ holds: [{ id: 'case-17', copies: [held] }] }));
  assert.deepEqual([withholdPicture(journal, held, 'password'), withholdPicture(journal, other, 'password')], [false, true]);
  setHolds(journal, null);
  assert.equal(withholdPicture(journal, held, 'password'), true);
});
