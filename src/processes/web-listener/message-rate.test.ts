import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageRate, messageRate } from './message-rate.ts';

test('a pairing may send a burst, and then so many a second; others have their own', () => {
  let nowMs = 0;
  const rate = new MessageRate(messageRate, () => nowMs);
  const taken = (pairing: string, times: number): number =>
    Array.from({ length: times }, () => rate.take(pairing)).filter((isTaken) => isTaken).length;
  assert.equal(taken('a', 1_000), 300);
  assert.equal(taken('b', 1_000), 300);
  nowMs += 1_000;
  assert.equal(taken('a', 1_000), 100);
  for (let step = 0; step < 100; step += 1) {
    nowMs += 9;
    taken('a', 1);
  }
  nowMs += 1;
  assert.ok(taken('a', 10) <= 1, 'a try that is refused costs nothing, and gives nothing');
  nowMs += 3_600_000;
  assert.equal(taken('a', 1_000), 300, 'no more than a burst, however long it was silent');
});
