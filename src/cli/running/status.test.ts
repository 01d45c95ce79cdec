import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { version } from '../../contract/version.ts';
import { status } from './status.ts';

const hub = { ok: true, home: '/h', workspace: '/w', ports: { bridge: null, web: null }, components: [] };

for (const [name, running, line] of [
  ['the same version is no line', { version }, undefined],
  ['another version that runs is told with how to use the one that is installed', { version: '0.0.9' }, /0\.0\.9 is running, .+ hub stop/],
  ['a Hub that does not tell its version is an earlier one', {}, /an earlier one is running, .+ hub stop/],
] as const)
  test(`in the status, ${name}`, async (t) => {
    const { places, pipe } = startPeers(t);
    await pipe('supervisor', { ...hub, ...running });
    const { surface, printed } = rememberingSurface({ ...places });
    assert.equal(await status(surface, {}), 0);
    const told = printed.splice(0).find((one) => one.startsWith('Version'));
    if (line === undefined) assert.equal(told, undefined);
    else assert.match(told ?? '', line);
    await status(surface, { json: true });
    const { version: own = null } = running as { version?: string };
    assert.partialDeepStrictEqual(JSON.parse(printed.join('')), { ...hub, version: own, installedVersion: version });
  });
