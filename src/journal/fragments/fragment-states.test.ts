import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import {
  capture,
  inlineContent,
  journalPlace,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { blobPath } from '../blobs.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { heldUpSaves } from './counts.ts';
import { type Judgement, makeWaitingSavesDue, recordJudgement, recordSaved, recordSaveFailure, withdrawSave } from './fragment-states.ts';
import { contentPlaces, readFragment } from './fragments.ts';
import { unjudgedFragments } from './judging-attempts.ts';
import { listFragments } from './listing.ts';
import { receiptPath } from './receipts.ts';
import { nextAttemptIn, nextToSaveIn } from './waiting-saves.ts';

const python = { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 };
const judged = (verdict: Judgement['verdict']): Judgement => ({
  detection: python,
  embeddedFilename: 'a.py',
  pictureSize: null,
  verdict,
});
const save = judged({ kind: 'save' });
const large = Buffer.alloc(300_000, 'x');

function fragment(journal: Journal, text = 'x = 1'): number {
  return recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0;
}

const saved = (path: string) => ({ workspace: '/w', sha256: 'ab', path, duplicate: false, atMs: 5 });
const rowsOf = (journal: Journal, table: string): number => Number(journal.statement(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);

describe('a judgement', () => {
  test('on a secret leaves neither content, size, digest nor title, of the pictures beside it either', (t) => {
    const place = journalPlace(t);
    const journal = testJournal(t, place);
    const [secret, picture] = [`hunter2 ${'x'.repeat(200_000)}`, inlineContent('a picture of it')];
    const texts = textFragment(spooledContent(place, secret));
    const { fragmentIds } = recordCapture(journal, capture([texts, textFragment(picture, 'image/png')]));
    const blob = blobPath(journal, inlineContent(secret).sha256);
    assert.ok(fs.existsSync(blob));
    recordJudgement(journal, fragmentIds[0] ?? 0, judged({ kind: 'filter', because: 'secret_password' }));
    for (const id of fragmentIds) {
      const { state, reason, bytes, source } = readFragment(journal, id) ?? {};
      assert.deepEqual([state, reason, bytes], ['filtered', 'secret_password', 0]);
      assert.deepEqual([source?.app.name, source?.app.windowTitle, source?.name], ['Editor', null, 'Editor']);
      assert.ok(contentPlaces(journal, id).every((each) => 'inline' in each && each.inline.length === 0));
    }
    assert.ok(!fs.existsSync(blob));
    const digests = JSON.stringify(journal.statement('SELECT digest, sha256 FROM captures, representations').all());
    for (const content of [secret, 'a picture of it']) assert.ok(!digests.includes(inlineContent(content).sha256));
  });

  test('is recorded once: a second one changes nothing', (t) => {
    const journal = testJournal(t);
    const id = fragment(journal);
    recordJudgement(journal, id, save);
    recordJudgement(journal, id, judged({ kind: 'filter', because: 'excluded_dir' }));
    const { state, reason, detection, embeddedFilename } = readFragment(journal, id) ?? {};
    assert.deepEqual(
      { state, reason, detection, embeddedFilename },
      { state: 'kept', reason: null, detection: python, embeddedFilename: 'a.py' },
    );
    assert.deepEqual(unjudgedFragments(journal, 0, 10), []);
    assert.equal(nextToSaveIn(journal, null, { nowMs: 0 }), id);
  });

  test('to keep records why there is no file', (t) => {
    const journal = testJournal(t);
    const id = fragment(journal);
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    assert.equal(readFragment(journal, id)?.reason, 'too_short');
    assert.equal(nextToSaveIn(journal, null, { nowMs: Number.MAX_SAFE_INTEGER }), null);
  });

  test('to filter removes the content from rows, files and the index', (t) => {
    const journal = testJournal(t);
    const content = spooledContent(journal, large);
    const representations = [
      { mediaType: 'text/plain', content },
      { mediaType: 'text/html', content: inlineContent('CANARY') },
    ];
    const id = recordCapture(journal, capture([{ kind: 'text', representations }])).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, judged({ kind: 'filter', because: 'excluded_extension' }));
    for (const place of contentPlaces(journal, id)) assert.equal('inline' in place && place.inline.length, 0);
    assert.equal(fs.existsSync(blobPath(journal, content.sha256)), false);
    assert.deepEqual(foundIds(journal, 'CANARY'), []);
    const { state, reason, embeddedFilename } = readFragment(journal, id) ?? {};
    assert.deepEqual({ state, reason, embeddedFilename }, { state: 'filtered', reason: 'excluded_extension', embeddedFilename: null });
  });
});

describe('a save', () => {
  test('leaves one receipt, even if it is recorded twice', (t) => {
    const journal = testJournal(t);
    const id = fragment(journal);
    recordJudgement(journal, id, save);
    assert.equal(recordSaved(journal, id, saved('/w/a.py')), true);
    assert.equal(recordSaved(journal, id, saved('/w/b.py')), false);
    assert.equal(readFragment(journal, id)?.savedPath, '/w/a.py');
    assert.equal(receiptPath(journal, '/w', 'ab'), '/w/a.py');
    assert.equal(receiptPath(journal, '/other', 'ab'), null);
    assert.equal(nextToSaveIn(journal, null, { nowMs: 0 }), null);
  });

  test('that failed temporarily is due again later, or as soon as a retry is requested', (t) => {
    const journal = testJournal(t);
    const [first, second] = [fragment(journal, 'a'), fragment(journal, 'b')];
    for (const id of [first, second]) recordJudgement(journal, id, save);
    recordSaveFailure(journal, first, 'disk_full', 500);
    assert.equal(nextToSaveIn(journal, null, { nowMs: 499 }), second);
    assert.equal(nextToSaveIn(journal, null, { nowMs: 500 }), first);
    recordSaveFailure(journal, second, 'disk_full', 700);
    assert.equal(nextAttemptIn(journal, null), 500);
    assert.deepEqual(heldUpSaves(journal), [{ reason: 'disk_full', fragments: 2 }]);
    makeWaitingSavesDue(journal);
    assert.deepEqual(heldUpSaves(journal), [], 'a save that is due now does not count as held up');
    assert.equal(nextToSaveIn(journal, null, { nowMs: 0 }), first);
    recordSaved(journal, first, saved('/w/a'));
    assert.deepEqual([readFragment(journal, first)?.state, readFragment(journal, first)?.reason], ['saved', null]);
  });

  test('that failed permanently is not retried, and keeps the reason', (t) => {
    const journal = testJournal(t);
    const id = fragment(journal);
    recordJudgement(journal, id, save);
    recordSaveFailure(journal, id, 'path_too_long', null);
    const { state, reason, attempts } = readFragment(journal, id) ?? {};
    assert.deepEqual({ state, reason, attempts }, { state: 'failed', reason: 'path_too_long', attempts: 1 });
    makeWaitingSavesDue(journal);
    assert.equal(nextToSaveIn(journal, null, { nowMs: Number.MAX_SAFE_INTEGER }), null);
    assert.equal(nextAttemptIn(journal, null), null);
    assert.deepEqual(heldUpSaves(journal), []);
  });
});

describe('deleting a fragment', () => {
  test('removes its row, its blob and its search entry, but not the receipt of another content', (t) => {
    const journal = testJournal(t);
    const content = spooledContent(journal, large);
    const id = recordCapture(journal, capture([textFragment(content)])).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, save);
    recordSaved(journal, id, saved('/w/a.py'));
    assert.deepEqual(foundIds(journal, 'xxx'), [id]);
    const others = Array.from({ length: 40 }, (_, n) => fragment(journal, `other ${n}`)).length;
    while (indexBlocksStep(journal, 1_000) === 'more');
    const indexed = ["text_index WHERE text_index MATCH 'xxx'", 'short_index WHERE rowid = 0'];
    for (const entry of indexed) assert.equal(rowsOf(journal, entry), 1, entry);
    assert.equal(deleteFragment(journal, id), true);
    for (const table of ['captures', 'fragments', 'representations']) assert.equal(rowsOf(journal, table), others, table);
    for (const entry of indexed) assert.equal(rowsOf(journal, entry), 0, entry);
    assert.deepEqual(foundIds(journal, 'xxx'), []);
    assert.equal(fs.existsSync(blobPath(journal, content.sha256)), false);
    assert.equal(receiptPath(journal, '/w', 'ab'), '/w/a.py');
    assert.equal(deleteFragment(journal, id), false);
  });

  test('keeps the other fragments of its capture', (t) => {
    const journal = testJournal(t);
    const { fragmentIds } = recordCapture(
      journal,
      capture([textFragment(spooledContent(journal, 'a')), textFragment(spooledContent(journal, 'b'))]),
    );
    deleteFragment(journal, fragmentIds[0] ?? 0);
    assert.deepEqual(
      listFragments(journal, { limit: 10 }).map(({ id }) => id),
      fragmentIds.slice(1),
    );
  });
});

