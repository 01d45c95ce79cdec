import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
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
