import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decideRestart, failuresThatCount, isQuick, type ProcessFailure, restartPolicy, wellFor } from './restart-policy.ts';

interface Lives {
  /** From ready to its last message. */
  readonly livesMs: number;
  /** From there to its end: it hangs. */
  readonly hangsMs?: number;
  readonly neverReady?: boolean;
  readonly starts: number;
  readonly random?: number;
}

/** A component that ends in the same way after each start, on a clock of the test; at most `starts` times. */
function delaysOf({ livesMs, hangsMs = 0, neverReady = false, starts, random = 0.5 }: Lives): (number | 'give-up')[] {
  const endedBy = hangsMs > 0 ? 'us' : 'itself';
  const failures: ProcessFailure[] = [];
  const delays: (number | 'give-up')[] = [];
  let nowMs = 1_000_000;
  while (delays.length < starts && delays.at(-1) !== 'give-up') {
    const times = { readyAtMs: neverReady ? null : nowMs, heardAtMs: nowMs + livesMs, endedAtMs: nowMs + livesMs + hangsMs };
    nowMs = times.endedAtMs;
    failures.push({ atMs: nowMs, quick: isQuick(times, endedBy), wellMs: wellFor(times, endedBy) });
    const decision = decideRestart(failures, nowMs, random);
    delays.push(decision.kind === 'give-up' ? 'give-up' : decision.delayMs);
    if (decision.kind === 'restart') nowMs += decision.delayMs;
  }
  return delays;
}

test('a component that ends at once is started four times more, with longer and longer delays, and then given up', () => {
  assert.deepEqual(delaysOf({ livesMs: 100, starts: 100 }), [200, 400, 800, 1_600, 'give-up']);
});

test('a component that hangs again and again is given up, however long each detection takes', () => {
  const neverReady = delaysOf({ livesMs: 0, hangsMs: 10_000, neverReady: true, starts: 100 });
  assert.deepEqual(neverReady, [200, 400, 800, 1_600, 'give-up'], 'it takes longer than the window');
  assert.equal(delaysOf({ livesMs: 5_000, hangsMs: 3_600, starts: 100 }).at(-1), 'give-up', 'it hangs at some content, at each start');
  assert.equal(delaysOf({ livesMs: 60_000, hangsMs: 3_600, starts: 100 }).includes('give-up'), false, 'it hangs now and then');
});

test('a component that fails every 40 seconds is never given up, and restarted soon each time', () => {
  assert.deepEqual(new Set(delaysOf({ livesMs: 40_000, starts: 500 })), new Set([50]));
});

test('a component that was well and was killed is restarted at once, whatever happened before', () => {
  const failures = [1, 2, 3].map((atMs) => ({ atMs, quick: true, wellMs: 0 }));
  const killed = { atMs: 4, quick: false, wellMs: 0 };
  assert.deepEqual(decideRestart([...failures, killed], 5, 0.5), { kind: 'restart', delayMs: 50 });
  assert.deepEqual(decideRestart([killed, ...failures], 5, 0.5), { kind: 'restart', delayMs: 800 });
});

test('an end is quick if the process was not well for three seconds, unless something else ended it', () => {
  const lived = (wellForMs: number | null, silentForMs: number, endedBy: 'itself' | 'us' | 'others'): boolean => {
    const heardAtMs = 1_000 + (wellForMs ?? 0);
    return isQuick({ readyAtMs: wellForMs === null ? null : 1_000, heardAtMs, endedAtMs: heardAtMs + silentForMs }, endedBy);
  };
  for (const endedBy of ['itself', 'us', 'others'] as const) assert.equal(lived(null, 10_000, endedBy), true, `${endedBy}, never ready`);
  assert.deepEqual([lived(2_999, 0, 'itself'), lived(2_999, 1, 'itself')], [true, false]);
  assert.deepEqual([lived(2_999, 10_000, 'us'), lived(3_000, 10_000, 'us')], [true, true], 'finding that it hangs takes seconds');
  assert.deepEqual(
    [lived(9_999, 10_000, 'us'), lived(10_000, 10_000, 'us')],
    [true, false],
    'a component that hung was well until its last message',
  );
  assert.deepEqual([lived(0, 0, 'others'), lived(2_999, 0, 'others')], [false, false]);
});

