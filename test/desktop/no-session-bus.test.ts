/** A display without a session bus, such as that of `startx` or of `Xvfb`. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

describe('a desktop without a session bus', { skip: withoutDesktop() || missingPrograms('dbus-launch') }, () => {
  it('shows the window, and no bus is started for it that would be left', async () => {
    await using desktop = await Desktop.start();
    await using hub = new TestHub(desktop.place, { withWindow: true });
    hub.env.HOME = hub.root;
    delete hub.env.DBUS_SESSION_BUS_ADDRESS;
    await hub.start();
    await until('window', async () => (await desktop.windows('Hub')).length > 0);
    assert.deepEqual(await hub.stop(), []);
    // dbus-launch(1) keeps the address of what it starts there.
    assert.equal(existsSync(path.join(hub.root, '.dbus')), false);
  });
});
