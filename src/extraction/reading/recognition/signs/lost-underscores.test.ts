import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadWord } from '../read-lines.ts';
import { withLostUnderscores } from './lost-underscores.ts';

const column = 20;

function word(text: string, at: number): ReadWord {
  const symbols = Array.from(text, (one, place) => ({
    text: one,
    left: (at + place) * column + 3,
    right: (at + place) * column + 17,
    certainty: 0.9,
  }));
  return { symbols, top: 10, bottom: 40, certainty: 0.9 };
}

/** @param bars the columns from which and to which there is ink below the letters. */
function wordsWith(words: readonly ReadWord[], bars: readonly (readonly [from: number, to: number])[], top = 42): readonly string[] {
  const underscores = bars.map(([from, to]) => ({ left: from * column, right: to * column, top, bottom: top + 3 }));
  const [line] = withLostUnderscores([{ top: 10, bottom: 40, words }], underscores, column);
  return line?.words.map(({ symbols }) => symbols.map(({ text }) => text).join('')) ?? [];
}

test('an underscore that was taken for a blank joins the words beside it, and several are as many as there is room for', () => {
  assert.deepEqual(wordsWith([word('user', 0), word('id', 5)], [[4, 5]]), ['user_id']);
  assert.deepEqual(wordsWith([word('app', 0), word('v2', 5)], [[3, 5]]), ['app__v2']);
  assert.deepEqual(wordsWith([word('return', 0), word('id', 8)], [[7, 8]]), ['return', '_id']);
  assert.deepEqual(wordsWith([word('x', 0), word('=', 2)], [[4, 5]]), ['x', '=', '_']);
});

test('a letter whose place is a little off stays behind the underscore', () => {
  const off = { ...word('userd', 0), symbols: [...word('user', 0).symbols, { text: 'd', left: 94, right: 108, certainty: 0.9 }] };
  assert.deepEqual(wordsWith([off, word('ata', 6)], [[4, 4.9]]), ['user_d', 'ata']);
});

test('what was read as a dash, two that were read as one, and a comma that was read with one before it are told by the ink', () => {
  assert.deepEqual(wordsWith([word('x', 0), word('—', 2), word('=>', 4)], [[2, 3]]), ['x', '_', '=>']);
  const wide = { ...word('x', 0), symbols: [...word('x', 0).symbols, { text: '_', left: 22, right: 58, certainty: 0.9 }] };
  assert.deepEqual(wordsWith([wide], [[1, 3]]), ['x__']);
  const comma = { ...word('', 2), symbols: [{ text: ',', left: 40, right: 76, certainty: 0.9 }] };
  assert.deepEqual(wordsWith([word('k', 0), comma], [[2, 3]]), ['k', '_,']);
  assert.deepEqual(wordsWith([word('a-b', 0)], [[6, 7]]), ['a-b', '_']);
});

test('one that was read is not put there twice, and what is below another line, or as long as a rule, is none', () => {
  assert.deepEqual(wordsWith([word('user_id', 0)], [[4, 5]]), ['user_id']);
  assert.deepEqual(wordsWith([word('user', 0), word('id', 5)], [[4, 5]], 70), ['user', 'id']);
  assert.deepEqual(wordsWith([word('return', 0)], [[2.5, 3.5]]), ['return'], 'the feet of two letters');
  assert.deepEqual(wordsWith([word('userxid', 0)], [[4, 5]]), ['userxid'], 'a column has one character');
  assert.deepEqual(wordsWith([word('user', 0), word('id', 20)], [[5, 18]]), ['user', 'id']);
});
