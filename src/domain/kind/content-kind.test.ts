import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { contentKinds } from '../../contract/fragment-words.ts';
import { detectText } from '../detect/detect.ts';
import { contentKind, mostBytesOfShort } from './content-kind.ts';

const kindOf = (text: string) => contentKind({ kind: 'text', bytes: Buffer.byteLength(text), text, type: detectText(text) });

test('pictures and files have their own kind', () => {
  assert.equal(contentKind({ kind: 'image', bytes: 9, text: '', type: null }), 'picture');
  assert.equal(contentKind({ kind: 'files', bytes: 9, text: '', type: null }), 'files');
});

test('blanks around a short text, and the NUL at the end of a list, make no difference', () => {
  assert.equal(kindOf('  https://example.org/a \r\n'), 'link');
  assert.equal(kindOf('/home/ann/a.txt\n/home/ann/b.txt\0'), 'path');
});

test('a list is of a kind if all its lines are', () => {
  assert.equal(kindOf('https://example.org/a\nhttps://example.org/b\n'), 'link');
  assert.equal(kindOf('1\n2\n3'), 'number');
  assert.equal(kindOf('https://example.org/a\nread this one later, please'), 'prose');
});

test('years, days, dates and several numbers are no codes and no phone numbers', () => {
  for (const text of ['2024', '20251123']) assert.equal(kindOf(text), 'number', text);
  for (const text of ['23.11.2026', '2026-11-23', '12/10/2025', '01-02-2026']) assert.equal(kindOf(text), 'prose', text);
  assert.equal(kindOf('The codes are 123456 and 654321'), 'prose');
});

test('a long text is the same in a list, which has its beginning, and as a whole', () => {
  const text = 'https://example.org/ '.repeat(mostBytesOfShort);
  const facts = { kind: 'text', bytes: text.length, type: null } as const;
  assert.equal(contentKind({ ...facts, text }), contentKind({ ...facts, text: text.slice(0, 4_096) }));
  const address = `https://example.org/${'a'.repeat(mostBytesOfShort)}`;
  assert.equal(contentKind({ ...facts, bytes: address.length, text: address }), 'prose');
});

test('any text has a kind', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (text) => {
      assert.ok(contentKinds.includes(kindOf(text)));
    }),
    { numRuns: runs(2_000) },
  );
});
