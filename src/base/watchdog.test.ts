import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Watchdog } from './watchdog.ts';

/** A time that passes only when the test says so. */
function clock(t: TestContext): { pass: (ms: number) => void; freeze: (ms: number) => void } {
  let nowMs = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => nowMs);
  /** The process does not run meanwhile, as when it is halted or its machine sleeps: its timers are late. */
  const freeze = (ms: number): void => {
    nowMs += ms;
    t.mock.timers.tick(ms);
  };
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 1) freeze(1);
  };
  return { pass, freeze };
}

/** How often the watchdog has reported silence. */
function bark(watchdog: Watchdog, withinMs: number): () => number {
  let times = 0;
  watchdog.expect(withinMs, () => {
    times += 1;
  });
  return () => times;
}

test('silence is reported once, when it has lasted long enough', (t) => {
  const { pass } = clock(t);
  const times = bark(new Watchdog(), 200);
  pass(199);
  assert.equal(times(), 0);
  pass(1);
  assert.equal(times(), 1);
  pass(1_000);
  assert.equal(times(), 1);
});

test('a message, or the end of waiting, postpones the report', (t) => {
  const { pass } = clock(t);
  const watchdog = new Watchdog();
  const first = bark(watchdog, 50);
  pass(49);
  const second = bark(watchdog, 60);
  pass(59);
  watchdog.rest();
  pass(1_000);
  assert.deepEqual([first(), second()], [0, 0]);
  const third = bark(watchdog, 50);
  pass(50);
  assert.equal(third(), 1);
});

test('time in which this process itself was not running is not silence of the other one', (t) => {
  const { pass, freeze } = clock(t);
  const times = bark(new Watchdog(), 200);
  freeze(800);
  pass(199);
  assert.equal(times(), 0, 'it gets its whole time again');
  pass(1);
  assert.equal(times(), 1);
});

test('silence does not count while it is excused, and is reported once it is not', async (t) => {
  const { pass } = clock(t);
  const watchdog = new Watchdog();
  let times = 0;
  let excused = true;
  const passHalf = async (): Promise<void> => {
    pass(100);
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  };
  watchdog.expect(
    200,
    () => {
      times += 1;
    },
    async () => excused,
  );
  for (let half = 0; half < 7; half += 1) await passHalf();
  excused = false;
  await passHalf();
  assert.equal(times, 0, 'what stopped it is over for a half only');
  await passHalf();
  assert.equal(times, 1);
  watchdog.expect(
    200,
    () => assert.fail('a message came while the excuse was looked for'),
    async () => false,
  );
  await passHalf();
  pass(100);
  watchdog.rest();
  await passHalf();
});

test('messages that arrived while this process was blocked are handled before silence is reported', async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const watchdog = new Watchdog();
  t.after(() => watchdog.rest());
  // Half of it is longer than a busy machine delays the next line.
  const times = bark(watchdog, 1_000);
  const heard = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      watchdog.rest();
      resolve();
    };
  });
  // Timers of the same length run in the order in which they were set: this one right after the watchdog's, at the end of the first half.
  await new Promise((resolve) => setTimeout(resolve, 500));
  // It is the event loop that reads messages before it runs timers, so this process really is blocked: past the end, for less than a pause.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  port2.postMessage('alive');
  await heard;
  assert.equal(times(), 0);
});
