import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendOfHeld, uncountedIn } from './capture-condition.ts';
import { isPartNotStarted, partNotStarted } from './part-not-started.ts';

const held = (why: string, more = ''): string => `the journal cannot be written to now${why}; copies are held in memory${more}`;

test('a monitor with a thread that can not be started says to start Hub again, and how many copies were missed', () => {
  for (const own of [null, held(' (its disk is slow)'), held(' (its disk is slow)', '; 244 missed meanwhile')]) {
    const reason = partNotStarted(own);
    assert.ok(isPartNotStarted(reason) && reason.length <= 200, reason);
    assert.equal(uncountedIn([{ id: 'clipboard', reason }]), own?.includes('244') ? 244 : 0);
    assert.equal(mendOfHeld(reason), null, 'a stop writes them to the disk');
  }
  assert.ok(partNotStarted(held('', '; 999999999 missed meanwhile')).length <= 200);
});

test('on a full disk a stop would lose copies, so that is what it says', () => {
  const own = held(': the disk is full', '; 3 missed meanwhile');
  assert.equal(partNotStarted(own), own);
  assert.ok(!isPartNotStarted(partNotStarted(own)));
  assert.notEqual(mendOfHeld(partNotStarted(own)), null);
});
