import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deadDisk } from '../../../test/harness/dead-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';

/** Watches two folders, and sends the name of each one that changed. */
const program = (folders: readonly string[]): string => `
  const { watchFolder } = await import(${JSON.stringify(new URL('./watched-folder.ts', import.meta.url).href)});
  for (const folder of ${JSON.stringify(folders)})
    watchFolder(folder, { names: ['settings'], quietMs: 20, changed: () => process.send(folder) });
  process.on('message', () => {});
  process.send('watching');
`;

const linux = { skip: process.platform === 'linux' ? false : 'the disk is a library that is loaded first' };

test('a folder whose disk stops responding is reported once it responds again, and holds up nothing until then', linux, async (t) => {
  const home = temporaryHome(t);
  const [link, living] = [path.join(home, 'link'), path.join(home, 'living')];
  for (const folder of ['first/config', 'second/config', 'living']) mkdirSync(path.join(home, folder), { recursive: true });
  symlinkSync('first', link);
  const disk = deadDisk(home, [link]);
  if (disk === null) return t.skip('needs cc');
  const watched = path.join(link, 'config');
  const file = path.join(home, 'watcher.mjs');
  writeFileSync(file, program([watched, living]));
  const child = fork(file, { env: { ...process.env, ...disk.env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  t.after(() => child.kill('SIGKILL'));
  const told: string[] = [];
  child.on('message', (message) => told.push(String(message)));
  const tells = async (what: string): Promise<void> => {
    const signal = AbortSignal.timeout(10_000);
    while (!told.includes(what)) await once(child, 'message', { signal });
  };
  await tells('watching');
  disk.become('dead');
  symlinkSync('second', `${link}2`);
  renameSync(`${link}2`, link);
  // Its event comes after that of the link.
  writeFileSync(path.join(living, 'settings'), '');
  await tells(living);
  assert.ok(!told.includes(watched));
  disk.become('well');
  await tells(watched);
});
