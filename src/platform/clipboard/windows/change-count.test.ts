import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeCount } from './change-count.ts';

const others = (announcements: number, sequence: number) => ({ announcements, sequence, isOurs: false });

test('one announcement is one copy', () => {
  const count = new ChangeCount();
  count.began(10);
  assert.deepEqual(count.heard(others(1, 14)), { isNew: true, missed: 0 });
  assert.deepEqual(count.heard(others(1, 18)), { isNew: true, missed: 0 });
});

test('of several announcements at once only the last copy is there', () => {
  const count = new ChangeCount();
  count.began(10);
  assert.deepEqual(count.heard(others(3, 22)), { isNew: true, missed: 2 });
});

test('an announcement that comes after its copy was seen is of one before, which nobody saw', () => {
  const count = new ChangeCount();
  count.began(10);
  assert.deepEqual(count.heard(others(1, 18)), { isNew: true, missed: 0 });
  assert.deepEqual(count.heard(others(1, 18)), { isNew: false, missed: 1 });
});

test('an offer of ours is no copy, and misses none', () => {
  const count = new ChangeCount();
  count.began(10);
  count.offered(16);
  assert.deepEqual(count.heard({ announcements: 1, sequence: 16, isOurs: true }), { isNew: false, missed: 0 });
  assert.deepEqual(count.heard(others(1, 20)), { isNew: true, missed: 0 });
});

test('a copy that an offer of ours replaced is missed; one that replaced the offer is new', () => {
  const count = new ChangeCount();
  count.began(10);
  count.offered(20);
  assert.deepEqual(count.heard({ announcements: 2, sequence: 20, isOurs: true }), { isNew: false, missed: 1 });
  count.offered(30);
  assert.deepEqual(count.heard(others(2, 34)), { isNew: true, missed: 0 });
});

test('what an owner writes only when it is asked is not another copy', () => {
  const count = new ChangeCount();
  count.began(10);
  assert.deepEqual(count.heard(others(1, 12)), { isNew: true, missed: 0 });
  count.wasRead(12, 13);
  assert.deepEqual(count.heard(others(1, 13)), { isNew: false, missed: 0 });
  assert.deepEqual(count.heard(others(1, 16)), { isNew: true, missed: 0 });
});

test('reading a copy that another one has replaced meanwhile hides no announcement', () => {
  const count = new ChangeCount();
  count.began(10);
  count.heard(others(1, 12));
  count.wasRead(14, 14);
  assert.deepEqual(count.heard(others(1, 14)), { isNew: true, missed: 0 });
});

test('while a copy is being made, those that were announced are gone', () => {
  const count = new ChangeCount();
  count.began(10);
  count.offered(14);
  assert.deepEqual(count.heard({ announcements: 3, sequence: null, isOurs: false }), { isNew: false, missed: 2 });
  assert.deepEqual(count.heard(others(1, 20)), { isNew: true, missed: 0 });
});
