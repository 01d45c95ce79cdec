import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedLine } from './log-rate-limit.ts';

test('a line is written at once, then at most once per interval, with the number that were held back', () => {
  let nowMs = 5;
  const line = limitedLine(1_000, () => nowMs);
  assert.deepEqual(line.due(), { heldBack: 0 });
  for (let time = 0; time < 1_000; time++) assert.equal(line.due(), null);
  nowMs += 999;
  assert.equal(line.due(), null);
  nowMs += 1;
  assert.deepEqual(line.due(), { heldBack: 1_001 });
  nowMs += 1_000;
  assert.deepEqual(line.due(), { heldBack: 0 });
});
