/** A run that is killed at each of its moments in turn. What the process has done by then stays: files are written, and SQLite undoes what is not committed. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { faultAgainst, proveRecords } from './prove-records.ts';
import { readRecorded } from './recording.ts';
import { settleRecords } from './run.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');

class Killed extends Error {}

/** The journal of a process that is killed at this moment: before and after each transaction, at its end, and at each look at the end of the records. */
function killedAt(journal: Journal, moment: number): Journal {
  let moments = 0;
  const pass = (): void => {
    moments += 1;
    if (moments >= moment) throw new Killed(); // it also does nothing afterwards
  };
  const inTransaction =
    (run: Journal['transaction']): Journal['transaction'] =>
    (work) => {
      pass();
      const result = run(() => {
        const inner = work();
        pass();
        return inner;
      });
      pass();
      return result;
    };
  return {
    ...journal,
    statement: (sql) => {
      if (/\bretention\b/.test(sql)) pass();
      return journal.statement(sql);
    },
    transaction: inTransaction(journal.transaction),
    durableTransaction: inTransaction(journal.durableTransaction),
  };
}

/** Copies of which two are on different holds, so that one transaction says several things. */
function rig(t: TestContext) {
  const journal = testJournal(t);
  const folder = path.join(journal.blobs, '..', 'retention');
  let made = 0;
  const copy = (): void => {
    recordCapture(journal, textCapture(`copy ${made++}`, { copiedAtMs: nowMs - 1_000 }));
    journal.statement("UPDATE fragments SET state = 'kept'").run();
  };
  for (let at = 0; at < 4; at++) copy();
  const holds = { holds: [1, 2].map((id) => ({ id: `hold-${id}`, copies: [id] })) };
  const order = runOrder(folder, nowMs, { policy: { rules: [{ id: 'none', max_count: 0 }] }, holds });
  const check = (what: string): void => {
    assert.ok(settleRecords(journal, folder).ok, what);
    const proven = proveRecords(folder);
    assert.equal(faultAgainst(journal, folder, proven), null, what);
    const there = Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
    assert.equal(there, made - proven.account.deletedCopies, `${what}: exactly what is recorded is gone`);
  };
  return { journal, folder, order, copy, check };
}

/** False: it was killed. */
function ranToItsEnd(journal: Journal, order: Parameters<typeof wholeRun>[1]): boolean {
  try {
    wholeRun(journal, order);
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

test('whenever a run is killed, the records are sound, exactly what they say is deleted, and the next run begins', (t) => {
  const { journal, order, copy, check } = rig(t);
  let moment = 1;
  for (; !ranToItsEnd(killedAt(journal, moment), order); moment += 1) {
    check(`killed at moment ${moment}`);
    copy();
  }
  check('at the end');
  assert.ok(moment > 40, `there were ${moment} moments`);
  assert.equal(readRecorded(journal)?.isOpen, false);
});

test('the same while the files of the records are gone, so that a new chain begins, which says so', (t) => {
  const { journal, folder, order, copy } = rig(t);
  wholeRun(journal, order);
  let moment = 1;
  for (let isWhole = false; !isWhole; moment += 1) {
    copy();
    const elsewhere = { ...order, folder: `${folder}-${moment}` };
    isWhole = ranToItsEnd(killedAt(journal, moment), elsewhere);
    assert.ok(ranToItsEnd(journal, elsewhere), `after moment ${moment}`);
    const proven = proveRecords(elsewhere.folder);
    assert.equal(faultAgainst(journal, elsewhere.folder, proven), null, `after moment ${moment}`);
    assert.equal(proven.account.continued[0]?.because, 'records-gone', `after moment ${moment}`);
  }
  assert.ok(moment > 30, `there were ${moment} moments`);
});
