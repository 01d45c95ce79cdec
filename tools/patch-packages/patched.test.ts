import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';

test('of the messages of zod, only those that Hub uses are loaded', () => {
  assert.deepEqual(Object.keys(z.locales), ['en']);
  const refused = z.int().safeParse('7');
  assert.equal(refused.error?.issues[0]?.message, 'Invalid input: expected number, received string');
});
