import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { done, failed } from '../../base/outcome.ts';
import type { AutostartWay } from '../../platform/autostart/index.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { autostart } from './autostart.ts';

const entry = { kind: 'entry', place: '/entry' } as const;
const unit = { kind: 'unit', place: '/wants/hub.service' } as const;

function rig(t: TestContext, ways: readonly AutostartWay[], isForAll = false) {
  const remembered = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  const seen = { ways };
  const surface = {
    ...remembered.surface,
    autostart: async () => ({
      place: entry.place,
      isCheap: true,
      ways: async () => seen.ways,
      isOn: async () => seen.ways.length > 0,
      set: async (isOn: boolean) => {
        if (isForAll) return failed('for-everybody');
        seen.ways = isOn ? [entry] : [];
        return done(null);
      },
    }),
  };
  return { ...remembered, surface };
}

test('each way in which Hub starts is named, for people and for programs', async (t) => {
  const { surface, printed } = rig(t, [entry, unit]);
  assert.equal(await autostart(surface, 'status', {}), 0);
  assert.deepEqual(printed.splice(0), ['Hub starts when you log in: /entry', 'systemd starts Hub when you log in: /wants/hub.service']);
  assert.equal(await autostart(surface, 'status', { json: true }), 0);
  assert.deepEqual(JSON.parse(printed.splice(0).join('')), { ok: true, autostart: true, place: '/entry', ways: [entry, unit] });
  assert.equal(await autostart(surface, 'off', {}), 0);
  assert.deepEqual(printed, ['Hub does not start when you log in.']);
});

test('what the administrator has enabled for all is told with the command that masks it', async (t) => {
  const { surface, complained } = rig(t, [unit], true);
  assert.equal(await autostart(surface, 'off', {}), 1);
  assert.match(complained.join(''), /for all users of this machine; .*: systemctl --user mask hub$/);
});
