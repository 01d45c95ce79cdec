import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingleWord } from './short-kinds.ts';

test('one word is one, whatever signs it has; two words are not', () => {
  for (const word of [
    'idempotent',
    'feature/tide-table',
    'Donaudampfschifffahrtsgesellschaft',
    '  Größe\n',
    'main()',
    'προσοχή',
    'внимание',
  ])
    assert.equal(isSingleWord(word), true, word);
  for (const text of ['two words', 'two\nlines', '', '   ', 'x'.repeat(65)]) assert.equal(isSingleWord(text), false, text);
});

test('a sentence of a script without blanks is no word', () => {
  for (const sentence of ['今天的潮汐表在这里。', 'สวัสดีชาวโลก']) assert.equal(isSingleWord(sentence), false, sentence);
});
