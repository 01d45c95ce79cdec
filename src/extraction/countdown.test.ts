import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { Countdown } from './countdown.ts';

/** Whether it was over at some time while these steps were done, every 5 ms. */
async function isOver(
  { withinMs = 10_000, ms, pausesMs }: { readonly withinMs?: number; readonly ms: number; readonly pausesMs: number },
  ...steps: readonly ((countdown: Countdown) => void)[]
): Promise<boolean> {
  let over = false;
  const countdown = new Countdown(ms, pausesMs, () => {
    over = true;
  });
  const begunMs = performance.now();
  for (let at = 0; performance.now() - begunMs < withinMs && !over; at += 1) {
    steps[at % steps.length]?.(countdown);
    await after(5);
  }
  countdown.end();
  return over;
}

test('time that is paused does not run out', async () => {
  assert.equal(await isOver({ withinMs: 400, ms: 100, pausesMs: 60_000 }, (countdown) => countdown.pause(60_000)), false);
  assert.equal(await isOver({ ms: 100, pausesMs: 60_000 }, () => {}), true);
});

test('whoever says again and again that it pauses or goes on gets no more time by it', async () => {
  assert.equal(await isOver({ ms: 100, pausesMs: 60_000 }, (countdown) => countdown.resume()), true);
  assert.equal(await isOver({ ms: 60_000, pausesMs: 60_000 }, (countdown) => countdown.pause(100)), true);
  const [pause, resume] = [(countdown: Countdown) => countdown.pause(60_000), (countdown: Countdown) => countdown.resume()];
  assert.equal(await isOver({ ms: 60_000, pausesMs: 100 }, pause, resume), true, 'all pauses together');
  assert.equal(await isOver({ ms: 100, pausesMs: 60_000 }, pause, resume), true, 'all that is between them');
});
