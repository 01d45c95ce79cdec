import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { Countdown } from './countdown.ts';

/** Whether it was over after these steps, which are done every 5 ms for 400 ms. */
async function isOver(ms: number, pausesMs: number, ...steps: readonly ((countdown: Countdown) => void)[]): Promise<boolean> {
  let over = false;
  const countdown = new Countdown(ms, pausesMs, () => {
    over = true;
  });
  const begunMs = performance.now();
  for (let at = 0; performance.now() - begunMs < 400 && !over; at += 1) {
    steps[at % steps.length]?.(countdown);
    await after(5);
  }
  countdown.end();
  return over;
}

test('time that is paused does not run out', async () => {
  assert.equal(await isOver(100, 60_000, (countdown) => countdown.pause(60_000)), false);
  assert.equal(await isOver(100, 60_000, () => {}), true);
});

test('whoever says again and again that it pauses or goes on gets no more time by it', async () => {
  assert.equal(await isOver(100, 60_000, (countdown) => countdown.resume()), true);
  assert.equal(await isOver(60_000, 60_000, (countdown) => countdown.pause(100)), true);
  const [pause, resume] = [(countdown: Countdown) => countdown.pause(60_000), (countdown: Countdown) => countdown.resume()];
  assert.equal(await isOver(60_000, 100, pause, resume), true, 'all pauses together');
  assert.equal(await isOver(100, 60_000, pause, resume), true, 'all that is between them');
});
