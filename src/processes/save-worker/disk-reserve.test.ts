import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { keepsReserve } from './disk-reserve.ts';

test('a file may take all but a twentieth of a small disk, a small file all of it; a disk that is not there is found out by the write', async (t) => {
  const workspace = mkdtempSync(path.join(os.tmpdir(), 'hub-reserve-'));
  t.after(() => rmSync(workspace, { recursive: true, force: true }));
  assert.equal(await keepsReserve(path.join(workspace, 'missing'), 1e15), true);
  assert.equal(await keepsReserve(workspace, 1e15), false);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', workspace], { stdio: 'pipe' });
  } catch {
    return t.skip('takes the right to mount a tmpfs');
  }
  try {
    const { blocks, bavail, bsize } = statfsSync(workspace);
    const most = Math.floor(bavail * bsize - (blocks * bsize) / 20);
    assert.ok(most > 128 * 1024);
    assert.deepEqual([await keepsReserve(workspace, most), await keepsReserve(workspace, most + 1)], [true, false]);
  } finally {
    execFileSync('umount', [workspace]);
  }
});
