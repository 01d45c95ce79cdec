/** A session with a compositor that hangs, and an X server that answers: GNOME, Plasma and sway name both to their programs. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { startFakeCompositor } from '../doubles/fake-compositor.ts';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { WaylandDesktop, withoutWayland } from '../harness/desktop/wayland-desktop.ts';
import { TestHub } from '../harness/hub.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

function reasonOf({ components }: HubStatus): string {
  return components.find(({ id }) => id === 'clipboard')?.reason ?? '';
}

/** A command copies what it reads, and Hub has it. */
async function copyReaches(hub: TestHub, [program = '', ...words]: readonly string[], env: NodeJS.ProcessEnv, text: string): Promise<void> {
  const child = spawn(program, words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.end(text);
  await once(child, 'exit');
  await hub.fragment((fragment) => fragment.text === text);
}

describe('a compositor that accepts clients and does not answer', { skip: withoutDesktop() }, () => {
  it('does not keep the window from the X server', async (t) => {
    const folder = temporaryHome(t);
    const compositor = await startFakeCompositor(path.join(folder, 'wayland-7'), () => null);
    t.after(() => compositor.close());
    await using desktop = await Desktop.start();
    const env = { ...desktop.place, WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder };
    await using hub = new TestHub(env, { withWindow: true });
    await hub.start();
    await hub.until(({ components }) => components.some(({ id, state }) => id === 'hub' && state === 'running'));
    await hub.until((status) => reasonOf(status).includes('does not answer'));
    await until('window', async () => (await desktop.windows('Hub')).length > 0);
    assert.deepEqual(await hub.stop(), []);
  });
});

describe('a compositor that hangs for a time', {
  skip: withoutDesktop() || withoutWayland() || missingPrograms('xclip', 'wl-copy'),
}, () => {
  it('leaves its place to the clipboard of X, and has it again once it answers', async () => {
    await using desktop = await Desktop.start();
    await using wayland = await WaylandDesktop.start();
    wayland.halt(true);
    const { DBUS_SESSION_BUS_ADDRESS: _bus, ...display } = wayland.place;
    await using hub = new TestHub({ ...desktop.place, ...display });
    await hub.start();
    await copyReaches(hub, ['xclip', '-selection', 'clipboard'], desktop.env, 'copied meanwhile');
    wayland.halt(false);
    await hub.until((status) => reasonOf(status) === '');
    await copyReaches(hub, ['wl-copy'], wayland.env, 'copied later');
    assert.deepEqual(await hub.stop(), []);
  });
});
