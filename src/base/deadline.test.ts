import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferred, tooLate, within } from './deadline.ts';

test('what comes in time is passed on, a rejection too', async () => {
  assert.equal(await within(60_000, Promise.resolve('there')), 'there');
  await assert.rejects(within(60_000, Promise.reject(new Error('broken'))), /broken/);
});

test('what does not come in time is too late, and may come or fail afterwards without harm', async () => {
  const never = deferred<string>();
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
