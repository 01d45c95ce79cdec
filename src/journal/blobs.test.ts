import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { capture, inlineContent, spooledContent, testJournal, textCapture, textFragment } from '../../test/doubles/temporary-journal.ts';
import { blobPath, journalBytes, shareBlob, sweepBlobs } from './blobs.ts';
import { recordCapture } from './captures/captures.ts';
import { recordJudgement } from './fragments/fragment-states.ts';
import { contentLimits, fragmentView } from './fragments/fragment-view.ts';
import { listFragments } from './fragments/listing.ts';
import type { Journal } from './journal.ts';
import { deleteFragment } from './keeping/delete-fragments.ts';

const long = (text: string): Buffer => Buffer.from(text.repeat(200_000));

test('a sweep removes old leftovers, but neither blobs in use nor new files nor files that are not from Hub', (t) => {
  const journal = testJournal(t);
  const live = spooledContent(journal, long('live'));
  recordCapture(journal, capture([textFragment(live)]));
  const orphan = blobPath(journal, 'ab'.repeat(32));
  fs.mkdirSync(path.dirname(orphan), { recursive: true });
  fs.writeFileSync(orphan, 'nobody names it');
  const leftover = spooledContent(journal, 'left by a killed process').file;
  const foreign = path.join(journal.blobs, 'README');
  fs.writeFileSync(foreign, '');
  const link = path.join(journal.blobs, '.~hub-0000000000000000.tmp');
  fs.symlinkSync(foreign, link);
  const old = [orphan, leftover, foreign, blobPath(journal, live.sha256)];
  for (const file of old) fs.utimesSync(file, 1, 1);
  const fresh = spooledContent(journal, 'at work on it').file;
  assert.equal(sweepBlobs(journal, Date.now() - 60_000), 2);
  assert.deepEqual(
    old.map((file) => fs.existsSync(file)),
    [false, false, true, true],
  );
  assert.ok(fs.existsSync(fresh));
});

test('a fragment whose blob is gone is still listed, without its text', (t) => {
  const journal = testJournal(t);
  const content = spooledContent(journal, long('é'));
  recordCapture(journal, capture([textFragment(content)]));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const shown = (): string | undefined =>
    listFragments(journal, { limit: 1 }).map((one) =>
      fragmentView({ journal, pathsOf: () => [] }, one, { ...contentLimits.listed, textBytes: 5 }),
    )[0]?.text;
  assert.equal(shown(), 'éé', 'the beginning of a text must not end with half a character');
  fs.rmSync(blobPath(journal, content.sha256));
  assert.equal(shown(), '');
});

test('a link has the title that its page gave it, unless it may not be shown', (t) => {
  const journal = testJournal(t);
  const html = { mediaType: 'text/html', content: inlineContent('<a href="https://tides.example/">Tides of Brest</a>') };
  const { kind, representations } = textFragment(inlineContent('https://tides.example/'));
  recordCapture(journal, capture([{ kind, representations: [...representations, html] }]));
  const shown = () =>
    listFragments(journal, { limit: 1 }).map((one) => fragmentView({ journal, pathsOf: () => [] }, one, contentLimits.listed))[0];
  assert.equal(shown()?.linkTitle, undefined, 'it is not judged yet');
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  assert.equal(shown()?.linkTitle, 'Tides of Brest');
});

/** What a damaged disk, or a kill during a copy that did not use a temporary name, leaves of a blob. */
function cutShort(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'cut sh');
}

test('a blob that was cut short, or is a link, is replaced when its content is copied again', {
  skip: process.platform === 'win32' && 'links need a right there',
}, (t) => {
  const journal = testJournal(t);
  const content = long('whole ');
  const { sha256 } = inlineContent(content);
  const file = blobPath(journal, sha256);
  const elsewhere = path.join(journal.blobs, 'elsewhere');
  const copyAt = (minute: number): boolean =>
    recordCapture(journal, capture([textFragment(spooledContent(journal, content))], { copiedAtMs: minute * 60_000 })).repeated;
  cutShort(file);
  assert.equal(copyAt(1), false);
  assert.ok(fs.readFileSync(file).equals(content), 'a new copy');
  cutShort(file);
  assert.equal(copyAt(1), true);
  assert.ok(fs.readFileSync(file).equals(content), 'a repeated copy');
  recordCapture(journal, textCapture('another copy', { copiedAtMs: 120_000 }));
  fs.renameSync(file, elsewhere);
  fs.symlinkSync(elsewhere, file);
  assert.equal(copyAt(3), false);
  assert.ok(fs.lstatSync(file).isFile());
  assert.deepEqual(
    fs.readdirSync(journal.blobs).filter((name) => name.startsWith('.~hub-')),
    [],
  );
});

test('a blob that is cut short in another journal is not shared, and a whole one replaces what is there', (t) => {
  const [old, journal] = [testJournal(t), testJournal(t)];
  const [broken, whole] = ['broken ', 'whole '].map((text) => inlineContent(long(text)));
  assert.ok(broken && whole);
  cutShort(blobPath(old, broken.sha256));
  recordCapture(old, capture([textFragment(spooledContent(old, long('whole ')))]));
  cutShort(blobPath(journal, whole.sha256));
  for (const content of [broken, whole]) shareBlob(journal, old, content);
  assert.equal(fs.existsSync(blobPath(journal, broken.sha256)), false);
  assert.ok(fs.readFileSync(blobPath(journal, whole.sha256)).equals(long('whole ')));
});

const blobs = (journal: Journal): unknown => journal.statement('SELECT total FROM blob_bytes').get()?.total;

test('a large content is counted once while any row names it, however the last row is deleted', (t) => {
  const journal = testJournal(t);
  const copy = (content: string, mediaType = 'text/plain'): number =>
    recordCapture(journal, capture([textFragment(spooledContent(journal, content), mediaType)])).fragmentIds[0] ?? 0;
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
  });
  assert.equal(blobs(journal), 0);
  deleteFragment(journal, other);
  assert.equal(blobs(journal), 0);
});

test('the size of the journal includes the database and the blobs', (t) => {
  const journal = testJournal(t);
  const before = journalBytes(journal);
  assert.ok(before > 4_096 && before < 1_000_000);
  recordCapture(journal, capture([textFragment(spooledContent(journal, 'z'.repeat(5_000_000)))]));
  assert.ok(journalBytes(journal) - before >= 5_000_000);
});
