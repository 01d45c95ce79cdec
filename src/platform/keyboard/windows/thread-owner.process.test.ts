import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { inTime, until } from '../../../../test/harness/until.ts';
import type { HoldOutcome } from '../interface.ts';
import { KeyboardThread } from './thread-owner.ts';

const keys = { modifiers: ['Ctrl'], key: 'V' } as const;
let rigs = 0;

/** A thread that looks at its orders only when it is roused, as the one of Windows does; `answer` is what it does with each. */
function rig(t: TestContext, { readyAfterMs = 0, answer = '' }: { readonly readyAfterMs?: number; readonly answer?: string } = {}) {
  rigs += 1;
  const name = `keyboard-${process.pid}-${rigs}`;
  const program = `
    import { BroadcastChannel, parentPort, receiveMessageOnPort } from 'node:worker_threads';
    const say = (report) => parentPort.postMessage(report);
    const window = new BroadcastChannel('${name}');
    window.onmessage = () => {
      for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort)) {
        const order = next.message;
        if (order.do === 'end') window.close();
        else { ${answer} }
      }
    };
    setTimeout(() => say({ is: 'ready', window: 7 }), ${readyAfterMs});`;
  const channel = new BroadcastChannel(name);
  const changes: HoldOutcome[] = [];
  const thread = new KeyboardThread({
    log: rememberingLog(() => {}),
    url: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    rouse: (window) => channel.postMessage(window),
    pressed: () => {},
    changed: (outcome) => changes.push(outcome),
  });
  t.after(async () => {
    await thread.end();
    channel.close();
  });
  return { thread, changes };
}

test('a thread that becomes ready after it was told to end ends', async (t) => {
  const { thread } = rig(t, { readyAfterMs: 300 });
  const ending = thread.end();
  await inTime('end of the thread', Promise.all([ending, thread.ended]), 5_000);
});

test('once the thread has ended, every order is answered at once', async (t) => {
  const { thread, changes } = rig(t);
  assert.equal(await thread.isReady(), true);
  await thread.end();
  const startMs = performance.now();
  assert.deepEqual(
    [await thread.isReady(), await thread.hold(keys), await thread.paste(1, keys), changes],
    [false, 'unavailable', 'unavailable', ['unavailable']],
  );
  assert.ok(performance.now() - startMs < 1_000);
});

test('a paste has a time after which it must not be done, and which comes before it is given up', async (t) => {
  const late = "setTimeout(() => say({ is: 'changed', outcome: process.hrtime.bigint() > order.untilNs ? 'taken' : 'held' }), 2_700);";
  const { thread, changes } = rig(t, { answer: late });
  assert.equal(await thread.paste(1, keys), 'unavailable');
  assert.deepEqual(changes, ['taken']);
});

test('a shortcut that is held later than it was waited for is told, unless another one was asked for since', async (t) => {
  const answer = "setTimeout(() => say({ is: 'done', id: order.id, outcome: order.id === 1 ? 'taken' : 'held' }), 3_500);";
  const { thread, changes } = rig(t, { answer });
  const first = thread.hold(keys);
  assert.deepEqual([await thread.hold(keys), await first, changes], ['unavailable', 'unavailable', []]);
  await until('outcome of the second', () => changes.length > 0);
  assert.deepEqual(changes, ['held']);
});

test('a shortcut that is lost is told', async (t) => {
  const { thread, changes } = rig(t, {
    answer: "say({ is: 'changed', outcome: 'taken' }); say({ is: 'done', id: order.id, outcome: 'pasted' });",
  });
  assert.equal(await thread.paste(1, keys), 'pasted');
  assert.deepEqual(changes, ['taken']);
});
