import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absence } from '../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../contract/window.ts';
import { isUntold, shownAbsence } from './absence.ts';

const saying = (word: unknown) => ({ raw: { absence: word } }) as unknown as HubWindowSnapshot;

test('nothing is said to be on the clipboard only where that is so', () => {
  const nothing = 'Nothing is on the clipboard now';
  for (const word of absence.options) assert.equal(shownAbsence(saying(word), 'watching') === nothing, word === 'cleared', word);
  for (const word of [null, undefined, 'hasOwnProperty', '__proto__', 7, {}]) assert.equal(shownAbsence(saying(word), 'watching'), nothing);
  assert.equal(shownAbsence(null, 'watching'), nothing);
});

test('each reason has words of its own, and a clipboard that nobody watches is not spoken of', () => {
  assert.equal(new Set(absence.options.map((word) => shownAbsence(saying(word), 'watching'))).size, absence.options.length);
  for (const word of absence.options) assert.match(shownAbsence(saying(word), 'blind'), /was not read$/);
});

test('of a clipboard that is watched while the journal takes nothing it is not said that it was not read, nor what it was before', () => {
  for (const word of absence.options) assert.match(shownAbsence(saying(word), 'waiting'), /waits for the journal$/);
});

test('a filter that nobody can read is said to be why nothing was looked at, also while nothing is watched', () => {
  for (const capture of ['watching', 'blind'] as const)
    assert.match(shownAbsence(saying('filter-unknown'), capture), /^content-filter\.json is not valid/);
});

test('who has copied nothing but a secret is not told to copy something', () => {
  assert.deepEqual(
    [null, 'cleared', 'concealed', 'deleted'].map((word) => isUntold(saying(word))),
    [true, true, false, false],
  );
});
