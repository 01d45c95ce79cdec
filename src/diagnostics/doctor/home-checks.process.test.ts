import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { prepareHome } from '../../processes/supervisor/prepare-home.ts';
import { homeChecks } from './home-checks.ts';

test('a home that is a link to a folder is judged by that folder, as a start does', { skip: process.platform === 'win32' }, async (t) => {
  const folder = temporaryHome(t);
  const target = path.join(folder, 'on another disk');
  mkdirSync(target, { mode: 0o700 });
  symlinkSync(target, path.join(folder, 'home'));
  const places = locatePlaces(readSurroundings({ HUB_HOME: path.join(folder, 'home') }));
  const check = homeChecks.find(({ id }) => id === 'home');
  const look = async () => (await check?.run({ places, env: process.env, status: failed('absent'), nowMs: Date.now() }))?.[0];
  assert.deepEqual([prepareHome(places), (await look())?.verdict], [null, 'ok']);
  chmodSync(target, 0o722);
  assert.match(prepareHome(places)?.() ?? '', /everyone can write to/);
  assert.deepEqual([(await look())?.verdict, (await look())?.word], ['failure', 'writable-by-others']);
});

test('a record of retention, and what is allowed or paired, must be of this user alone', {
  skip: process.platform === 'win32',
}, async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: path.join(temporaryHome(t), 'home') }));
  assert.equal(prepareHome(places), null);
  mkdirSync(places.retention, { mode: 0o700 });
  const check = homeChecks.find(({ id }) => id === 'home');
  const look = async () => (await check?.run({ places, env: process.env, status: failed('absent'), nowMs: Date.now() })) ?? [];
  const record = path.join(places.retention, '0000000001.jsonl');
  for (const file of [record, places.allowedCommands, places.pairedExtensions]) {
    writeFileSync(file, '', { mode: 0o600 });
    assert.deepEqual(
      (await look()).map(({ word }) => word),
      ['private'],
    );
    chmodSync(file, 0o666);
    const [found] = await look();
    assert.deepEqual([found?.verdict, found?.word], ['failure', 'writable-by-others']);
    assert.ok(found?.says.includes(file));
    chmodSync(file, 0o600);
  }
  for (let number = 2; number < 40; number += 1) {
    const another = path.join(places.retention, `${number}.jsonl`);
    writeFileSync(another, '');
    chmodSync(another, 0o644);
  }
  assert.equal((await look()).length, 10, 'as many as are read');
});
