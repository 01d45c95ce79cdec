import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { excuseOf, type SilenceParts } from './silence-excuse.ts';

/** Once in a test: a clock that is replaced twice is not given back. */
function excused(t: TestContext, parts: Partial<SilenceParts>) {
  let nowMs = 1_000_000;
  t.mock.method(performance, 'now', () => nowMs);
  const usual = { withinMs: 1_000, isBusy: () => false, killedAtMs: null, isHeld: null, heldLong: () => {} };
  const excuse = excuseOf({ ...usual, ...parts });
  return async (afterMs: number): Promise<boolean> => {
    nowMs = 1_000_000 + afterMs;
    return excuse();
  };
}

test('silence on an idle machine has no excuse', async (t) => {
  const at = excused(t, {});
  assert.deepEqual([await at(0), await at(500)], [false, false]);
});

test('silence on a busy machine is excused for four times as long, and not for ever', async (t) => {
  const at = excused(t, { isBusy: () => true });
  assert.deepEqual([await at(500), await at(3_900), await at(4_000)], [true, true, false]);
});

test('after a kill within the last minutes, a busy machine excuses twice as much', async (t) => {
  const at = excused(t, { isBusy: () => true, killedAtMs: 900_000 });
  assert.deepEqual([await at(7_900), await at(8_000)], [true, false]);
});

test('a kill of long ago excuses nothing more', async (t) => {
  assert.equal(await excused(t, { isBusy: () => true, killedAtMs: 600_000 })(4_000), false);
});

test('on an idle machine a kill excuses nothing', async (t) => {
  assert.equal(await excused(t, { killedAtMs: 900_000 })(500), false);
});

test('a display that does not answer excuses silence as long as that lasts, and is told of after half a minute', async (t) => {
  let [told, isHeld] = [0, true];
  const at = excused(t, {
    isHeld: async () => isHeld,
    heldLong: () => {
      told += 1;
    },
  });
  assert.deepEqual([await at(500), await at(30_000), told], [true, true, 0]);
  assert.deepEqual([await at(30_500), told], [true, 1]);
  isHeld = false;
  assert.equal(await at(31_000), false);
  isHeld = true;
  assert.deepEqual([await at(32_000), told], [true, 1], 'another time begins');
});
