import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { inlineContent, journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { eraseStep } from '../fragments/erasing.ts';
import { type Judgement, recordJudgement, recordSaved } from '../fragments/fragment-states.ts';
import { receiptPath } from '../fragments/receipts.ts';
import type { Journal } from '../journal.ts';
import { eraseCleared, fileRemoved, filesToRemove } from './cleared-passwords.ts';

const password = 'Gen3rated-PW_77xyz';
const path = '/w/text/gen3rated-pw_77xyz.txt';
const { sha256 } = inlineContent(password);
const judged: Judgement = { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'save' } };

function saved(journal: Journal, copiedAtMs: number, duplicate = false): number {
  const id = recordCapture(journal, textCapture(password, { copiedAtMs })).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, judged);
  recordSaved(journal, id, { workspace: '/w', sha256, path, duplicate, atMs: 1 });
  return id;
}

function rig(t: TestContext) {
  const place = journalPlace(t);
  return { place, journal: testJournal(t, place) };
}

test('an erased password whose file is gone leaves no receipt, neither in the journal nor in its log', (t) => {
  const { place, journal } = rig(t);
  saved(journal, 1_000);
  const [id = 0] = eraseCleared(journal, { sha256, copiedAtMs: 1_000 });
  assert.deepEqual(filesToRemove(journal), [{ fragmentId: id, kind: 'text', path, bytes: password.length, sha256 }]);
  while (eraseStep(journal) === 'more');
  fileRemoved(journal, id);
  assert.equal(receiptPath(journal, '/w', sha256), null);
  while (eraseStep(journal) === 'more');
  for (const file of [place.file, `${place.file}-wal`]) {
    const bytes = readFileSync(file).toString('latin1').toLowerCase();
    for (const trace of [password.toLowerCase(), sha256]) assert.ok(!bytes.includes(trace), `${trace} in ${file}`);
  }
});

test('the receipt stays while an earlier copy of the same content does', (t) => {
  const { journal } = rig(t);
  saved(journal, 1_000);
  const late = recordCapture(journal, textCapture(password, { copiedAtMs: 10_000_000, origin: 'bridge' })).fragmentIds[0] ?? 0;
  const [id = 0] = eraseCleared(journal, { sha256, copiedAtMs: 1_000 });
  fileRemoved(journal, id);
  assert.ok(late > 0);
  assert.equal(receiptPath(journal, '/w', sha256), path);
});
