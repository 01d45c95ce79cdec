import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { blobPath, sweepBlobs } from './blobs.ts';
import { recordCapture } from './captures.ts';
import { extents, fragmentView } from './fragment-view.ts';
import { listFragments } from './fragments.ts';
import { capture, spilled, testJournal, textFragment } from './test-journal.ts';

const long = (text: string): Buffer => Buffer.from(text.repeat(200_000));

test('a sweep removes leftovers of some age, and neither live contents, nor new files, nor what is not ours', (t) => {
  const journal = testJournal(t);
  const live = spilled(journal, long('live'));
  recordCapture(journal, capture([textFragment(live)]));
  const orphan = blobPath(journal, 'ab'.repeat(32));
  fs.mkdirSync(path.dirname(orphan), { recursive: true });
  fs.writeFileSync(orphan, 'nobody names it');
  const leftover = spilled(journal, 'left by a killed process').file;
  const foreign = path.join(journal.blobs, 'README');
  fs.writeFileSync(foreign, '');
  const link = path.join(journal.blobs, '.~hub-0000000000000000.tmp');
  fs.symlinkSync(foreign, link);
  const old = [orphan, leftover, foreign, blobPath(journal, live.sha256)];
  for (const file of old) fs.utimesSync(file, 1, 1);
  const fresh = spilled(journal, 'at work on it').file;
  assert.equal(sweepBlobs(journal, Date.now() - 60_000), 2);
  assert.deepEqual(
    old.map((file) => fs.existsSync(file)),
    [false, false, true, true],
  );
  assert.ok(fs.existsSync(fresh));
});

test('a fragment whose blob is gone is still listed, without its text', (t) => {
  const journal = testJournal(t);
  const content = spilled(journal, long('é'));
  recordCapture(journal, capture([textFragment(content)]));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const shown = (): string | undefined =>
    listFragments(journal, { limit: 1 }).map((one) =>
      fragmentView({ journal, pathsOf: () => [] }, one, { ...extents.listed, textBytes: 5 }),
    )[0]?.text;
  assert.equal(shown(), 'éé', 'no half character at the end of a head');
  fs.rmSync(blobPath(journal, content.sha256));
  assert.equal(shown(), '');
});
