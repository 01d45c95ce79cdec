import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingleWord, shortKindOf } from './short-kinds.ts';

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

test('a line that is an absolute path with blanks as a whole is a path, and a sentence that begins with one is none', () => {
  for (const path of [
    '/data/x/plain note.txt',
    '/data/Tax 2026/a (2).tar.gz',
    '/data/My Documents',
    '/data/x/a b c.pdf',
    '/data/x/new thing.sh',
  ])
    assert.equal(shortKindOf(path), 'path', path);
  for (const text of [
    '/msg ann/bob',
    '/remind me of a.txt',
    '/data/x is gone',
    '/data/x/a.txt is gone',
    '/a/b: see c.txt and d',
    '/yes/no, or maybe.txt',
    '/data/x /data/y.txt',
    `/data/${'a '.repeat(13)}.txt`,
  ])
    assert.equal(shortKindOf(text), null, text);
});
