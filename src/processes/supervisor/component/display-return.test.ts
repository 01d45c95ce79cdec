import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayReturns, forgetReturns, onDisplayReturn } from './display-return.ts';

/** With a display that is there at these looks: what `displayReturns` resolves to, how often it has looked, and for how long. */
async function looked(sees: readonly boolean[], before = 0, wantedMs = 120_000): Promise<readonly [boolean, number, number]> {
  let [looks, passedMs] = [0, 0];
  const isThere = async (): Promise<boolean> => {
    looks += 1;
    return sees[looks - 1] ?? false;
  };
  const rest = async (ms: number): Promise<void> => {
    passedMs += ms;
  };
  const returned = await displayReturns(isThere, () => passedMs < wantedMs, before, rest);
  return [returned, looks, passedMs];
}

test('a display that comes back is noticed, also one that was gone for a moment only', async () => {
  assert.deepEqual((await looked([true])).slice(0, 2), [true, 1]);
  assert.deepEqual((await looked([false, false, false, true])).slice(0, 2), [true, 4]);
});

test('a display that never comes is looked for every few seconds, until nobody wants to know', async () => {
  const [returned, looks, passedMs] = await looked([]);
  assert.equal(returned, false);
  assert.ok(passedMs >= 120_000 && looks > 10 && looks < 25, `${looks} looks in ${passedMs} ms`);
});

test('how often it was started in vain does not count on another desktop', async () => {
  const waits: number[] = [];
  const options = {
    plan: { id: 'hub' },
    env: () => ({}),
    log: { info: () => {} },
    isThere: async () => true,
  } as unknown as Parameters<typeof onDisplayReturn>[0];
  const returns = (): Promise<void> =>
    onDisplayReturn(
      options,
      () => true,
      () => {},
      async (ms) => void waits.push(ms),
    );
  await returns();
  await returns();
  forgetReturns(options);
  await returns();
  assert.deepEqual(waits, [1_000, 1_500, 1_000]);
});

test('a component that finds no display where one is seen is started ever more rarely', async () => {
  const pauses = await Promise.all([0, 1, 5, 50].map(async (before) => (await looked([true], before))[2]));
  assert.deepEqual(pauses, [1_000, 1_500, 7_593.75, 10_000]);
});
