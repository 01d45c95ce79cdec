import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedLate } from './loaded-late.ts';

test('a module whose file is gone is null, and one that fails still throws', async () => {
  const gone = './loaded-late-which-is-gone.ts';
  assert.equal(await loadedLate(() => import(gone)), null);
  assert.equal((await loadedLate(() => import('./loaded-late.ts')))?.loadedLate, loadedLate);
  await assert.rejects(
    loadedLate(() => Promise.reject(new Error('it fails'))),
    /it fails/,
  );
});
