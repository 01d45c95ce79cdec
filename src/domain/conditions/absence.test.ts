import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absence } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { isUntold, shownAbsence } from './absence.ts';

const saying = (word: unknown) => ({ raw: { absence: word } }) as unknown as HubWindowSnapshot;

test('the window says that nothing is on the clipboard only if that is true', () => {
  const nothing = 'Nothing is on the clipboard now';
  for (const word of absence.options) assert.equal(shownAbsence(saying(word), 'watching') === nothing, word === 'cleared', word);
  for (const word of [null, undefined, 'hasOwnProperty', '__proto__', 7, {}]) assert.equal(shownAbsence(saying(word), 'watching'), nothing);
  assert.equal(shownAbsence(null, 'watching'), nothing);
});

test('each reason has its own sentence, and nothing is said about a clipboard that Hub does not watch', () => {
  assert.equal(new Set(absence.options.map((word) => shownAbsence(saying(word), 'watching'))).size, absence.options.length);
  for (const word of absence.options) assert.match(shownAbsence(saying(word), 'blind'), /(?:is not shown|was not read)$/);
});

test('a copied address is shown while it is on the clipboard, and at no other time', () => {
  const address = 'https://example.org/tides';
  assert.equal(shownAbsence(saying('address'), 'watching', address), `You copied this address from Hub: ${address}`);
  for (const word of absence.options.filter((each) => each !== 'address'))
    assert.ok(!shownAbsence(saying(word), 'watching', address).includes(address), word);
});

test('while the journal accepts nothing, the window says neither that the clipboard is not shown nor what it held before', () => {
  for (const word of absence.options) assert.match(shownAbsence(saying(word), 'waiting'), /waits for the journal$/);
});

test('an unreadable filter is given as the reason why nothing was read, also while Hub is not watching', () => {
  for (const capture of ['watching', 'blind'] as const)
    assert.match(shownAbsence(saying('filter-unknown'), capture), /^content-filter\.json is not valid/);
});

test('after copying only a secret, the user is not told to copy something', () => {
  assert.deepEqual(
    [null, 'cleared', 'concealed', 'deleted'].map((word) => isUntold(saying(word))),
    [true, true, false, false],
  );
});
