import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachBeat, untilNextMs } from './aligned-interval.ts';
import { machineClockMs } from './machine-clock.ts';

test('processes that start at different times beat at the same times', () => {
  for (const nowMs of [0, 0.4, 700, 1_197, 1_200.3, 86_400_000.7]) {
    const nextMs = nowMs + untilNextMs(1_200, nowMs);
    assert.ok(nextMs % 1_200 < 1, `${nowMs}`);
    assert.ok(nextMs > nowMs && nextMs <= nowMs + 1_201, `${nowMs}`);
  }
});

test('a timer that fires a little early causes no second beat', () => {
  assert.equal(untilNextMs(1_200, 1_199.5), 1_201);
});

/** The numbers of this many beats; then they are disposed of. */
async function beatsOf(everyMs: number, count: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  const over = Promise.withResolvers<void>();
  const beats = onEachBeat(everyMs, () => {
    numbers.push(Math.floor((machineClockMs() + 2) / everyMs));
    if (numbers.length !== count) return;
    beats[Symbol.dispose]();
    over.resolve();
  });
  await over.promise;
  return numbers;
}

test('there are as many beats as were due, and none after they are disposed of', async () => {
  const first = await beatsOf(20, 3);
  await beatsOf(20, 3); // in which time the first would have beaten on
  assert.equal(first.length, 3);
  assert.equal(new Set(first).size, 3);
});
