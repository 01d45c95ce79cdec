/** A session with a compositor that hangs, and an X server that answers: GNOME, Plasma and sway name both to their programs. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startFakeCompositor } from '../doubles/fake-compositor.ts';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { TestHub } from '../harness/hub.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

describe('a compositor that accepts clients and does not answer', { skip: withoutDesktop() }, () => {
  it('does not keep the window from the X server', async (t) => {
    const folder = temporaryHome(t);
    const compositor = await startFakeCompositor(path.join(folder, 'wayland-7'), () => null);
    t.after(() => compositor.close());
    await using desktop = await Desktop.start();
    const env = { ...desktop.place, WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder };
    // The clipboard's monitor gives the compositor ten seconds.
    await using hub = new TestHub(env, { withWindow: true, startWithinMs: 90_000 });
    await hub.start();
    await hub.until(({ components }) => components.some(({ id, state }) => id === 'hub' && state === 'running'));
    await until('window', async () => (await desktop.windows('Hub')).length > 0);
    assert.deepEqual(await hub.stop(), []);
  });
});
