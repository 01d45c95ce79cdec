import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { isMissing, saveTrouble } from './save-trouble.ts';

const history = (...outcomes: readonly (readonly [Fragment['state'], string | null])[]) =>
  outcomes.map(([state, reason]) => ({ state, reason }) as Fragment);

test('the newest copy that got a file, or should have, says whether the WorkSpace takes files', () => {
  assert.equal(saveTrouble([]), null);
  assert.equal(saveTrouble(history(['saved', null], ['failed', 'disk_full'])), null);
  assert.equal(saveTrouble(history(['failed', 'disk_full'], ['saved', null]))?.text, 'The disk is full');
  const passedOver = history(['captured', null], ['kept', 'too_short'], ['filtered', 'excluded_dir'], ['failed', 'missing_directory']);
  assert.equal(saveTrouble(passedOver)?.text, 'Hub cannot find the WorkSpace, or a folder in it');
  assert.equal(isMissing(passedOver), true);
  assert.equal(isMissing(history(['failed', 'disk_full'])), false);
});

test('a problem of one file is not one of the WorkSpace, and words of other versions are ignored', () => {
  for (const reason of ['path_too_long', 'content_damaged', 'busy', 'toString', null])
    assert.equal(saveTrouble(history(['failed', reason])), null);
});
