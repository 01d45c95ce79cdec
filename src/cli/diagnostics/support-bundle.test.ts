import assert from 'node:assert/strict';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { supportBundle } from './support-bundle.ts';

test('a folder without a name, an unknown preset and a word of one letter are refused, and nothing is written', async (t) => {
  const home = temporaryHome(t);
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  for (const [options, why] of [
    [{ output: '' }, /--output takes a folder/],
    [{ output: ' ' }, /--output takes a folder/],
    [{ preset: 'all' }, /unknown preset/],
    [{ redact: ['x'] }, /2 to 200 characters/],
    [{ redact: Array.from({ length: 101 }, (_, n) => `word-${n}`) }, /at most 100 words/],
  ] as const) {
    complained.length = 0;
    assert.equal(await supportBundle(surface, { preset: 'minimal', output: home, ...options }), 2);
    assert.match(complained.join(' '), why);
  }
  assert.deepEqual(readdirSync(home), []);
});

test('a file, a device or a dead link in the place of the folder is told as what it is', async (t) => {
  const home = temporaryHome(t);
  const [file, dead, circle] = ['afile', 'dead', 'circle'].map((name) => path.join(home, name)) as [string, string, string];
  writeFileSync(file, '');
  symlinkSync('nowhere', dead);
  symlinkSync('circle', circle);
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  for (const output of [file, dead, circle]) assert.equal(await supportBundle(surface, { preset: 'minimal', output }), 1);
  assert.deepEqual(complained, [
    `hub: "${file}" is a file, not a folder`,
    `hub: "${dead}" is a link that leads nowhere`,
    `hub: "${circle}" is a link that leads nowhere`,
  ]);
  if (process.platform === 'win32') return;
  assert.equal(await supportBundle(surface, { preset: 'minimal', output: '/dev/null' }), 1);
  assert.equal(complained.at(-1), 'hub: "/dev/null" is not a folder');
});
