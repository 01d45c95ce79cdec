import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logPageInWords } from './log-page-words.ts';

test('each reason why there is no page of the logs has its words, and only a disk is blamed for what a disk did', () => {
  const words = [{ reason: 'no-viewer' }, { reason: 'too-many' }, { reason: 'not-written', detail: 'disk-full' }].map(logPageInWords);
  assert.match(words[0] ?? '', /node setup\.mjs/);
  assert.match(words[1] ?? '', /too much memory.*--max/);
  assert.equal(words[2], 'the disk is full');
  // A group of its own user is no other user, so that the sentence says what is so.
  assert.match(logPageInWords({ reason: 'not-written', detail: 'writable-by-others' }), /by its group or by everybody.*"chmod go-w"/);
});
