import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeFolders } from './make-folders.ts';

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-folders-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder is made with all that are missing above it, and one that is there is left as it is', (t) => {
  const root = emptyFolder(t);
  makeFolders(path.join(root, 'a/b/c'), 0o700);
  makeFolders(path.join(root, 'a/b'), 0o755);
  makeFolders(path.join(root, 'a/b/c'), 0o755);
  if (process.platform === 'win32') return;
  assert.deepEqual(
    ['a', 'a/b', 'a/b/c'].map((name) => statSync(path.join(root, name)).mode & 0o777),
    [0o700, 0o700, 0o700],
  );
});

test('a file or a link to nothing in the way is an error', { skip: process.platform === 'win32' }, (t) => {
  const root = emptyFolder(t);
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync(path.join(root, 'nowhere'), path.join(root, 'link'));
  assert.throws(() => makeFolders(path.join(root, 'file'), 0o700), { code: 'EEXIST' });
  assert.throws(() => makeFolders(path.join(root, 'file/a'), 0o700), { code: 'ENOTDIR' });
  assert.throws(() => makeFolders(path.join(root, 'link/a'), 0o700), { code: 'ENOENT' });
});

test('where a system takes no names it is an error too, and no endless search', { skip: process.platform !== 'linux' }, () => {
  assert.throws(() => makeFolders('/proc/nowhere/a', 0o700), { code: 'ENOENT' });
});
