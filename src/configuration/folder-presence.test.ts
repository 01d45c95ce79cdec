import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { FolderPresence, lookAt, type Presence } from './folder-presence.ts';

test('a folder, a file and a missing path are distinguished', async (t) => {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  const paths = [folder, file, path.join(folder, 'none'), path.join(file, 'below')];
  assert.deepEqual(await new FolderPresence(lookAt).of(paths), ['folder', 'no-folder', 'missing', 'no-folder']);
});

test('hanging disks are waited for once, and no more than two of them are checked', async () => {
  const asked: string[] = [];
  const release: (() => void)[] = [];
  const presence = new FolderPresence((at): Promise<Presence> => {
    asked.push(at);
    if (!at.startsWith('/hangs')) return Promise.resolve('folder');
    return new Promise((resolve) => release.push(() => resolve('folder')));
  });
  assert.deepEqual(await presence.of(['/hangs/a', '/there', '/hangs/a', '/hangs/b', '/hangs/c']), [
    'unknown',
    'folder',
    'unknown',
    'unknown',
    'unknown',
  ]);
  assert.deepEqual(asked, ['/hangs/a', '/there', '/hangs/b']);
  for (const one of release) one();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(await presence.of(['/there']), ['folder'], 'a disk that responds at last makes room for another');
});
