import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../test/harness/effort.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { tamper, tamperings } from '../../../test/harness/retention/tampering.ts';
import { seeded } from '../../../test/harness/secret-examples.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { faultAgainst, proveRecords } from './prove-records.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');

function runWith(journal: Journal, folder: string, count: number): void {
  const documents = { policy: { rules: [{ id: 'few', max_count: count }] }, holds: { holds: [{ id: 'kept', copies: [2, 3, 9] }] } };
  wholeRun(journal, runOrder(folder, nowMs, documents));
}

/** The records of some runs, and a copy of them as they were in between. */
function rig(t: TestContext) {
  const journal = testJournal(t);
  for (let at = 0; at < 120; at++) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: nowMs - 1_000 + at }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const [present, older, tampered] = ['present', 'older', 'tampered'].map((name) => path.join(journal.blobs, '..', name));
  if (present === undefined || older === undefined || tampered === undefined) throw new Error('no folders');
  for (const count of [100, 80]) runWith(journal, present, count);
  cpSync(present, older, { recursive: true });
  for (const count of [60, 40, 20, 20]) runWith(journal, present, count);
  return { journal, files: { present, older }, tampered };
}

for (const name of tamperings)
  test(`${name} is found, wherever it is`, (t) => {
    const { journal, files, tampered } = rig(t);
    const seed = 1 + tamperings.indexOf(name);
    const random = seeded(seed);
    assert.equal(faultAgainst(journal, files.present, proveRecords(files.present)), null, 'the files themselves are sound');
    for (let run = 0; run < runs(50); run++) {
      tamper(name, files, tampered, random);
      assert.notEqual(faultAgainst(journal, tampered, proveRecords(tampered)), null, `seed ${seed}, run ${run}`);
    }
  });

test('a copy that comes back into the journal under its number is found, and the same content copied again is not taken for it', (t) => {
  const { journal, files } = rig(t);
  const row = journal.statement('SELECT min(id) AS id FROM fragments').get();
  recordCapture(journal, textCapture('copy 0', { copiedAtMs: nowMs }));
  assert.equal(faultAgainst(journal, files.present, proveRecords(files.present)), null, 'copied again');
  const last = Number(journal.statement('SELECT max(id) AS id FROM fragments').get()?.id);
  journal.statement('PRAGMA foreign_keys = OFF').run();
  for (const [table, column] of [
    ['fragments', 'id'],
    ['representations', 'fragment_id'],
  ] as const)
    journal.statement(`UPDATE ${table} SET ${column} = 1 WHERE ${column} = ?`).run(last);
  assert.notEqual(row?.id, 1);
  assert.deepEqual(faultAgainst(journal, files.present, proveRecords(files.present)), { kind: 'not-deleted', ids: [1] });
});
