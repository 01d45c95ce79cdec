import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMachineBusy } from './silence-excuse.ts';

test('a machine is busy if more than two threads per core can run, now or on average', () => {
  assert.equal(isMachineBusy('0.10 4.00 9.00 1/812 4711', 2), false, 'earlier averages do not matter');
  assert.equal(isMachineBusy('27.10 4.00 9.00 1/812 4711', 2), true);
  assert.equal(isMachineBusy('0.10 0.10 0.10 27/812 4711', 2), true, 'since a moment ago');
  assert.equal(isMachineBusy('0.10 0.10 0.10 5/812 4711', 2), false);
});

test('without the file of Linux the averages decide, and what is unreadable is no load', () => {
  assert.equal(isMachineBusy('5 1 1', 2), true);
  assert.equal(isMachineBusy('0 0 0', 2), false);
  assert.equal(isMachineBusy('', 2), false);
  assert.equal(typeof isMachineBusy(), 'boolean');
});
