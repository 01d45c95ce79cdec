import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFunctions } from '../test/harness/owners/content-functions.ts';

test('every function that reads contents can be timed by itself, or is named as one that can not', async () => {
  assert.notDeepEqual(await contentFunctions(), []);
});
