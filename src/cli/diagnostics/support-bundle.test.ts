import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
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
    [{ redact: Array.from({ length: 101 }, (_, n) => `word-${n}`) }, /100 at most/],
  ] as const) {
    complained.length = 0;
    assert.equal(await supportBundle(surface, { preset: 'minimal', output: home, ...options }), 2);
    assert.match(complained.join(' '), why);
  }
  assert.deepEqual(readdirSync(home), []);
});
