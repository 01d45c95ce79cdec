import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTakenBack } from './program-habit.ts';

test('a copy is taken back by its own program alone, and before it answered', () => {
  for (const end of ['void', 'gone'] as const) {
    assert.equal(isTakenBack(end, false), true);
    assert.equal(isTakenBack(end, true), false);
  }
  for (const end of ['silent', 'refused', 'too-large', 'not-written'] as const) assert.equal(isTakenBack(end, false), false);
});
