import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startPasses } from './passes.ts';

const times = { everyMs: 600, firstAfterMs: 120 };

/** Passes that end when they are told to. */
function rig(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [begun, end, fail]: [number, () => void, (error: Error) => void] = [0, () => {}, () => {}];
  const heldUp: unknown[] = [];
  const pass = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve, reject) => {
      [end, fail] = [resolve, reject];
    });
  };
  const passes = startPasses({ ...times, pass, heldUp: (error) => heldUp.push(error) });
  t.after(() => passes[Symbol.dispose]());
  return {
    passes,
    heldUp,
    begun: () => begun,
    after: (ms: number): number => {
      t.mock.timers.tick(ms);
      return begun;
    },
    end: async () => {
      end();
      await turn();
    },
    fail: async (error: Error) => {
      fail(error);
      await turn();
    },
  };
}

test('a pass comes soon after the start, and then every now and then, also after one that failed', async (t) => {
  const { after, end, fail, heldUp } = rig(t);
  assert.deepEqual([after(119), after(1)], [0, 1]);
  await end();
  assert.deepEqual([after(599), after(1)], [1, 2]);
  const error = new Error('no room');
  await fail(error);
  assert.deepEqual(heldUp, [error]);
  assert.deepEqual([after(599), after(1)], [2, 3]);
});

test('a change puts the next pass off, so that it can be corrected', (t) => {
  const { after, passes } = rig(t);
  after(100);
  passes.look();
  assert.deepEqual([after(119), after(1)], [0, 1]);
});

test('a change during a pass begins no second one, and is followed by a pass soon after it', async (t) => {
  const { after, end, passes } = rig(t);
  after(120);
  passes.look();
  assert.equal(after(10_000), 1);
  await end();
  assert.deepEqual([after(119), after(1)], [1, 2]);
});

test('after the end there is no pass, not even after one that goes on', async (t) => {
  const { after, end, passes } = rig(t);
  after(120);
  passes[Symbol.dispose]();
  await end();
  passes.look();
  assert.equal(after(10_000), 1);
});
