import assert from 'node:assert/strict';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { systemError } from '../../../test/doubles/faulty-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { makeFolders, makeFoldersAsync } from './make-folders.ts';

const both = [
  async (folder: string, mode: number) => makeFolders(folder, mode),
  (folder: string, mode: number) => makeFoldersAsync(folder, mode),
];

test('a folder is created with all missing ones above it, and an existing one is left alone', async (t) => {
  for (const make of both) {
    const root = temporaryHome(t);
    await make(path.join(root, 'a/b/c'), 0o700);
    await make(path.join(root, 'a/b'), 0o755);
    await make(path.join(root, 'a/b/c'), 0o755);
    if (process.platform === 'win32') return;
    assert.deepEqual(
      ['a', 'a/b', 'a/b/c'].map((name) => statSync(path.join(root, name)).mode & 0o777),
      [0o700, 0o700, 0o700],
    );
  }
});

test('a file or a dead link in the way is an error', { skip: process.platform === 'win32' }, async (t) => {
  const root = temporaryHome(t);
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync(path.join(root, 'nowhere'), path.join(root, 'link'));
  assert.throws(() => makeFolders(path.join(root, 'file'), 0o700), { code: 'EEXIST' });
  for (const make of both) {
    await assert.rejects(make(path.join(root, 'file/a'), 0o700), { code: 'ENOTDIR' });
    await assert.rejects(make(path.join(root, 'link/a'), 0o700), { code: 'ENOENT' });
  }
});

test('a file system that accepts no names causes an error, not an endless loop', { skip: process.platform !== 'linux' }, async () => {
  for (const make of both) await assert.rejects(make('/proc/nowhere/a', 0o700), { code: 'ENOENT' });
});

test('on a drive that does not exist it gives up at the root', async () => {
  const asked: string[] = [];
  const make = async (folder: string) => {
    asked.push(folder);
    if (asked.length > 9) assert.fail('it goes on for ever');
    throw systemError('ENOENT');
  };
  await assert.rejects(makeFoldersAsync(path.resolve('/away/ws'), 0o700, make), { code: 'ENOENT' });
  assert.deepEqual(
    asked,
    ['/away/ws', '/away', '/'].map((folder) => path.resolve(folder)),
  );
});
