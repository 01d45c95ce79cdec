import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileSystemOf, isRemotePath } from './remote-path.ts';

const mounts = [
  '22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '30 22 0:30 / /home/ann/net\\040share rw,relatime shared:9 - nfs4 server:/share rw',
  '31 22 0:31 / /home/ann/net\\040share/own rw - tmpfs tmpfs rw',
  '32 22 0:32 / /mnt rw - ext4 /dev/sdb1 rw',
  '33 22 0:33 / /mnt rw - cifs //server/c rw',
].join('\n');

test('a path is on the file system of the innermost mount that contains it', () => {
  assert.equal(fileSystemOf('/home/ann/a.txt', mounts), 'ext4');
  assert.equal(fileSystemOf('/home/ann/net share/a.txt', mounts), 'nfs4');
  assert.equal(fileSystemOf('/home/ann/net shareholder.txt', mounts), 'ext4');
  assert.equal(fileSystemOf('/home/ann/net share/own/a.txt', mounts), 'tmpfs');
});

test('a later mount covers an earlier one at the same place', () => {
  assert.equal(fileSystemOf('/mnt/a', mounts), 'cifs');
});

test('a share is remote by its name on Windows, and this test file is not remote', () => {
  assert.equal(isRemotePath('\\\\server\\share\\a.txt', 'win32'), true);
  assert.equal(isRemotePath('C:\\a.txt', 'win32'), false);
  assert.equal(isRemotePath('/Volumes/share/a.txt', 'darwin'), true);
  assert.equal(isRemotePath('/proc/self/status', 'linux'), false);
});
