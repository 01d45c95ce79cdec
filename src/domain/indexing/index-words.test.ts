import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { foldedText } from '../search/folding.ts';
import { indexedText, indexQuery, pairTerms } from './index-words.ts';

const words = (query: string) => indexQuery(query)?.words;

test('words of three letters match as beginnings, Chinese and Japanese in a row, and what is after a dot as a whole', () => {
  assert.equal(words('harbour'), '"harbour" *');
  assert.equal(words('stdio.h'), '"stdio.h"');
  assert.equal(words('Straße'), '"strasse" *');
  assert.equal(words('東京'), '"東  京"');
  assert.equal(words('東'), '"東"');
});

/** Whether a file with this text is found by a word of one or two characters. */
function isFoundBy(text: string, word: string): boolean {
  const query = indexQuery(word);
  assert.equal(query?.words, '', word);
  const terms = new Set(pairTerms('', indexedText(text)).split(' '));
  return query.pairs.split(' AND ').every((quoted) => terms.has(quoted.slice(1, -1)));
}

test('words of one and two characters match anywhere, whatever their case, their accents and their signs', () => {
  const text = 'The HARBOUR at Ærø, c++ => über\r\nv2 ½ 서울';
  for (const word of ['ha', 'OU', 'b', 'ae', 'rø', 'ro', 'UB', '++', '=>', 'v2', '2', '서', '서울', 'Ｈ'])
    assert.ok(isFoundBy(text, word), word);
  for (const word of ['rv', 'hb', 'et', 'z', '+=', 'ru', '울서']) assert.ok(!isFoundBy(text, word), word);
  assert.ok(!isFoundBy('東京g', 'gx'));
});

test('a pair is in a file exactly if it is in its text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', 'ä', '-', ' ', '\n', 'И', '😀', '京') }),
      fc.constantFrom('ab', 'aä', 'b-', 'и', '--', '😀'),
      (text, word) => assert.equal(isFoundBy(text, word), foldedText(text).includes(foldedText(word))),
    ),
    { numRuns: runs(500) },
  );
});

test('a file with more different pairs than any text has only so many terms', () => {
  const random = Array.from({ length: 300_000 }, (_, at) => String.fromCharCode(0x400 + ((at * 7_919) % 9_973))).join('');
  assert.ok(pairTerms('', random).split(' ').length < 70_000);
});

test('a word of both kinds is looked up in both, in the names too', () => {
  assert.deepEqual(indexQuery('the in'), { words: '"the" *', pairs: '"u43hpq"', pairsInNames: '"n43hpq"' });
});

test('what means something to FTS5 is only text, and what has no letter is left out', () => {
  assert.equal(words('say "hello" OR NOT'), '"say" * AND """hello""" * AND "NOT" *');
  assert.equal(indexQuery(' \0 ---- ((( '), null);
  assert.equal(words('xyz '.repeat(500))?.split(' AND ').length, 32);
});

test('a text is folded as that of a copy is', () => {
  assert.equal(indexedText('CAFE\u0301, ＡＢＣ'), 'cafe, abc');
});