describe('withdrawing a capture', () => {
  test('removes all of it if it is not saved yet', (t) => {
    const journal = testJournal(t);
    const content = spooledContent(journal, large);
    const { captureId, fragmentIds } = recordCapture(journal, capture([textFragment(content)], { origin: 'bridge' }));
    recordJudgement(journal, fragmentIds[0] ?? 0, save);
    assert.equal(withdrawSave(journal, captureId), true);
    for (const table of ['captures', 'fragments', 'representations', "search WHERE search MATCH 'body'"])
      assert.equal(rowsOf(journal, table), 0, table);
    assert.equal(fs.existsSync(blobPath(journal, content.sha256)), false);
    assert.equal(recordSaved(journal, fragmentIds[0] ?? 0, saved('/w/a')), false);
    assert.equal(receiptPath(journal, '/w', 'ab'), null);
  });

  test('changes nothing if it is saved already', (t) => {
    const journal = testJournal(t);
    const { captureId, fragmentIds } = recordCapture(journal, textCapture('a', { origin: 'bridge' }));
    recordJudgement(journal, fragmentIds[0] ?? 0, save);
    recordSaved(journal, fragmentIds[0] ?? 0, saved('/w/a'));
    assert.equal(withdrawSave(journal, captureId), false);
    assert.equal(readFragment(journal, fragmentIds[0] ?? 0)?.state, 'saved');
  });
});
