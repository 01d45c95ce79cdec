import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { shownVersion } from './parts/machine-parts.ts';
import { bundleParts } from './parts.ts';

test('checks that answer only after some seconds, as on a busy machine, are in the bundle with what they found', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const program = () => Promise.reject(new Error('not asked for'));
  const facts = { places, env: {}, preset: 'full', status: failed('absent'), program, signal: new AbortController().signal } as const;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const making = bundleParts.find(({ id }) => id === 'doctor')?.make(facts);
  t.mock.timers.tick(4_900);
  t.mock.timers.reset();
  const [made] = (await making) ?? [];
  assert.ok(made !== undefined && 'json' in made);
  // Others have shorter times of their own, such as for a disk that does not answer.
  const { node, packages, journal } = made.json as Record<string, readonly { readonly word: string }[]>;
  assert.deepEqual(
    [node, packages, journal].map((found) => found?.map(({ word }) => word).filter((word) => word === 'no-answer')),
    [[], [], []],
  );
});

test('of the files of the program no name is told, which may be one of the user’s own, and of a version only numbers', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const files = ['src/tigerdir/a.ts', 'src/base/log.ts'].map((name, index) => ({ name, bytes: 5, sha256: String(9 - index).repeat(64) }));
  const program = async () => ({ files, words: { texts: new Set<string>(), names: new Set<string>(), files: new Set<string>() } });
  const facts = { places, env: {}, preset: 'full', status: failed('absent'), program, signal: new AbortController().signal } as const;
  const [made] = (await bundleParts.find(({ id }) => id === 'program')?.make(facts)) ?? [];
  assert.ok(made !== undefined && 'json' in made);
  assert.doesNotMatch(JSON.stringify(made.json), /tiger|log\.ts/);
  const { count, files: told } = made.json as { readonly count: number; readonly files: readonly { readonly sha256: string }[] };
  assert.deepEqual([count, told.map(({ sha256 }) => sha256[0])], [2, ['8', '9']], 'their order tells nothing either');
  assert.deepEqual(['4.6.7', '1.0.0-rc.1', null, '1.0.0-tiger', 'tiger'].map(shownVersion), [
    '4.6.7',
    '1.0.0-rc.1',
    null,
    'another',
    'another',
  ]);
});
