import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { FakeWindowMessages } from '../../../test/doubles/fake-window-messages.ts';
import { openWindowMessages } from './index.ts';
import type { WindowMessageReceived } from './interface.ts';

test('a message is reported with its window and its parameters, until the window is gone', async () => {
  const heard: WindowMessageReceived[] = [];
  const messages = new FakeWindowMessages(7n, (message) => heard.push(message));
  messages.send(0x1a, 1n, -2n);
  messages.destroyWindow();
  messages.send(0x1a);
  assert.deepEqual(heard, [{ windowHandle: 7n, message: 0x1a, wParam: 1n, lParam: -2n }]);
  await messages.close();
  assert.equal(await messages.ended, 'window-gone');
});

test('an exception of a listener does not reach the caller that delivered the message, and is not lost', async () => {
  const mistake = new Error('a listener of a test');
  const messages = new FakeWindowMessages(7n, () => {
    throw mistake;
  });
  // The runner has a listener of its own, which would count each of these as a failure.
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = once(process, 'uncaughtException');
  try {
    messages.send(1);
    assert.equal((await thrown)[0], mistake);
  } finally {
    for (const other of others) process.on('uncaughtException', other);
  }
});

test('a system on which windows can not be listened to reports that', async () => {
  const nobody = (): void => {};
  assert.deepEqual(await openWindowMessages({ platform: 'darwin', display: ':0' }, 1n, nobody), { ok: false, reason: 'unsupported' });
  assert.deepEqual(await openWindowMessages({ platform: 'linux', display: undefined }, 1n, nobody), { ok: false, reason: 'unsupported' });
});
