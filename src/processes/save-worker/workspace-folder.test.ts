import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { OtherDisk, withoutOtherDisk } from '../../../test/harness/other-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777;

test('a new WorkSpace is private to its user, whatever the umask', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await new WorkspaceFolders().make(path.join(folder, 'ws'));
  assert.equal(modeOf(path.join(folder, 'ws')), 0o700);
});

test('an existing WorkSpace keeps its permissions', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  fs.chmodSync(folder, 0o755);
  await new WorkspaceFolders().make(folder);
  assert.equal(modeOf(folder), 0o755);
});

test('a WorkSpace is created if possible, and a failure stops nothing', async (t) => {
  const folder = temporaryHome(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  const folders = new WorkspaceFolders();
  for (const one of [path.join(folder, 'file', 'b'), path.join(folder, 'a\0b'), path.join(folder, 'away', 'b')]) await folders.make(one);
  assert.deepEqual(fs.readdirSync(folder), ['file'], 'the folders above may be on a drive that is not connected');
});

test('on a first start the folders above a WorkSpace are created too, and a failure stops nothing', async (t) => {
  const folder = temporaryHome(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  const folders = new WorkspaceFolders();
  for (const one of [path.join(folder, 'file', 'b'), path.join(folder, 'a\0b'), path.join(folder, 'not', 'yet', 'there')])
    await folders.makeFirst(one);
  assert.deepEqual(fs.readdirSync(folder), ['file', 'not']);
  assert.equal(modeOf(path.join(folder, 'not', 'yet', 'there')), process.platform === 'win32' ? modeOf(folder) : 0o700);
});

test('where drives appear, a WorkSpace that was never seen waits for its drive', { skip: process.platform === 'win32' }, async () => {
  const folders = new WorkspaceFolders();
  const name = `hub-test-${process.pid}`;
  for (const place of ['/media', '/mnt', '/run/media', '/Volumes'].filter((one) => fs.existsSync(one))) {
    const drive = path.join(place, name);
    assert.deepEqual([await folders.find(drive), await folders.make(drive)], ['disconnected', 'disconnected'], place);
    await assert.rejects(folders.find(path.join(drive, 'ws')), { code: 'ENOENT' });
    await folders.make(path.join(drive, 'ws'));
    for (const one of [drive, path.join(drive, 'ws'), path.join(drive, 'a', 'ws')]) await folders.makeFirst(one);
    assert.equal(fs.existsSync(drive), false, place);
  }
});

test('a WorkSpace that was removed is created again, and distinguished from a new one', async (t) => {
  const folders = new WorkspaceFolders();
  const workspace = path.join(temporaryHome(t), 'ws');
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['new', 'made']);
  assert.equal(await folders.make(workspace), 'there');
  fs.rmdirSync(workspace);
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['removed', 'made again']);
  assert.equal(await folders.find(workspace), 'there');
});

for (const [what, below] of [
  ['at the mount point of a drive', []],
  ['below the mount point of a drive', ['ws']],
] as const) {
  test(`a WorkSpace ${what} is not created in its place while the drive is disconnected`, { skip: withoutOtherDisk }, async (t) => {
    const mountPoint = path.join(temporaryHome(t), 'drive');
    const workspace = path.join(mountPoint, ...below);
    using drive = new OtherDisk(mountPoint);
    const folders = new WorkspaceFolders();
    drive.connect();
    await folders.make(workspace);
    assert.equal(await folders.find(workspace), 'there');
    drive.disconnect();
    assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['disconnected', 'disconnected']);
    assert.deepEqual(fs.readdirSync(mountPoint), []);
    drive.connect();
    assert.equal(await folders.make(workspace), 'there');
  });
}

test('a drive that is mounted over a WorkSpace is accepted', { skip: withoutOtherDisk }, async (t) => {
  const workspace = path.join(temporaryHome(t), 'ws');
  using drive = new OtherDisk(workspace);
  const folders = new WorkspaceFolders();
  fs.mkdirSync(workspace);
  assert.equal(await folders.find(workspace), 'there');
  drive.connect();
  assert.equal(await folders.find(workspace), 'there');
});

test('an empty folder under the mount point, of the same name as the WorkSpace, is not used while the drive is disconnected', {
  skip: withoutOtherDisk,
}, async (t) => {
  const mountPoint = path.join(temporaryHome(t), 'drive');
  const workspace = path.join(mountPoint, 'ws');
  using drive = new OtherDisk(mountPoint);
  const folders = new WorkspaceFolders();
  drive.connect();
  await folders.make(workspace);
  assert.equal(await folders.find(workspace), 'there');
  drive.disconnect();
  fs.mkdirSync(workspace);
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['disconnected', 'disconnected']);
});

test('a folder with something in it, in the place of a WorkSpace on another disk, is used', { skip: withoutOtherDisk }, async (t) => {
  const workspace = path.join(temporaryHome(t), 'drive');
  using drive = new OtherDisk(workspace);
  const folders = new WorkspaceFolders();
  drive.connect();
  assert.equal(await folders.find(workspace), 'there');
  drive.disconnect();
  assert.equal(await folders.find(workspace), 'disconnected');
  fs.writeFileSync(path.join(workspace, 'a file'), '');
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['there', 'there']);
});

test('a WorkSpace is created on another drive that takes the place of its own', { skip: withoutOtherDisk }, async (t) => {
  const mountPoint = path.join(temporaryHome(t), 'drive');
  const workspace = path.join(mountPoint, 'sys');
  using drive = new OtherDisk(mountPoint);
  const folders = new WorkspaceFolders();
  fs.symlinkSync('/proc', mountPoint);
  assert.equal(await folders.find(workspace), 'there');
  drive.connect();
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['removed', 'made again']);
});
