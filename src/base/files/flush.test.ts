import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { realDisk } from './disk.ts';
import { syncFolderAt, syncFolderNow } from './flush.ts';

test('a folder is flushed, and one that is not there is a failure', async (t) => {
  const folder = temporaryHome(t);
  const nowhere = path.join(folder, 'nowhere');
  assert.deepEqual(await syncFolderAt(folder), { ok: true, value: null });
  assert.deepEqual(await syncFolderAt(nowhere), { ok: false, reason: 'missing-directory' });
  syncFolderNow(folder);
  assert.throws(() => syncFolderNow(nowhere), { code: 'ENOENT' });
});

test('a failed flush is reported, except for folders, which Windows cannot flush', async (t) => {
  const folder = temporaryHome(t);
  const failing = (code: string, isWindows: boolean) => ({
    ...realDisk,
    isWindows,
    sync: () => Promise.reject(Object.assign(new Error(code), { code })),
  });
  assert.equal((await syncFolderAt(folder, failing('EPERM', true))).ok, true);
  assert.deepEqual(await syncFolderAt(folder, failing('EPERM', false)), { ok: false, reason: 'no-permission' });
  assert.deepEqual(await syncFolderAt(folder, failing('EIO', true)), { ok: false, reason: 'io-error' });
});
