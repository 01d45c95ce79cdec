import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateAgain, isTakenBack, LastProgram } from './program-habit.ts';

test('a copy is taken back by its own program alone, and before it answered', () => {
  for (const end of ['void', 'gone'] as const) {
    assert.equal(isTakenBack(end, false), true);
    assert.equal(isTakenBack(end, true), false);
  }
  for (const end of ['silent', 'refused', 'too-large', 'not-written'] as const) assert.equal(isTakenBack(end, false), false);
});

test('what a program conceals within a minute after its private copy is no other one, unless somebody else copied in between', () => {
  const programs = new LastProgram();
  const conceals = (client: number | null, atMs: number): boolean => isPrivateAgain(programs.habitOf(client), atMs);
  assert.deepEqual(
    [0, 10_000, 59_000, 61_000, 71_000].map((atMs) => conceals(7, atMs)),
    [false, true, true, false, true],
  );
  assert.equal(conceals(8, 72_000), false);
  assert.equal(conceals(7, 73_000), false);
  programs.habitOf(7).isPrivate = false; // It has made a copy that is none.
  assert.equal(conceals(7, 74_000), false);
  assert.deepEqual([conceals(null, 75_000), conceals(null, 76_000)], [false, false], 'nobody knows whether it is the same one');
});
