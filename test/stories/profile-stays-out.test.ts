/** The user's profile is shown in the title bar, and is in no file, log or output of Hub (§2.6, §7). */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openBus } from '../../src/platform/dbus/bus.ts';
import { variant } from '../../src/platform/dbus/values.ts';
import { canariesBelow, canariesIn, canary, plainCanary } from '../harness/canaries.ts';
import { withoutDesktop } from '../harness/desktop/desktop.ts';
import { startSessionBus } from '../harness/desktop/session-bus.ts';
import { WindowRig } from '../harness/desktop/window-rig.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const userPath = '/org/freedesktop/Accounts/User1000';

describe('a profile', { skip: withoutDesktop() }, () => {
  test('that AccountsService tells is read, and written nowhere', async (t) => {
    const planted = { RealName: canary('name'), Email: `${plainCanary('mail')}@example.org`, IconFile: '' };
    const home = temporaryHome(t);
    const icon = path.join(home, `${plainCanary('icon')}.png`);
    writeFileSync(
      icon,
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
    );
    planted.IconFile = icon;
    await using system = await startSessionBus();
    const opened = await openBus('session', system.env);
    assert.ok(opened.ok);
    const bus = opened.value;
    let asked = 0;
    const find = { takes: 's', answers: 'o', call: () => [userPath] };
    bus.serve('/org/freedesktop/Accounts', {
      name: 'org.freedesktop.Accounts',
      methods: { FindUserByName: find },
      properties: () => ({}),
      signals: {},
    });
    bus.serve(userPath, {
      name: 'org.freedesktop.Accounts.User',
      methods: {},
      properties: () => {
        asked += 1;
        return Object.fromEntries(Object.entries(planted).map(([name, value]) => [name, variant('s', value)]));
      },
      signals: {},
    });
    assert.ok((await bus.own('org.freedesktop.Accounts')).ok);
    const env = { DBUS_SYSTEM_BUS_ADDRESS: system.env.DBUS_SESSION_BUS_ADDRESS, HUB_DEBUG: 'true' };
    await using rig = await WindowRig.open(env);
    await until('question about the user', () => asked >= 3);
    // The profile's flyout is opened, and what is kept of the window is written.
    const { width } = await rig.desktop.geometry(rig.window);
    await rig.desktop.click(rig.window, width - 24, 24);
    await rig.act('cycle-top-panel');
    await until('kept panel', () => rig.memory().panel === 4);
    assert.deepEqual(await rig.hub.stop(), []);
    const secrets = Object.values(planted);
    assert.deepEqual(canariesBelow(rig.hub.root, secrets), []);
    assert.match(rig.hub.logs(), /"method":"FindUserByName","reason":null,.+"event":"bus called"/, 'it is told that it was asked for');
    assert.deepEqual(canariesIn(Buffer.from(rig.hub.output), secrets), []);
    bus.close();
  });
});
