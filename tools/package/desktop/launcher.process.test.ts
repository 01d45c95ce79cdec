import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import vm from 'node:vm';
import { locatePlaces, type Surroundings } from '../../../src/platform/locations.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { macLauncher } from '../formats/macos.ts';
import { installerScript, starterScript, windowsCommand } from '../formats/nsis-scripts.ts';
import { put } from '../program/folder.ts';
import { cacheRule, launcherScript, npmLauncher } from './launcher.ts';

type Env = Surroundings['env'];
type CacheRule = (platform: NodeJS.Platform, env: Env, home: string, paths: typeof path.posix) => string;

/** What `hub uninstall` empties. */
function emptied(platform: NodeJS.Platform, env: Env, userHome: string): string {
  return locatePlaces({ env, platform, userHome, workingFolder: '/', temporaryFolder: '/tmp', userId: '1' }).cache;
}

/** What Node is told by the command, whose program is one that prints it. */
function toldBy(t: TestContext, files: { readonly command: string; readonly program: string; readonly script: string }, env: Env): string {
  const top = temporaryHome(t);
  put(top, files.command, files.script, 'program');
  put(top, files.program, '#!/bin/sh\nprintf %s "$NODE_COMPILE_CACHE"\n', 'program');
  symlinkSync(path.join(top, files.command), path.join(top, 'link'));
  return spawnSync(path.join(top, 'link'), { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } }).stdout;
}

test('the command of the npm package has Node keep its code where hub uninstall deletes it, on each system', () => {
  const rule: CacheRule = vm.runInNewContext(cacheRule);
  assert.ok(npmLauncher(24).includes(`const cacheFolder = ${cacheRule};`));
  const envs: readonly Env[] = [
    {},
    { XDG_CACHE_HOME: '/caches', LOCALAPPDATA: 'D:\\Local' },
    { XDG_CACHE_HOME: 'relative', LOCALAPPDATA: '' },
    { XDG_CACHE_HOME: '' },
  ];
  for (const env of envs) {
    for (const platform of ['linux', 'darwin'] as const)
      assert.equal(rule(platform, env, '/home/u', path.posix), emptied(platform, env, '/home/u'), platform);
    assert.equal(rule('win32', env, 'C:\\Users\\u', path.win32), emptied('win32', env, 'C:\\Users\\u'), 'win32');
  }
});

test('the commands of the other packages do the same', { skip: process.platform === 'win32' ? 'shell scripts' : false }, (t) => {
  const linux = { command: 'hub', program: 'node', script: launcherScript };
  for (const env of [{ HOME: '/home/u' }, { HOME: '/home/u', XDG_CACHE_HOME: '/caches' }, { HOME: '/home/u', XDG_CACHE_HOME: 'relative' }])
    assert.equal(toldBy(t, linux, env), emptied('linux', env, '/home/u'));
  const mac = { command: 'Contents/MacOS/hub', program: 'Contents/Resources/hub-desktop/node', script: macLauncher };
  for (const env of [{ HOME: '/Users/u' }, { HOME: '/Users/u', XDG_CACHE_HOME: '/caches' }])
    assert.equal(toldBy(t, mac, env), emptied('darwin', env, '/Users/u'));
  for (const [files, given] of [
    [linux, '/mine'],
    [mac, '/mine'],
  ] as const)
    assert.equal(toldBy(t, files, { HOME: '/home/u', NODE_COMPILE_CACHE: given }), given);
});

test('so do those of Windows', () => {
  const parts = { version: '1.2.3', bytes: 1, folder: 'files', files: ['installed.json'], icon: 'i', output: 'o', isQuick: true };
  const local = emptied('win32', { LOCALAPPDATA: 'D:\\Local' }, '').replace('D:\\Local', '');
  for (const script of [windowsCommand.replace('%LOCALAPPDATA%', '$LOCALAPPDATA'), starterScript(parts), installerScript(parts)])
    assert.ok(script.includes(`$LOCALAPPDATA${local}"`), script);
});
