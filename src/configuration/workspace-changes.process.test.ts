/** Adding folders into which a user may not write: as somebody other than root, whose rights do not count. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];
const isLinux = process.platform === 'linux';

const moduleAt = (file: string): string => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);
/** Adds the folders, and prints what it was answered. */
const program = `
  import { locatePlaces } from ${moduleAt('../platform/locations.ts')};
  import { settingsAnswers } from ${moduleAt('settings-answers.ts')};
  const [home, ...folders] = process.argv.slice(1);
  const surroundings = { platform: 'linux', userHome: home, workingFolder: home, temporaryFolder: home, userId: '1' };
  const places = locatePlaces({ env: { HUB_HOME: home + '/hub' }, ...surroundings });
  const ask = settingsAnswers({ places, catalog: () => ({ workspaces: [], activeId: null }) });
  const told = [];
  for (const path of folders) told.push(await ask({ op: 'add', path }));
  console.log(JSON.stringify(told));
`;

interface Told {
  readonly error?: string;
  readonly detail?: string;
  readonly isMissing?: boolean;
}

function added(before: readonly string[], home: string, folders: readonly string[]): readonly Told[] {
  const words = [...before, process.execPath, '--input-type=module', '-e', program, home, ...folders];
  const { stdout, stderr } = spawnSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

test('a folder is refused if the user may not write into it; one that is missing may come with its drive', {
  skip: isLinux ? false : 'needs setpriv, or a user whose rights count',
}, (t) => {
  const home = temporaryHome(t, () => [closed, secret].forEach((folder) => void fs.chmodSync(folder, 0o755)));
  const closed = path.join(home, 'closed');
  const secret = path.join(closed, 'secret');
  fs.mkdirSync(secret, { recursive: true });
  fs.chmodSync(secret, 0o000);
  fs.chmodSync(closed, 0o555);
  if (isRoot) fs.chownSync(home, nobody, nobody);
  const folders = [closed, secret, path.join(secret, 'below'), path.join(closed, 'notes'), path.join(home, 'none', 'notes')];
  assert.deepEqual(
    added(asUser, home, folders).map(({ error, isMissing }) => error ?? isMissing),
    ['not_writable', 'not_writable', 'not_writable', true, true],
  );
});

const ownMounts = ['unshare', isRoot ? '-m' : '-rm', 'sh', '-c'] as const;
const cannotMount = spawnSync(ownMounts[0], [...ownMounts.slice(1), 'mount -t tmpfs -o ro none /mnt']).status !== 0;

test('a folder on a read-only disk is refused as that', { skip: cannotMount && 'needs unshare and mount' }, (t) => {
  const home = temporaryHome(t);
  const disk = path.join(home, 'disk');
  fs.mkdirSync(disk);
  const mounted = [...ownMounts, 'mount -t tmpfs -o ro none "$0" && exec "$@"', disk];
  const [on, below] = added(mounted, home, [disk, path.join(disk, 'notes')]);
  assert.equal(on?.error, 'not_writable');
  assert.match(on?.detail ?? '', /read-only disk/);
  assert.equal(below?.isMissing, true);
});
