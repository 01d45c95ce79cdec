import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, failed } from '../../../base/outcome.ts';
import { startOrForward } from './single-instance.ts';

const lock = { [Symbol.dispose]: () => {} };
const patientMs = 20_000;

/** A launch that meets these situations in order; the last one stays. `free` is a lock that can be taken. */
function meet(
  things: readonly ('free' | 'absent' | 'full' | 'silent' | 'stopping' | 'takes' | 'gibberish')[],
  withinMs = patientMs,
  headless = false,
) {
  const asked: unknown[] = [];
  let at = 0;
  const now = () => things[Math.min(at, things.length - 1)];
  const launched = startOrForward({
    verb: 'restore',
    headless,
    desktop: null,
    answerWithinMs: withinMs,
    withinMs,
    takeLock: () => (now() === 'free' ? done(lock) : failed('held')),
    ask: async (request) => {
      asked.push(request);
      const met = now();
      at += 1;
      if (met === 'absent') return failed('absent');
      if (met === 'full') return failed('busy');
      if (met === 'silent') return failed('no-answer');
      if (met === 'gibberish') return done({ hello: 'world' });
      return done(met === 'stopping' ? { ok: false, error: 'stopping' } : { ok: true, detail: 'no window' });
    },
  });
  return { launched, asked };
}

test('a launch that gets the lock is the Hub, and sends no request', async () => {
  const { launched, asked } = meet(['free']);
  assert.deepEqual(await launched, { kind: 'primary', lock });
  assert.deepEqual(asked, []);
});

test('a launch that does not get the lock passes its verb on, once', async () => {
  const { launched, asked } = meet(['takes']);
  assert.deepEqual(await launched, { kind: 'handed-over', detail: 'no window' });
  assert.deepEqual(asked, [{ message: 'restore' }]);
});

test('a launch that wants no window says so to the running Hub', async () => {
  const { launched, asked } = meet(['takes'], patientMs, true);
  await launched;
  assert.deepEqual(asked, [{ message: 'restore', headless: true }]);
});

test('a Hub that is still starting, or too busy, is waited for', async () => {
  const { launched, asked } = meet(['absent', 'full', 'takes']);
  assert.equal((await launched).kind, 'handed-over');
  assert.equal(asked.length, 3);
});

test('a Hub that stops, or dies before it answers, is replaced', async () => {
  for (const before of ['absent', 'stopping', 'silent', 'gibberish'] as const)
    assert.equal((await meet([before, 'free']).launched).kind, 'primary', before);
});

test('a verb that may have arrived is not sent again', async () => {
  for (const before of ['silent', 'gibberish'] as const) {
    const { launched, asked } = meet([before, 'takes']);
    assert.equal((await launched).kind, 'no-answer', before);
    assert.equal(asked.length, 1);
  }
});

test('a Hub that never answers is given up in time', async () => {
  assert.equal((await meet(['absent'], 120).launched).kind, 'no-answer');
});
