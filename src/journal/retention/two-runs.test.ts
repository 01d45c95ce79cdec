/** Two processes that run the policy at once, as a running Hub and the command may do. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createdJournal, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { begunRun, runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { proveEnd } from './continue-chain.ts';
import { areInForce, onHold, setHolds, storeHolds } from './holds-in-force.ts';
import { faultAgainst, proveRecords } from './prove-records.ts';
import { beginRun, type RunPlace, runStep } from './run.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');

function rig(t: TestContext) {
  const place = createdJournal(t);
  const [journal, other] = [testJournal(t, place), testJournal(t, place)];
  const folder = path.join(journal.blobs, '..', 'retention');
  for (let at = 0; at < 8; at++) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: nowMs - 1_000 }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const holds = { holds: [{ id: 'kept', copies: [1, 2] }] };
  return { journal, other, folder, order: runOrder(folder, nowMs, { policy: { rules: [{ id: 'none', max_count: 0 }] }, holds }) };
}

/** The same journal; `meanwhile` happens right before the transaction with this number. */
function interrupted(journal: Journal, nth: number, meanwhile: () => void): Journal {
  let count = 0;
  const wrapped =
    (run: Journal['transaction']): Journal['transaction'] =>
    (work) => {
      count += 1;
      if (count === nth) meanwhile();
      return run(work);
    };
  return { ...journal, transaction: wrapped(journal.transaction), durableTransaction: wrapped(journal.durableTransaction) };
}

for (const goesOn of ['begins', 'runs to its end'])
  test(`a run that another one takes over from, which ${goesOn}, writes no record any more, at whichever moment`, (t) => {
    let superseded = 0;
    for (let nth = 1; nth <= 12; nth++) {
      const { journal, other, folder, order } = rig(t);
      let place: RunPlace | null = begunRun(journal, order);
      let next: RunPlace | null = null;
      const watched = interrupted(journal, nth, () => {
        if (goesOn === 'begins') next = begunRun(other, order);
        else wholeRun(other, order);
      });
      while (place !== null) {
        const step = runStep(watched, order, place, nowMs);
        if (!step.ok) {
          assert.equal(step.reason, 'superseded');
          superseded += 1;
        }
        place = step.ok ? step.value.place : null;
      }
      // Steps of the other one follow on what is recorded.
      for (let at: RunPlace | null = next; at !== null; ) {
        const step = runStep(other, order, at, nowMs);
        assert.ok(step.ok, `moment ${nth}`);
        at = step.ok ? step.value.place : null;
      }
      assert.equal(faultAgainst(journal, folder, proveRecords(folder)), null, `moment ${nth}`);
      const left = journal.statement('SELECT id FROM fragments ORDER BY id').all();
      assert.deepEqual(
        left.map(({ id }) => id),
        [1, 2, 8],
        `moment ${nth}: the last one is on the clipboard`,
      );
    }
    assert.ok(superseded >= 4, `${superseded} runs were superseded`);
  });

test('a hold that comes while the records are proven stays in force, and the run that does not know it does not begin', (t) => {
  const { journal, other, folder, order } = rig(t);
  setHolds(journal, order.holds);
  const end = proveEnd(journal, folder);
  const later = runOrder(folder, nowMs, { holds: { holds: [{ id: 'all', copies: [1, 2, 3, 4] }] } }).holds;
  setHolds(other, later);
  const begun = beginRun(journal, order, end);
  assert.equal(begun.ok ? 'begun' : begun.reason, 'superseded');
  assert.ok(areInForce(journal, later));
  assert.deepEqual(onHold(journal, 4), { id: 4, hold: 'all' });
});

test('whoever has read the holds before they changed stores those that are there now', (t) => {
  const { journal, other, order } = rig(t);
  const later = { ...order.holds, holds: order.holds.holds.map((hold) => ({ ...hold, copies: [...hold.copies, 3] })) };
  let reads = 0;
  storeHolds(journal, () => {
    reads += 1;
    if (reads > 1) return later;
    setHolds(other, later); // it is changed, and stored by its writer, right after this read
    return order.holds;
  });
  assert.ok(areInForce(other, later));
  let versions = 0;
  storeHolds(journal, () => ({ ...later, holds: later.holds.map((hold) => ({ ...hold, copies: [versions++] })) }));
  assert.ok(versions <= 10, 'a document that never stays the same ends it too');
});
