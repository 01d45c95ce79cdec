import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decideRestart, type Failure, isQuick, recentFailures, restartPolicy } from './restart-policy.ts';

/** A component that ends so long after each start, on a clock of the test's own; at most `starts` times. */
function delaysOf({ livesMs, starts, random = 0.5 }: { livesMs: number; starts: number; random?: number }): (number | 'give-up')[] {
  const failures: Failure[] = [];
  const delays: (number | 'give-up')[] = [];
  let nowMs = 1_000_000;
  while (delays.length < starts && delays.at(-1) !== 'give-up') {
    nowMs += livesMs;
    failures.push({ atMs: nowMs, quick: livesMs < restartPolicy.healthyAfterMs });
    const decision = decideRestart(failures, nowMs, random);
    delays.push(decision.kind === 'give-up' ? 'give-up' : decision.delayMs);
    if (decision.kind === 'restart') nowMs += decision.delayMs;
  }
  return delays;
}

test('one that ends at once is started four times more, later each time, and then given up', () => {
  assert.deepEqual(delaysOf({ livesMs: 100, starts: 100 }), [200, 400, 800, 1_600, 'give-up']);
});

test('one that fails every 40 seconds is never given up, and comes back soon each time', () => {
  assert.deepEqual(new Set(delaysOf({ livesMs: 40_000, starts: 500 })), new Set([50]));
});

test('one that was well and was killed is back at once, whatever happened before', () => {
  const failures = [1, 2, 3].map((atMs) => ({ atMs, quick: true }));
  assert.deepEqual(decideRestart([...failures, { atMs: 4, quick: false }], 5, 0.5), { kind: 'restart', delayMs: 50 });
  assert.deepEqual(decideRestart([{ atMs: 4, quick: false }, ...failures], 5, 0.5), { kind: 'restart', delayMs: 800 });
});

test('an end is quick when the process was not well for three seconds, unless somebody else ended it', () => {
  const lived = (wellForMs: number | null, silentForMs: number, endedBy: 'itself' | 'us' | 'others'): boolean => {
    const heardAtMs = 1_000 + (wellForMs ?? 0);
    return isQuick({ readyAtMs: wellForMs === null ? null : 1_000, heardAtMs, endedAtMs: heardAtMs + silentForMs }, endedBy);
  };
  for (const endedBy of ['itself', 'us', 'others'] as const) assert.equal(lived(null, 10_000, endedBy), true, `${endedBy}, never ready`);
  assert.deepEqual([lived(2_999, 0, 'itself'), lived(2_999, 1, 'itself')], [true, false]);
  assert.deepEqual([lived(2_999, 10_000, 'us'), lived(3_000, 10_000, 'us')], [true, false], 'one that hung was well until its last word');
  assert.deepEqual([lived(0, 0, 'others'), lived(2_999, 0, 'others')], [false, false]);
});

test('one that works for a while each time and never long has a limit too', () => {
  assert.equal(delaysOf({ livesMs: 3_000, starts: 500 }).includes('give-up'), false, 'nine in the window are not many');
  const many = Array.from({ length: restartPolicy.failures }, (_, at) => ({ atMs: at, quick: false }));
  assert.equal(decideRestart(many, 100, 0).kind, 'give-up');
  assert.equal(decideRestart(many.slice(1), 100, 0).kind, 'restart');
});

test('a delay varies by a fifth, and is never longer than eight seconds and that fifth', () => {
  assert.deepEqual(delaysOf({ livesMs: 0, starts: 2, random: 0 }), [160, 320]);
  assert.deepEqual(delaysOf({ livesMs: 0, starts: 2, random: 1 }), [240, 480]);
  const old = { atMs: 0, quick: true };
  const many = Array.from({ length: 4 }, () => old);
  assert.deepEqual(decideRestart(many, 1, 0.5), { kind: 'restart', delayMs: 1_600 });
  const failure = fc.record({ atMs: fc.nat(30_000), quick: fc.boolean() });
  const check = fc.property(fc.array(failure), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
    const decision = decideRestart(failures, 30_000, random);
    const shortestMs = failures.at(-1)?.quick ? 160 : 40;
    return decision.kind === 'give-up' || (decision.delayMs >= shortestMs && decision.delayMs <= 9_600);
  });
  fc.assert(check);
});

test('failures that are 30 seconds old do not count', () => {
  const failures = [0, 1, 30_000].map((atMs) => ({ atMs, quick: true }));
  assert.deepEqual(recentFailures(failures, 30_000), failures.slice(1));
});
