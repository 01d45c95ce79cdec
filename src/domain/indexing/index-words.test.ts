import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexedText, indexQuery } from './index-words.ts';

test('words of three letters match as beginnings, shorter ones as a whole, Chinese and Japanese in a row', () => {
  assert.equal(indexQuery('harbour'), '"harbour" *');
  assert.equal(indexQuery('the in'), '"the" * AND "in"');
  assert.equal(indexQuery('stdio.h'), '"stdio.h"');
  assert.equal(indexQuery('Straße'), '"strasse" *');
  assert.equal(indexQuery('東京'), '"東  京"');
});

test('what means something to FTS5 is only text, and what has no letter is left out', () => {
  assert.equal(indexQuery('say "hello" OR'), '"say" * AND """hello""" * AND "OR"');
  assert.equal(indexQuery('* - ( " \0'), '');
  assert.equal(indexQuery('x '.repeat(500)).split(' AND ').length, 32);
});

test('a text is folded as that of a copy is', () => {
  assert.equal(indexedText('CAFE\u0301, ＡＢＣ'), 'cafe, abc');
});
