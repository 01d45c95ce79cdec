import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { launcherOf, listOwner } from '../../../platform/launcher.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';

const other = path.join(os.tmpdir(), 'a home "of % its own');
const settings = { HUB_HOME: other, HUB_WORKSPACE: path.resolve('/w'), HUB_BRIDGE_PORT: '6001', HUB_WEB_PORT: '0' };

function launcher(platform: NodeJS.Platform, env: Record<string, string>) {
  const places = locatePlaces(readSurroundings(env));
  return launcherOf({ platform, env, places, owner: listOwner(places, env) });
}

test('if a link can have no variables, the program sets them before anything else of it runs', () => {
  const { environment, arguments: words } = launcher('win32', settings);
  assert.deepEqual(environment, {});
  assert.equal(words.at(-1), launcher('win32', {}).arguments.join());
  const print =
    'process.stdout.write(JSON.stringify(["HUB_HOME", "HUB_WORKSPACE", "HUB_BRIDGE_PORT", "HUB_WEB_PORT"].map((name) => process.env[name])))';
  const said = execFileSync(process.execPath, [...words.slice(0, -1), '-e', print], { env: { ...process.env, HUB_HOME: '/another' } });
  assert.deepEqual(JSON.parse(String(said)), Object.values(settings));
});
