import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { askAction } from '../../client/ask-pipes.ts';
import { exitHub } from './exit-hub.ts';

function rig() {
  const said: string[] = [];
  const logged: string[] = [];
  return {
    said,
    logged,
    notifications: { publish: (text: string) => void said.push(text) },
    log: rememberingLog((line) => logged.push(line)),
  };
}

test('the end is announced and painted before it is requested', async (t) => {
  const order: string[] = [];
  const there = startPeers(t);
  await there.pipe('single-instance', (socket, line) => {
    order.push(JSON.parse(line).message);
    socket.end('{"ok":true}\n');
  });
  const notifications = { publish: (text: string) => void order.push(text) };
  const seen = async (): Promise<void> => {
    // Its message takes the same way, and would come after the end that was requested already.
    await askAction(there.places, 'restore', { timeoutMs: 10_000 });
    order.push('seen');
  };
  await exitHub({ places: there.places, log: rig().log, notifications, seen });
  assert.deepEqual(order, ['Hub is stopping', 'restore', 'seen', 'exit']);
});

test('an end that fails is announced too, and logged; a second request during the end is none', async (t) => {
  const alone = rig();
  await exitHub({ places: startPeers(t).places, log: alone.log, notifications: alone.notifications });
  assert.deepEqual(alone.said, ['Hub is stopping', 'Hub could not be stopped: the supervisor did not answer']);
  assert.deepEqual(alone.logged, ['ERROR shutdown not accepted']);
  const late = rig();
  const there = startPeers(t);
  await there.pipe('single-instance', { ok: false, error: 'stopping' });
  await exitHub({ places: there.places, log: late.log, notifications: late.notifications });
  assert.deepEqual([late.said, late.logged], [['Hub is stopping'], []]);
});

test('without a listener, the end is requested all the same', async (t) => {
  const there = startPeers(t);
  await there.pipe('single-instance', { ok: true });
  await exitHub({ places: there.places, log: rig().log });
  assert.deepEqual(there.asked, [{ message: 'exit' }]);
});
