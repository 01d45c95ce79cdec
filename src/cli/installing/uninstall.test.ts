import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { done } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { uninstall } from './uninstall.ts';

/** A home in which Hub has kept something, and somebody else too. */
function rig(t: TestContext, answer: boolean) {
  const root = temporaryHome(t);
  const home = path.join(root, 'home');
  const places = locatePlaces(readSurroundings({ HOME: root, HUB_HOME: home }));
  for (const name of ['data/hub.db', 'Logs/hub.log', 'config/hub.json']) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), '{}');
  }
  const remembered = rememberingSurface(places);
  const seen = { asked: 0, isOn: true, withdrawn: 0 };
  const surface = {
    ...remembered.surface,
    confirm: async () => {
      seen.asked += 1;
      return answer;
    },
    autostart: async () => ({
      place: '/entry',
      isCheap: true,
      isOn: async () => seen.isOn,
      set: async (isOn: boolean) => {
        seen.isOn = isOn;
        return done(null);
      },
    }),
    withdrawEntry: async () => {
      seen.withdrawn += 1;
    },
  };
  const has = (name: string): boolean => existsSync(path.join(home, name));
  return { ...remembered, surface, seen, home, has };
}
const deb = { form: 'deb', command: null } as const;

test('nothing starts Hub any more, what was copied stays, and the command of the package is said', async (t) => {
  const { surface, printed, seen, has, home } = rig(t, false);
  assert.equal(await uninstall(surface, {}, deb), 0);
  assert.deepEqual(seen, { asked: 0, isOn: false, withdrawn: 1 });
  assert.ok(has('data/hub.db'));
  assert.deepEqual(printed, [
    'Hub does not run any more, and nothing starts it.',
    `What Hub keeps stays in ${home}; saved files stay.`,
    'To remove the program: sudo apt remove hub-desktop',
  ]);
});

test('without a yes, nothing at all is done', async (t) => {
  const { surface, complained, seen, has } = rig(t, false);
  assert.equal(await uninstall(surface, { data: true }, deb), 1);
  assert.deepEqual(seen, { asked: 1, isOn: true, withdrawn: 0 });
  assert.ok(has('data/hub.db'));
  assert.deepEqual(complained, ['hub: nothing was removed']);
});

test('with a yes, what Hub kept is deleted, and what somebody else keeps there stays', async (t) => {
  const { surface, seen, has, home } = rig(t, true);
  writeFileSync(path.join(home, 'mine.txt'), 'mine');
  assert.equal(await uninstall(surface, { data: true }, deb), 0);
  assert.equal(seen.asked, 1);
  assert.deepEqual(['data', 'Logs', 'config', 'mine.txt'].map(has), [false, false, false, true]);
  const empty = rig(t, true);
  assert.equal(await uninstall(empty.surface, { data: true, yes: true }, deb), 0);
  assert.deepEqual([empty.seen.asked, existsSync(empty.home)], [0, false]);
});

test('a legal hold keeps everything, whoever says yes', async (t) => {
  const { surface, complained, home, has } = rig(t, true);
  for (const document of ['{"holds":[{"id":"case","query":"x"}]}', '{']) {
    writeFileSync(path.join(home, 'config/legal-hold.json'), document);
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.ok(has('data/hub.db'));
    assert.match(complained.at(-1) ?? '', /^hub: a legal hold is in force/);
  }
});
