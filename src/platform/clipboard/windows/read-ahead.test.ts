import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadAhead } from './read-ahead.ts';

const order = { limits: { hurriedMs: 100 } };
const mebibyte = 1_024 * 1_024;
const openAhead = () => new ReadAhead<typeof order, string>((text) => Number(text));

test('a copy is read ahead only if it follows at once on one that was allowed', () => {
  const ahead = openAhead();
  assert.equal(ahead.orderAt(0), null);
  ahead.allowed(order, 1_000);
  assert.deepEqual([ahead.orderAt(1_099), ahead.orderAt(1_100)], [order, null]);
  ahead.allowed(order, 2_000);
  ahead.allowed(null, 2_001);
  assert.equal(ahead.orderAt(2_002), null);
});

test('what was read ahead is handed over once, and what was dropped not at all', () => {
  const ahead = openAhead();
  ahead.keep(7, '1');
  assert.deepEqual([ahead.take(8), ahead.take(7), ahead.take(7)], [undefined, '1', undefined]);
});

test('only so many copies and bytes are kept, the latest ones', () => {
  const ahead = openAhead();
  for (let sequence = 0; sequence < 65; sequence += 1) ahead.keep(sequence, '1');
  assert.deepEqual([ahead.take(0), ahead.take(1), ahead.take(64)], [undefined, '1', '1']);
  ahead.keep(70, String(9 * mebibyte));
  ahead.keep(71, String(9 * mebibyte));
  ahead.keep(72, String(17 * mebibyte));
  assert.deepEqual(
    [ahead.take(2), ahead.take(70), ahead.take(71), ahead.take(72)],
    [undefined, undefined, String(9 * mebibyte), undefined],
  );
});
