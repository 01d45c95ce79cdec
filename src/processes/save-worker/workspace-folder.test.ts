import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { OtherDisk, withoutOtherDisk } from '../../../test/harness/other-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import type { DrivePlaces } from '../../base/files/missing-drive.ts';
import { saveCondition } from '../../domain/saving/save-condition.ts';
import { probeWorkspace } from './probe-workspace.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

const used = { isUsed: () => true };
const unused = { isUsed: () => false };
const placesHere = ['/media', '/mnt', '/run/media', '/Volumes'].filter((one) => fs.existsSync(one));
const withoutPlaces = placesHere.length > 0 ? false : 'there is no folder where drives appear';

const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777;

test('a new WorkSpace is private to its user, whatever the umask', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await new WorkspaceFolders(used).make(path.join(folder, 'ws'));
  assert.equal(modeOf(path.join(folder, 'ws')), 0o700);
});

test('an existing WorkSpace keeps its permissions', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  fs.chmodSync(folder, 0o755);
  await new WorkspaceFolders(used).make(folder);
  assert.equal(modeOf(folder), 0o755);
});

test('a used WorkSpace is created if possible, and a failure stops nothing', async (t) => {
  const folder = temporaryHome(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  const folders = new WorkspaceFolders(used);
  for (const one of [path.join(folder, 'file', 'b'), path.join(folder, 'a\0b'), path.join(folder, 'away', 'b')]) await folders.make(one);
  assert.deepEqual(fs.readdirSync(folder), ['file'], 'the folders above may be on a drive that is not connected');
});

test('the folders above a WorkSpace that was never used are created too, and a failure stops nothing', async (t) => {
  const folder = temporaryHome(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  const folders = new WorkspaceFolders(unused);
  for (const one of [path.join(folder, 'file', 'b'), path.join(folder, 'a\0b'), path.join(folder, 'not', 'yet', 'there')])
    await folders.make(one);
  assert.deepEqual(fs.readdirSync(folder), ['file', 'not']);
  assert.equal(modeOf(path.join(folder, 'not', 'yet', 'there')), process.platform === 'win32' ? modeOf(folder) : 0o700);
});

test('where drives appear, a WorkSpace that was never seen waits for its drive', { skip: withoutPlaces }, async () => {
  const folders = new WorkspaceFolders(unused);
  const name = `hub-test-${process.pid}`;
  for (const place of placesHere) {
    const drive = path.join(place, name);
    assert.deepEqual([await folders.find(drive), await folders.make(drive)], ['disconnected', 'disconnected'], place);
    await assert.rejects(folders.find(path.join(drive, 'ws')), { code: 'ENOENT' });
    for (const one of [drive, path.join(drive, 'ws'), path.join(drive, 'a', 'ws')]) await folders.make(one);
    assert.equal(fs.existsSync(drive), false, place);
  }
});

test('a used WorkSpace that is the empty place of a drive waits for it, and one that was never used does not', {
  skip: process.platform === 'win32',
}, async (t) => {
  const root = temporaryHome(t);
  const mountPoint = path.join(root, 'media', 'DISK');
  fs.mkdirSync(mountPoint, { recursive: true });
  const drives: DrivePlaces = { places: { [path.join(root, 'media')]: '.' }, ofUsers: [], listed: '/nowhere', inUse: '/nowhere' };
  const seenBy = (isUsed: () => boolean) => new WorkspaceFolders({ isUsed, drives });
  const folders = seenBy(used.isUsed);
  assert.deepEqual([await folders.find(mountPoint), await folders.make(mountPoint)], ['disconnected', 'disconnected']);
  assert.equal(await folders.make(path.join(mountPoint, 'ws')), 'disconnected');
  assert.equal(await seenBy(unused.isUsed).find(mountPoint), 'there');
  assert.equal(await new WorkspaceFolders(used).find(mountPoint), 'there', 'emptied by hand where no drives appear');
  const lackOf = async (folder: string) => (await probeWorkspace(folder, folders)).lack;
  assert.deepEqual([await lackOf(mountPoint), await lackOf(path.join(mountPoint, 'ws'))], ['empty', 'disconnected'], 'which is told apart');
  assert.match(saveCondition('empty', []) ?? '', /is empty, .* put a file into the folder to use it without the drive/);
  fs.writeFileSync(path.join(mountPoint, 'a file'), '');
  assert.equal(await folders.find(mountPoint), 'there');
  assert.equal(await lackOf(mountPoint), null);
});

test('before its first save only a WorkSpace that was never used is created', async (t) => {
  const workspace = path.join(temporaryHome(t), 'a', 'ws');
  await new WorkspaceFolders(used).makeFirst(workspace);
  assert.equal(fs.existsSync(path.dirname(workspace)), false);
  const folders = new WorkspaceFolders(unused);
  await folders.makeFirst(workspace);
  assert.equal(await folders.find(workspace), 'there');
  fs.rmdirSync(workspace);
  await folders.makeFirst(workspace);
  assert.equal(await folders.find(workspace), 'removed', 'which is told first');
});

test('a WorkSpace that was removed is created again, and distinguished from a new one', async (t) => {
  const folders = new WorkspaceFolders(used);
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
    const folders = new WorkspaceFolders(used);
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
  const folders = new WorkspaceFolders(used);
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
  const folders = new WorkspaceFolders(used);
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
  const folders = new WorkspaceFolders(used);
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
  const folders = new WorkspaceFolders(used);
  fs.symlinkSync('/proc', mountPoint);
  assert.equal(await folders.find(workspace), 'there');
  drive.connect();
  assert.deepEqual([await folders.find(workspace), await folders.make(workspace)], ['removed', 'made again']);
});
