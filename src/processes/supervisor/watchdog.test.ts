import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Watchdog } from './watchdog.ts';

/** Resolves when the watchdog has had enough, with how long that took. */
function bark(t: TestContext, withinMs: number): { watchdog: Watchdog; barked: Promise<number>; times: () => number } {
  const watchdog = new Watchdog();
  t.after(() => watchdog.rest());
  const startedAtMs = performance.now();
  let times = 0;
  const barked = new Promise<number>((resolve) => {
    watchdog.expect(withinMs, () => {
      times += 1;
      resolve(performance.now() - startedAtMs);
    });
  });
  return { watchdog, barked, times: () => times };
}

/** Nothing of this process runs meanwhile, as when it is stopped or its machine sleeps. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('silence is told once it has lasted, and not before', async (t) => {
  const { barked, times } = bark(t, 200);
  assert.ok((await barked) > 150);
  assert.equal(times(), 1);
});

test('a word, or the end of waiting, puts it off', async (t) => {
  const watchdog = new Watchdog();
  t.after(() => watchdog.rest());
  const never = (): void => assert.fail('somebody spoke');
  watchdog.expect(50, never);
  await new Promise<void>((resolve) => watchdog.expect(60, resolve));
  watchdog.expect(1, never);
  watchdog.rest();
  await bark(t, 50).barked;
});

test('time in which this process itself did not run is no silence of the other one', async (t) => {
  const { barked, times } = bark(t, 400);
  freeze(1_500);
  await new Promise(setImmediate);
  assert.equal(times(), 0, 'the other one has had no chance to be heard yet');
  assert.ok((await barked) > 1_500 + 300, 'and it gets its whole time again');
});

test('what came while this process was held up is heard before the silence is told', async (t) => {
  const { port1, port2 } = new MessageChannel();
  const startedAtMs = performance.now();
  const { watchdog, times } = bark(t, 1_000);
  const heard = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      watchdog.rest();
      resolve();
    };
  });
  await new Promise((resolve) => setTimeout(resolve, 600));
  // In the second half we are held up, by less than a pause of our own, and the word comes at its end.
  freeze(startedAtMs + 1_100 - performance.now());
  port2.postMessage('alive');
  await heard;
  port1.close();
  assert.equal(times(), 0);
});
