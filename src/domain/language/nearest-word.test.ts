import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWord } from './nearest-word.ts';

const words = ['history', 'status', 'stop', 'start', 'hub'];

test('a word with a mistake in it is the nearest one, in any case', () => {
  for (const [typed, meant] of [
    ['histry', 'history'],
    ['HISTORY', 'history'],
    ['stauts', 'status'],
    ['hbu', 'hub'],
    ['stp', 'stop'],
  ] as const)
    assert.equal(nearestWord(typed, words), meant, typed);
});

test('a word that is right, or another one, is none of them', () => {
  for (const typed of ['history', 'nothing', 'x', '', 'hist', `history${'y'.repeat(99_999)}`])
    assert.equal(nearestWord(typed, words), null, typed);
});
