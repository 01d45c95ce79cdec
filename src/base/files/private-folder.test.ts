import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { ensurePrivateFolder } from './private-folder.ts';

const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777;

test('a missing folder is created with its parents, private to this user', (t) => {
  const folder = path.join(temporaryHome(t), 'a', 'b');
  assert.ok(ensurePrivateFolder(folder).ok);
  assert.equal(modeOf(folder), 0o700);
  assert.equal(modeOf(path.dirname(folder)), 0o700);
  assert.ok(ensurePrivateFolder(folder).ok);
});

test('a folder that others may read is closed to them', (t) => {
  const folder = path.join(temporaryHome(t), 'a');
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o755);
  assert.ok(ensurePrivateFolder(folder).ok);
  assert.equal(modeOf(folder), 0o700);
});

test('a folder that others may write to is refused and left alone', (t) => {
  const folder = path.join(temporaryHome(t), 'a');
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o777);
  assert.deepEqual(ensurePrivateFolder(folder), { ok: false, reason: 'writable-by-others', detail: folder });
  assert.equal(modeOf(folder), 0o777);
});

test('a folder of another user is refused', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give a folder away');
  const folder = path.join(temporaryHome(t), 'a');
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.chownSync(folder, 65_534, 65_534);
  assert.deepEqual(ensurePrivateFolder(folder), { ok: false, reason: 'foreign-owner', detail: folder });
});

test('a file, and a link to a folder or to nowhere, are refused and left alone', (t) => {
  const folder = temporaryHome(t);
  const target = path.join(folder, 'target');
  fs.mkdirSync(target, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'file'), 'precious');
  fs.symlinkSync(target, path.join(folder, 'link'));
  fs.symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling'));
  for (const name of ['file', 'link', 'dangling']) {
    const outcome = ensurePrivateFolder(path.join(folder, name));
    assert.ok(!outcome.ok && outcome.reason === 'not-a-folder', name);
  }
  assert.equal(modeOf(target), 0o755);
  assert.equal(fs.existsSync(path.join(folder, 'nowhere')), false);
});
