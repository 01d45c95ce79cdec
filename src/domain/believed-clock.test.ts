import assert from 'node:assert/strict';
import { test } from 'node:test';
import { believedClock } from './believed-clock.ts';

const [hour, day, year] = [3_600_000, 86_400_000, 365 * 86_400_000];
const may = Date.UTC(2026, 4, 1);
const record = { seenMs: may, aheadMs: 0 };

test('a clock that goes on is believed, also after a week without Hub, and so is one that was set back', () => {
  for (const nowMs of [may, may + 600_000, may + 7 * day, may - 50 * year])
    assert.deepEqual(believedClock(record, nowMs, 600_000), { isBelieved: true, record: { seenMs: nowMs, aheadMs: 0 } });
  assert.equal(believedClock(null, may, 0).isBelieved, true);
});

test('a clock that has jumped ahead is not believed until Hub has been running with it for a day', () => {
  const later = may + 73 * year;
  let now = believedClock(record, later, hour);
  for (let ran = hour; ran < 23 * hour; ran += hour) {
    assert.deepEqual(now, { isBelieved: false, record: { seenMs: may, aheadMs: ran } });
    now = believedClock(now.record, later + ran, hour);
  }
  assert.equal(believedClock(now.record, later + day, hour).isBelieved, true);
});

test('a clock that is right again leaves no trace of the jump', () => {
  const jumped = believedClock(record, may + 73 * year, 20 * hour).record;
  assert.deepEqual(believedClock(jumped, may + day, hour), { isBelieved: true, record: { seenMs: may + day, aheadMs: 0 } });
});
