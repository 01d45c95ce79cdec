import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logPageInWords } from './log-page-words.ts';

test('each reason why there is no page of the logs has its words, and only a disk is blamed for what a disk did', () => {
  const words = [{ reason: 'no-viewer' }, { reason: 'too-many' }, { reason: 'not-written', detail: 'disk-full' }].map((made) =>
    logPageInWords(made, '/a'),
  );
  assert.match(words[0] ?? '', /node setup\.mjs/);
  assert.match(words[1] ?? '', /too much memory.*--max/);
  assert.equal(words[2], 'the disk is full');
  // A group of its own user is no other user, so that the sentence says what is so.
  assert.equal(
    logPageInWords({ reason: 'not-written', detail: 'writable-by-others' }, '/a b'),
    "the group or everyone can write to its folder; to fix this: chmod go-w '/a b'",
  );
});
