import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachBeat, untilNextMs } from './beats.ts';
import { machineClockMs } from './machine-clock.ts';

test('processes that begin at any time beat at the same one', () => {
  for (const nowMs of [0, 0.4, 700, 1_197, 1_200.3, 86_400_000.7]) {
    const nextMs = nowMs + untilNextMs(1_200, nowMs);
    assert.ok(nextMs % 1_200 < 1, `${nowMs}`);
    assert.ok(nextMs > nowMs && nextMs <= nowMs + 1_201, `${nowMs}`);
  }
});

test('a timer that is a little early makes no second beat of one', () => {
  assert.equal(untilNextMs(1_200, 1_199.5), 1_201);
});

test('beats are as many as were due, and end when they are disposed', async () => {
  const beatAtMs: number[] = [];
  await new Promise<void>((resolve) => {
    const beats = onEachBeat(20, () => {
      beatAtMs.push(Math.floor((machineClockMs() + 2) / 20));
      if (beatAtMs.length < 3) return;
      beats[Symbol.dispose]();
      resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(beatAtMs.length, 3);
  assert.equal(new Set(beatAtMs).size, 3);
});
