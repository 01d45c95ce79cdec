import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayReturns } from './display-return.ts';

/** With a display that is there at these looks: what `displayReturns` resolves to, how often it has looked, and for how long. */
async function looked(sees: readonly boolean[], wantedMs = 60_000): Promise<readonly [boolean, number, number]> {
  let [looks, passedMs] = [0, 0];
  const isThere = async (): Promise<boolean> => {
    looks += 1;
    return sees[looks - 1] ?? false;
  };
  const returned = await displayReturns(
    isThere,
    () => passedMs < wantedMs,
    async (ms) => {
      passedMs += ms;
    },
  );
  return [returned, looks, passedMs];
}

test('a display that comes back is noticed', async () => {
  assert.deepEqual((await looked([false, true])).slice(0, 2), [true, 2]);
  assert.deepEqual((await looked([false, false, false, true])).slice(0, 2), [true, 4]);
});

test('where the display was there all the time something else is missing, and it is not looked for again', async () => {
  assert.deepEqual(await looked([true, true]), [false, 1, 0]);
});

test('a display that never comes is looked for every few seconds, until nobody wants to know', async () => {
  const [returned, looks, passedMs] = await looked([]);
  assert.equal(returned, false);
  assert.ok(passedMs >= 60_000 && looks > 10 && looks < 20, `${looks} looks in ${passedMs} ms`);
});
