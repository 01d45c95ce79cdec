import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { userUnit as packaged } from '../../../tools/package/desktop/entries.ts';
import { done } from '../../base/outcome.ts';
import { locatePlaces } from '../locations.ts';
import { readSurroundings } from '../surroundings.ts';
import { together } from './index.ts';
import { userUnit } from './user-unit.ts';

const skip = process.platform === 'win32' ? 'links' : false;

/** A user, and a machine with the unit of the package. */
function rig(t: TestContext) {
  const root = temporaryHome(t);
  const env = {
    HOME: root,
    XDG_CONFIG_HOME: path.join(root, 'conf ig'),
    XDG_DATA_HOME: path.join(root, 'share'),
    XDG_RUNTIME_DIR: path.join(root, 'runtime'),
    XDG_CONFIG_DIRS: `relative:${path.join(root, 'etc-xdg')}`,
    XDG_DATA_DIRS: path.join(root, 'usr-share'),
    HUB_HOME: path.join(root, 'home'),
  };
  const [own, etc, lib] = [path.join(env.XDG_CONFIG_HOME, 'systemd/user'), path.join(root, 'etc'), path.join(root, 'lib')];
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const shipped = path.join(lib, 'hub.service');
  write(shipped, packaged);
  /** As `systemctl --user enable hub` does. */
  const enable = (folder = own, target = 'graphical-session.target.wants'): string => {
    const link = path.join(folder, target, 'hub.service');
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(shipped, link);
    return link;
  };
  const clock = { aheadMs: 0 };
  const unit = userUnit({
    env,
    places: locatePlaces(readSurroundings(env)),
    system: { etc, run: path.join(root, 'run'), lib: [lib] },
    now: () => Date.now() + clock.aheadMs,
  });
  return { root, env, clock, own, etc, shipped, write, enable, unit };
}

test('the unit is on while a target has a link to it, and turning it off removes the link', { skip }, async (t) => {
  const { unit, enable, own, shipped } = rig(t);
  assert.deepEqual([await unit.enabledBy(), await unit.disable()], [[], done(null)]);
  const links = [enable(), enable(own, 'default.target.wants')];
  assert.deepEqual(await unit.enabledBy(), links.toSorted());
  assert.deepEqual(await unit.disable(), done(null));
  assert.deepEqual([await unit.enabledBy(), ...links.map((link) => existsSync(link)), existsSync(shipped)], [[], false, false, true]);
});

test('one that is masked, or another program’s, or that was removed with its package starts no Hub and stays as it is', {
  skip,
}, async (t) => {
  const { unit, enable, own, write, shipped } = rig(t);
  const link = enable();
  const above = path.join(own, 'hub.service');
  symlinkSync('/dev/null', above);
  assert.deepEqual(await unit.enabledBy(), [], 'masked');
  rmSync(above);
  write(above, '[Service]\nExecStart=/usr/bin/github-hub runner\n');
  assert.deepEqual(await unit.enabledBy(), [], 'another program’s');
  for (const other of ['/opt/docker-hub run', '/usr/bin/my.hub run', '/usr/bin/hub status']) {
    write(above, `[Service]\nExecStart=${other}\n`);
    assert.deepEqual(await unit.enabledBy(), [], other);
  }
  assert.deepEqual(await unit.disable(), done(null));
  write(above, '[Service]\nExecStart="/home/me/my hub/hub" run --hidden\n');
  assert.deepEqual(await unit.enabledBy(), [link], 'their own unit for Hub');
  for (const file of [above, shipped]) rmSync(file);
  assert.deepEqual(await unit.enabledBy(), [], 'the package is gone');
});

test('one that is on for everybody is told, and can not be turned off by one of them', { skip }, async (t) => {
  const { unit, enable, etc } = rig(t);
  const [ofUser, ofAll] = [enable(), enable(etc)];
  assert.deepEqual(await unit.enabledBy(), [ofUser, ofAll]);
  assert.deepEqual(await unit.disable(), { ok: false, reason: 'for-everybody' });
  assert.deepEqual(await unit.enabledBy(), [ofAll]);
});

test('links are found in every folder that systemd looks in, and those of the user are removed', { skip }, async (t) => {
  const { unit, enable, root, env } = rig(t);
  const ofUser = [
    path.join(env.XDG_CONFIG_HOME, 'systemd/user.control'),
    path.join(env.XDG_RUNTIME_DIR, 'systemd/user.control'),
    path.join(env.XDG_RUNTIME_DIR, 'systemd/user'),
    path.join(env.XDG_DATA_HOME, 'systemd/user'),
  ];
  for (const folder of ofUser) {
    const link = enable(folder);
    assert.deepEqual(await unit.enabledBy(), [link]);
    assert.deepEqual([await unit.disable(), existsSync(link), await unit.enabledBy()], [done(null), false, []]);
  }
  for (const name of ['etc-xdg/systemd/user', 'run', 'usr-share/systemd/user', 'lib']) {
    const link = enable(path.join(root, name));
    assert.deepEqual(await unit.enabledBy(), [link]);
    assert.deepEqual([await unit.disable(), existsSync(link)], [{ ok: false, reason: 'for-everybody' }, true]);
    rmSync(link);
  }
});

test('a mask for this session counts before the unit of the package, and not before the user’s own unit', { skip }, async (t) => {
  const { unit, enable, env, own, write } = rig(t);
  const link = enable();
  const mask = path.join(env.XDG_RUNTIME_DIR, 'systemd/user/hub.service');
  mkdirSync(path.dirname(mask), { recursive: true });
  symlinkSync('/dev/null', mask);
  assert.deepEqual(await unit.enabledBy(), []);
  write(path.join(own, 'hub.service'), packaged);
  assert.deepEqual(await unit.enabledBy(), [link]);
});

test('a change is seen at the next question, and without one no unit is read again', { skip }, async (t) => {
  const { unit, enable, shipped, write, clock } = rig(t);
  assert.deepEqual(await unit.enabledBy(), []);
  const link = enable();
  assert.notEqual(await unit.enabledBy(), await unit.enabledBy(), 'what has just changed is looked at again');
  clock.aheadMs = 60_000;
  const [first, again] = [await unit.enabledBy(), await unit.enabledBy()];
  assert.deepEqual(first, [link]);
  assert.equal(again, first, 'the same answer, not an equal one');
  write(shipped, packaged.replace(/^ExecStart=.*$/m, 'ExecStart=/usr/bin/other run'));
  assert.deepEqual(await unit.enabledBy(), [], 'written over in its place');
  write(shipped, packaged);
  assert.deepEqual(await unit.enabledBy(), [link]);
  rmSync(link);
  assert.deepEqual(await unit.enabledBy(), []);
});

test('an entry and a unit are both told, and both are turned off', { skip }, async (t) => {
  const { unit, enable } = rig(t);
  const link = enable();
  const seen = { isOn: false };
  const entry = {
    place: '/entry',
    isCheap: true,
    isOn: async () => seen.isOn,
    set: async (isOn: boolean) => {
      seen.isOn = isOn;
      return done(null);
    },
  };
  const both = together(entry, unit);
  assert.deepEqual([await both.isOn(), await both.ways()], [true, [{ kind: 'unit', place: link }]]);
  await both.set(true);
  assert.deepEqual(await both.ways(), [
    { kind: 'entry', place: '/entry' },
    { kind: 'unit', place: link },
  ]);
  assert.deepEqual([await both.set(false), await both.ways(), await both.isOn()], [done(null), [], false]);
});
