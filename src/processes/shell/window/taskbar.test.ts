import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { launcherOf, listOwner } from '../../../platform/launcher.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { publishTasks } from './taskbar.ts';

const other = path.join(os.tmpdir(), 'a home "of % its own');
const settings = { HUB_HOME: other, HUB_WORKSPACE: path.resolve('/w'), HUB_BRIDGE_PORT: '6001', HUB_WEB_PORT: '0' };

function launcher(platform: NodeJS.Platform, env: Record<string, string>) {
  const places = locatePlaces(readSurroundings(env));
  return launcherOf({ platform, env, places, owner: listOwner(places, env) });
}

test('the default home has no key, whether it is named or not, and every other one has its own', () => {
  const data = path.resolve('/data');
  const env = { XDG_DATA_HOME: data, LOCALAPPDATA: data };
  const keyIn = (more: Record<string, string>) => listOwner(locatePlaces(readSurroundings({ ...env, ...more })), { ...env, ...more }).key;
  assert.equal(keyIn({}), null);
  assert.equal(keyIn({ HUB_HOME: locatePlaces(readSurroundings(env)).home }), null);
  assert.match(keyIn({ HUB_HOME: other }) ?? '', /^[0-9a-f]{8}$/);
  assert.notEqual(keyIn({ HUB_HOME: other }), keyIn({ HUB_HOME: `${other}2` }));
});

test('a task starts the Hub that offers it, with its home, its WorkSpace and its ports', () => {
  assert.deepEqual(launcher('linux', {}).environment, {});
  assert.deepEqual(launcher('linux', settings).environment, settings);
  assert.deepEqual(launcher('linux', { HUB_BRIDGE_PORT: '6001', HUB_WEB_PORT: '' }).environment, { HUB_BRIDGE_PORT: '6001' });
});

function tasks(t: TestContext) {
  const root = temporaryHome(t);
  const env = { HUB_HOME: path.join(root, 'home'), XDG_DATA_HOME: path.join(root, 'share'), HOME: root };
  const places = locatePlaces(readSurroundings(env));
  mkdirSync(path.join(places.home, 'data'), { recursive: true });
  const logged: string[] = [];
  const log = rememberingLog((line) => void logged.push(line));
  const parts = { platform: 'linux', env, places, owner: listOwner(places, env), log } as const;
  return { root, parts, logged, icon: path.join(places.home, 'data', 'hub.png') };
}

test('the icon is installed if there is none, and an existing one is left alone', { skip: process.platform !== 'linux' }, async (t) => {
  const { parts, icon } = tasks(t);
  await publishTasks(parts);
  assert.deepEqual(readFileSync(icon).subarray(1, 4).toString(), 'PNG');
  writeFileSync(icon, 'of the user');
  await publishTasks(parts);
  assert.equal(readFileSync(icon, 'utf8'), 'of the user');
});

test('without a readable icon the tasks are written all the same', { skip: process.platform !== 'linux' }, async (t) => {
  const { root, parts, icon, logged } = tasks(t);
  await publishTasks({ ...parts, icon: path.join(root, 'nothing.png') });
  assert.ok(!existsSync(icon));
  assert.deepEqual(logged, ['WARN icon not written']);
  assert.ok(readdirSync(path.join(root, 'share', 'applications')).some((name) => name.endsWith('.desktop')));
});
