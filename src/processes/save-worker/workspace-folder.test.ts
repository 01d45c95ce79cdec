import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemError } from '../../base/faulty-disk.ts';
import { makeWorkspace, makeWorkspaceAgain } from './workspace-folder.ts';

function temporaryFolder(t: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-workspace-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777;

test('a WorkSpace that is made is for its user alone, whatever the umask says', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryFolder(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await makeWorkspace(path.join(folder, 'a', 'b'));
  await makeWorkspaceAgain(path.join(folder, 'c'));
  for (const made of ['a', 'a/b', 'c']) assert.equal(modeOf(path.join(folder, made)), 0o700, made);
});

test('a WorkSpace that is there keeps the rights that its user gave it', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryFolder(t);
  fs.chmodSync(folder, 0o755);
  await makeWorkspace(folder);
  await makeWorkspaceAgain(folder);
  assert.equal(modeOf(folder), 0o755);
});

test('a WorkSpace is made where it can be, and its lack stops nothing', async (t) => {
  const folder = temporaryFolder(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  for (const make of [makeWorkspace, makeWorkspaceAgain]) {
    await make(path.join(folder, 'file', 'b'));
    await make(path.join(folder, 'a\0b'));
  }
  await makeWorkspaceAgain(path.join(folder, 'away', 'b'));
  assert.deepEqual(fs.readdirSync(folder), ['file'], 'the folders above are made on a first start only');
});

test('a WorkSpace on a drive that there is not is given up at its root', async () => {
  const asked: string[] = [];
  await makeWorkspace(path.resolve('/away/ws'), async (folder) => {
    asked.push(folder);
    if (asked.length > 9) assert.fail('it goes on for ever');
    throw systemError('ENOENT');
  });
  assert.deepEqual(
    asked,
    ['/away/ws', '/away', '/'].map((folder) => path.resolve(folder)),
  );
});
