import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keyboardServer } from '../../../../test/doubles/keyboard-server.ts';
import { HeldKeys } from './held-keys.ts';

const [picker, enter] = [77, 36];

test('a keyboard that was let go while it was to be frozen is not frozen', async () => {
  const { connection, keyboard, answer, answerAll, press } = keyboardServer(picker);
  const held = new HeldKeys(connection, (order) => void order());
  held.watch({ window: picker, closing: [] });
  press(enter);
  await answer();
  const [one, other] = [held.stay(), held.stay()];
  await answer();
  await answerAll();
  await Promise.all([one, other]);
  assert.deepEqual([held.isHolding, keyboard], [false, { isGrabbed: false, isFrozen: false }]);

  press(enter);
  await answer();
  const late = held.stay();
  await answer();
  assert.deepEqual(keyboard, { isGrabbed: true, isFrozen: true });
  // The thread's owner says at the same time that it is for nobody.
  held.drop();
  assert.deepEqual(keyboard, { isGrabbed: false, isFrozen: false });
  await answerAll();
  await late;
  assert.deepEqual([held.isHolding, keyboard], [false, { isGrabbed: false, isFrozen: false }]);
});

test('a picker of which nobody says anything has the keys after the orders before', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { connection, answerAll, press } = keyboardServer(picker);
  const orders: (() => Promise<void>)[] = [];
  const held = new HeldKeys(connection, (order) => void orders.push(order));
  held.watch({ window: picker, closing: [] });
  press(enter);
  await answerAll();
  t.mock.timers.tick(8_000);
  assert.deepEqual([held.isHolding, orders.length], [true, 1]);
  // What was said meanwhile holds.
  held.expect();
  await orders.shift()?.();
  assert.equal(held.isHolding, true);
  held.drop();
});

test('what was typed waits for something that was chosen, for some seconds', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { connection, answerAll, press, sent, keyboard } = keyboardServer(picker);
  const held = new HeldKeys(connection, (order) => void order());
  held.watch({ window: picker, closing: [] });
  press(enter);
  held.wait();
  press(40);
  await answerAll();
  t.mock.timers.tick(5_000);
  await answerAll();
  assert.deepEqual([held.isHolding, sent], [true, [enter]]);
  t.mock.timers.tick(5_000);
  await answerAll();
  await answerAll();
  assert.deepEqual([held.isHolding, sent, keyboard.isGrabbed], [false, [enter, 40], false]);
});
