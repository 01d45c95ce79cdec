import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { locate } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';
import { rememberingLog } from '../fake-component.ts';
import { listOwner } from './list-owner.ts';
import { launcherOf, publishTasks } from './taskbar.ts';

const other = path.join(os.tmpdir(), 'a home "of % its own');
const settings = { HUB_HOME: other, HUB_WORKSPACE: path.resolve('/w'), HUB_BRIDGE_PORT: '6001', HUB_WEB_PORT: '0' };

function launcher(platform: NodeJS.Platform, env: Record<string, string>) {
  const places = locate(surroundings(env));
  return launcherOf({ platform, env, places, owner: listOwner(places, env) });
}

test('the usual home has no key, whether it is named or not, and every other one has its own', () => {
  const data = path.resolve('/data');
  const env = { XDG_DATA_HOME: data, LOCALAPPDATA: data };
  const keyIn = (more: Record<string, string>) => listOwner(locate(surroundings({ ...env, ...more })), { ...env, ...more }).key;
  assert.equal(keyIn({}), null);
  assert.equal(keyIn({ HUB_HOME: locate(surroundings(env)).home }), null);
  assert.match(keyIn({ HUB_HOME: other }) ?? '', /^[0-9a-f]{8}$/);
  assert.notEqual(keyIn({ HUB_HOME: other }), keyIn({ HUB_HOME: `${other}2` }));
});

test('a task starts the very Hub that offers it, with its home, its WorkSpace and its ports', () => {
  assert.deepEqual(launcher('linux', {}).environment, {});
  assert.deepEqual(launcher('linux', settings).environment, settings);
  assert.deepEqual(launcher('linux', { HUB_BRIDGE_PORT: '6001', HUB_WEB_PORT: '' }).environment, { HUB_BRIDGE_PORT: '6001' });
});

test('where a link has no variables, the program sets them itself before anything else of it runs', () => {
  const { environment, arguments: words } = launcher('win32', settings);
  assert.deepEqual(environment, {});
  assert.equal(words.at(-1), launcher('win32', {}).arguments.join());
  const print =
    'process.stdout.write(JSON.stringify(["HUB_HOME", "HUB_WORKSPACE", "HUB_BRIDGE_PORT", "HUB_WEB_PORT"].map((name) => process.env[name])))';
  const said = execFileSync(process.execPath, [...words.slice(0, -1), '-e', print], { env: { ...process.env, HUB_HOME: '/another' } });
  assert.deepEqual(JSON.parse(String(said)), Object.values(settings));
});

test('the icon is drawn where there is none, and one that is there is left alone', { skip: process.platform !== 'linux' }, async (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hub-taskbar-'));
  t.after(() => rmSync(root, { recursive: true }));
  const env = { HUB_HOME: path.join(root, 'home'), XDG_DATA_HOME: path.join(root, 'share'), HOME: root };
  const places = locate(surroundings(env));
  mkdirSync(path.join(places.home, 'data'), { recursive: true });
  const parts = { platform: 'linux', env, places, owner: listOwner(places, env), log: rememberingLog(() => {}) } as const;
  const icon = path.join(places.home, 'data', 'hub.png');
  await publishTasks(parts);
  assert.deepEqual(readFileSync(icon).subarray(1, 4).toString(), 'PNG');
  writeFileSync(icon, 'of the user');
  await publishTasks(parts);
  assert.equal(readFileSync(icon, 'utf8'), 'of the user');
});
