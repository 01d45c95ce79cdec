import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tryMountSmallDisk } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { keepsReserve } from './save-one.ts';

test('a file may use all but a twentieth of a small disk, a small file all of it; a missing disk is noticed by the write', async (t) => {
  const workspace = temporaryHome(t);
  assert.equal(await keepsReserve(path.join(workspace, 'missing'), 1e15), true);
  assert.equal(await keepsReserve(workspace, 1e15), false);
  using disk = tryMountSmallDisk(workspace, '4m');
  if (disk === null) return t.skip('takes the right to mount a tmpfs');
  const { blocks, bavail, bsize } = statfsSync(workspace);
  const most = Math.floor(bavail * bsize - (blocks * bsize) / 20);
  assert.ok(most > 128 * 1024);
  assert.deepEqual([await keepsReserve(workspace, most), await keepsReserve(workspace, most + 1)], [true, false]);
});
