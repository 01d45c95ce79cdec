import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfferOrder } from './offer-order.ts';

test('an earlier request is not put over a later one, and a later one is put over an earlier one', () => {
  const order = new OfferOrder();
  const [first, second, third] = [order.ask(), order.ask(), order.ask()];
  second.put();
  assert.deepEqual([first.isWanted(), third.isWanted()], [false, true]);
});

test('nothing is put over what was copied since it was asked for', () => {
  const order = new OfferOrder();
  const before = order.ask();
  order.copied();
  assert.deepEqual([before.isWanted(), order.ask().isWanted()], [false, true]);
});

test('nothing is put once nobody waits for it any more', () => {
  let nowMs = 0;
  const order = new OfferOrder(() => nowMs);
  const asked = order.ask();
  nowMs = 4_499;
  assert.equal(asked.isWanted(), true);
  nowMs = 5_000;
  assert.equal(asked.isWanted(), false);
});