test('a component that ends every three seconds is restarted later and later, and never given up', () => {
  const delays = delaysOf({ livesMs: 3_100, starts: 200 });
  assert.deepEqual(delays.slice(0, 8), [50, 50, 50, 50, 50, 200, 400, 800]);
  assert.ok(!delays.includes('give-up'));
  const later = delays.slice(20).map(Number);
  assert.ok(later.reduce((sum, each) => sum + each, 0) / later.length >= 400, `${later.slice(0, 12)}`);
});

test('a component that works for a short while each time has a limit too', () => {
  assert.equal(delaysOf({ livesMs: 3_000, starts: 500 }).includes('give-up'), false, 'nine in the window are not many');
  const many = Array.from({ length: restartPolicy.failures }, (_, at) => ({ atMs: at, quick: false, wellMs: 3_000 }));
  assert.equal(decideRestart(many, 100, 0).kind, 'give-up');
  assert.equal(decideRestart(many.slice(1), 100, 0).kind, 'restart');
});

test('a delay varies by a fifth, and is at most eight seconds plus that fifth', () => {
  assert.deepEqual(delaysOf({ livesMs: 0, starts: 2, random: 0 }), [160, 320]);
  assert.deepEqual(delaysOf({ livesMs: 0, starts: 2, random: 1 }), [240, 480]);
  const old = { atMs: 0, quick: true, wellMs: 0 };
  const many = Array.from({ length: 4 }, () => old);
  assert.deepEqual(decideRestart(many, 1, 0.5), { kind: 'restart', delayMs: 1_600 });
  const failure = fc.record({ atMs: fc.nat(30_000), quick: fc.boolean(), wellMs: fc.nat(60_000) });
  const check = fc.property(fc.array(failure), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
    const decision = decideRestart(failures, 30_000, random);
    const shortestMs = failures.at(-1)?.quick ? 160 : 40;
    return decision.kind === 'give-up' || (decision.delayMs >= shortestMs && decision.delayMs <= 9_600);
  });
  fc.assert(check);
});

test('a quick failure counts until the component was well for 30 seconds since, any other one for 30 seconds of the clock', () => {
  const failure = (atMs: number, quick: boolean, wellMs: number): ProcessFailure => ({ atMs, quick, wellMs });
  const hours = 3_600_000;
  const neverWell = [failure(0, true, 0), failure(hours, true, 0), failure(2 * hours, true, 0)];
  assert.deepEqual(failuresThatCount(neverWell, 2 * hours), neverWell);
  const wellSince = [failure(0, true, 0), failure(1, true, 0), failure(40_000, false, 30_000)];
  assert.deepEqual(failuresThatCount(wellSince, 40_000), wellSince.slice(2));
  const killed = [0, 1, 30_000].map((atMs) => failure(atMs, false, 100));
  assert.deepEqual(failuresThatCount(killed, 30_000), killed.slice(1));
});

test('the record of a component that fails forever is bounded', () => {
  const life = fc.record({ restMs: fc.nat(5_000), quick: fc.boolean(), wellMs: fc.nat(5_000) });
  const check = fc.property(fc.array(life, { maxLength: 300 }), (lives) => {
    let kept: readonly ProcessFailure[] = [];
    let nowMs = 0;
    for (const { restMs, quick, wellMs } of lives) {
      nowMs += wellMs + restMs;
      kept = failuresThatCount([...kept, { atMs: nowMs, quick, wellMs }], nowMs);
      if (decideRestart(kept, nowMs, 0.5).kind === 'give-up') kept = [];
    }
    return kept.length < restartPolicy.quickFailures + restartPolicy.failures;
  });
  fc.assert(check);
});
