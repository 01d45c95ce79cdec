import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../contract/source-snapshot.ts';
import { isMissing, saveTrouble } from './save-trouble.ts';

const history = (...outcomes: readonly (readonly [Fragment['state'], string | null])[]) =>
  outcomes.map(([state, reason]) => ({ state, reason }) as Fragment);

test('the newest copy that got a file, or should have, says whether the WorkSpace takes files', () => {
  assert.equal(saveTrouble([]), null);
  assert.equal(saveTrouble(history(['saved', null], ['failed', 'disk_full'])), null);
  assert.equal(saveTrouble(history(['failed', 'disk_full'], ['saved', null]))?.text, 'The disk is full');
  const passedOver = history(['captured', null], ['kept', 'too_short'], ['filtered', 'excluded_dir'], ['failed', 'missing_directory']);
  assert.equal(saveTrouble(passedOver)?.text, 'The WorkSpace, or a folder in it, is missing');
  assert.equal(isMissing(passedOver), true);
  assert.equal(isMissing(history(['failed', 'disk_full'])), false);
});

test('what is the trouble of one file is none of the WorkSpace, and words of other versions are none', () => {
  for (const reason of ['path_too_long', 'content_damaged', 'busy', 'toString', null])
    assert.equal(saveTrouble(history(['failed', reason])), null);
});
