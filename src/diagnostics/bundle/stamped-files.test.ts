import assert from 'node:assert/strict';
import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { systemErrorName } from '../../base/files/disk-error.ts';
import { writeStamped } from './stamped-files.ts';
import { whyNotWritten } from './why-not-written.ts';

/** Where a disk is mounted that nobody may write to; null if there is none here (proc(5): /proc/self/mounts). */
function readOnlyDisk(): string | null {
  if (process.platform !== 'linux') return null;
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').find((folder) => folder.startsWith('/') && isReadOnly(folder)) ?? null;
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return systemErrorName(error) === 'EROFS';
  }
}

test('a folder on a read-only disk is told as that, also one that would have to be made there', async (t) => {
  const disk = readOnlyDisk();
  if (disk === null) return t.skip('no read-only disk is mounted here');
  for (const folder of [disk, path.join(disk, 'new', 'folder')]) {
    const written = await writeStamped({
      folder,
      stem: 'x',
      files: { '.zip': Buffer.of(1) },
      nowMs: 0,
      signal: new AbortController().signal,
    });
    assert.deepEqual(written.ok ? null : written.reason, 'read-only', folder);
  }
  assert.match(whyNotWritten('read-only', '/a').says, /^\/a: nothing was written: the folder is on a read-only disk/);
});

test('why nothing was written names the folder, where the folder is what is wrong', () => {
  assert.match(
    whyNotWritten('missing-directory', '/proc/nope').says,
    /^\/proc\/nope: nothing was written: the folder could not be created, because a link in its path leads nowhere, a file is /,
  );
  assert.match(whyNotWritten('foreign-owner', '/a').says, /^\/a: nothing was written: its folder, or the link there, belongs to /);
  assert.match(
    whyNotWritten('writable-by-others', '~/it’s', '/home/me/it’s').says,
    /^~\/it’s: .+; to fix this: chmod go-w '\/home\/me\/it’s'$/,
  );
  assert.match(whyNotWritten('nothing', '/a').says, /^nothing was written: there are no logs yet$/);
});
