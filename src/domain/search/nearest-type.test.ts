import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantConditions, nearestType } from './nearest-type.ts';
import { parseSearch } from './query.ts';

test('a mistyped type is the nearest one, by its label or its familiar name', () => {
  const meant = {
    pyton: 'python',
    pyhton: 'python',
    javascirpt: 'javascript',
    markdwon: 'markdown',
    'c++': 'cpp',
    jsno: 'json',
    'plain text': 'txt',
  };
  for (const [word, type] of Object.entries(meant)) assert.equal(nearestType(word), type, word);
});

test('a type, an extension, and a word that is near to none are left alone', () => {
  for (const word of ['python', 'py', '.py', 'r', 'holiday', 'x'.repeat(30), '']) assert.equal(nearestType(word), null, word);
});

test('only the types of a search are looked at', () => {
  const parsed = parseSearch('type:pyton -kind:text pyton type:json', 0);
  assert.ok(parsed.ok);
  assert.deepEqual(meantConditions(parsed.query), ['type:python']);
});
