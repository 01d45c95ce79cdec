import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { documents } from '../../contract/documents.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { lastGoodOf } from './last-good.ts';
import { readRetention } from './retention-documents.ts';

test('a policy that an earlier Hub wrote stays in force, as the file and as its last valid copy', (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const file = places.document(documents['retention-policy'].file);
  const lastGood = lastGoodOf(places, 'retention-policy');
  for (const each of [file, lastGood]) mkdirSync(path.dirname(each), { recursive: true });
  const earlier = JSON.stringify({ enabled: true, rules: [{ id: 'old', kinds: [], max_age: '90d' }] });
  const inForce = () => {
    const read = readRetention(places);
    return read.ok && [read.value.policy.enabled, read.value.policy.rules.map(({ id, kinds }) => [id, kinds])];
  };
  writeFileSync(file, earlier);
  assert.deepEqual(inForce(), [true, [['old', null]]]);
  writeFileSync(lastGood, earlier);
  writeFileSync(file, '{"rules": [');
  assert.deepEqual(inForce(), [true, [['old', null]]]);
});
