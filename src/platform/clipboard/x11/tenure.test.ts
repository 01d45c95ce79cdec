import assert from 'node:assert/strict';
import { test } from 'node:test';
import { none } from '../../x11/protocol.ts';
import { Tenure } from './tenure.ts';

const [request, destroyed, program] = [0, 1, 77];

test('a program that gives up what it has just had saved is about to exit; later, or with another copy, the clipboard was cleared', () => {
  const tenure = new Tenure();
  tenure.begin(program);
  const isEnd = (nowMs: number): boolean => tenure.isEnd({ subtype: request, owner: none }, nowMs);
  assert.equal(isEnd(1_000), false, 'nothing was saved');
  tenure.asked()(1_000);
  assert.equal(isEnd(1_005), true);
  assert.equal(tenure.isEnd({ subtype: request, owner: program }, 1_005), false, 'it copies again');
  assert.equal(isEnd(60_000), false, 'the user clears it');
  tenure.begin(program);
  assert.equal(isEnd(1_010), false, 'this copy was not saved');
  const late = tenure.asked();
  tenure.begin(program);
  late(2_000);
  assert.equal(isEnd(2_005), false, 'the answer is about the copy before');
  assert.equal(tenure.isEnd({ subtype: destroyed, owner: none }, 60_000), true);
});
