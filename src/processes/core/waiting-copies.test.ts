import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitingCopies } from './waiting-copies.ts';

test('copies wait until that is over, or nobody says any more that they do', () => {
  let nowMs = 0;
  const waiting = new WaitingCopies(() => nowMs);
  assert.equal(waiting.reason, null);
  waiting.heard({ isOver: false });
  assert.match(waiting.reason ?? '', /^copies wait in memory/);
  waiting.heard({ isOver: true });
  assert.equal(waiting.reason, null);
  for (const atMs of [11_000, 22_000, 33_000]) {
    waiting.heard({ isOver: false });
    nowMs = atMs;
    assert.notEqual(waiting.reason, null);
  }
  nowMs = 60_000;
  assert.equal(waiting.reason, null);
});
