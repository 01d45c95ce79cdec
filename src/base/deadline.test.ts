import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLate, within } from './deadline.ts';

test('a result in time is passed on, and so is a rejection', async () => {
  assert.equal(await within(60_000, Promise.resolve('there')), 'there');
  await assert.rejects(within(60_000, Promise.reject(new Error('broken'))), /broken/);
});

test('a result that is too late may still come or fail without harm', async () => {
  const never = Promise.withResolvers<string>();
  assert.equal(await within(1, never.promise), tooLate);
  never.resolve('later');
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<string>((_resolve, reject) => {
    fail = reject;
  });
  assert.equal(await within(1, failing), tooLate);
  fail(new Error('later'));
  await new Promise(setImmediate);
});
