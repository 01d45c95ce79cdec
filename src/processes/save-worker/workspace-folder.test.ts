import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { makeWorkspace, makeWorkspaceAgain } from './workspace-folder.ts';

const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777;

test('a new WorkSpace is private to its user, whatever the umask', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await makeWorkspace(path.join(folder, 'a', 'b'));
  await makeWorkspaceAgain(path.join(folder, 'c'));
  for (const made of ['a', 'a/b', 'c']) assert.equal(modeOf(path.join(folder, made)), 0o700, made);
});

test('an existing WorkSpace keeps its permissions', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  fs.chmodSync(folder, 0o755);
  await makeWorkspace(folder);
  await makeWorkspaceAgain(folder);
  assert.equal(modeOf(folder), 0o755);
});

test('a WorkSpace is created if possible, and a failure stops nothing', async (t) => {
  const folder = temporaryHome(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  for (const make of [makeWorkspace, makeWorkspaceAgain]) {
    await make(path.join(folder, 'file', 'b'));
    await make(path.join(folder, 'a\0b'));
  }
  await makeWorkspaceAgain(path.join(folder, 'away', 'b'));
  assert.deepEqual(fs.readdirSync(folder), ['file'], 'the folders above are created only on a first start');
});
