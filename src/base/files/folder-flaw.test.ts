import assert from 'node:assert/strict';
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { folderFlaw } from './folder-flaw.ts';

test('a folder of the user is good, also by a link of the user, and so is a place where nothing is', (t) => {
  const top = temporaryHome(t);
  mkdirSync(path.join(top, 'folder'));
  symlinkSync('folder', path.join(top, 'link'));
  for (const name of ['folder', 'link', 'nothing']) assert.equal(folderFlaw(path.join(top, name)), null, name);
});

test('a link that leads nowhere or in a circle, and what is no folder, are told apart', (t) => {
  const top = temporaryHome(t);
  writeFileSync(path.join(top, 'file'), '');
  for (const [name, target] of [
    ['nowhere', 'missing/disk'],
    ['circle', 'circle'],
    ['below-a-file', 'file/x'],
    ['to-file', 'file'],
  ] as const)
    symlinkSync(target, path.join(top, name));
  assert.deepEqual(
    ['nowhere', 'circle', 'below-a-file', 'to-file', 'file'].map((name) => folderFlaw(path.join(top, name))),
    ['dead-link', 'dead-link', 'dead-link', 'not-a-folder', 'not-a-folder'],
  );
});

test('a folder that others may write to is not good, also behind a link', { skip: process.platform === 'win32' ? 'modes' : false }, (t) => {
  const top = temporaryHome(t);
  mkdirSync(path.join(top, 'folder'));
  chmodSync(path.join(top, 'folder'), 0o777);
  symlinkSync('folder', path.join(top, 'link'));
  for (const name of ['folder', 'link']) assert.equal(folderFlaw(path.join(top, name)), 'writable-by-others', name);
});

test('neither a folder nor a link of somebody else is good', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give a file away');
  const top = temporaryHome(t);
  for (const name of ['mine', 'foreign']) mkdirSync(path.join(top, name));
  chownSync(path.join(top, 'foreign'), 65_534, 65_534);
  symlinkSync('mine', path.join(top, 'foreign-link'));
  lchownSync(path.join(top, 'foreign-link'), 65_534, 65_534);
  symlinkSync('foreign', path.join(top, 'to-foreign'));
  for (const name of ['foreign', 'foreign-link', 'to-foreign']) assert.equal(folderFlaw(path.join(top, name)), 'foreign-owner', name);
});
