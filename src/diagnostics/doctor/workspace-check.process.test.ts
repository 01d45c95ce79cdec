import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { homeChecks } from './home-checks.ts';

test('a WorkSpace that cannot be made is no note, and while HUB_WORKSPACE sets it, the mend names that', async (t) => {
  const look = async (workspace: string) => {
    const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t), HUB_WORKSPACE: workspace }));
    const check = homeChecks.find(({ id }) => id === 'workspace');
    const [found] = (await check?.run({ places, env: process.env, status: failed('absent'), nowMs: Date.now() })) ?? [];
    return found;
  };
  // Root may write everywhere, and yet nobody makes a folder there.
  for (const place of ['/proc/ws', '/sys/ws', import.meta.filename]) {
    const found = await look(place);
    assert.equal(found?.verdict, 'failure', place);
    assert.match(found?.mend ?? '', /or set HUB_WORKSPACE to another folder/);
    assert.doesNotMatch(found?.mend ?? '', /hub workspace select/);
  }
  assert.equal((await look(path.join(temporaryHome(t), 'new')))?.verdict, 'note');
  const relative = await look('relative');
  assert.deepEqual([relative?.verdict, relative?.says], ['failure', 'HUB_WORKSPACE must be an absolute path']);
  assert.match(relative?.mend ?? '', /set HUB_WORKSPACE to an absolute path, or unset it/);
});
