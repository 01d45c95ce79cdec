/** A session that ends and comes back with the same name, in sway: what is there meanwhile may be no compositor, or one that shows its clipboard to nobody. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { describe, it } from 'node:test';
import type { ComponentId } from '../../../src/contract/components.ts';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { type FakeCompositor, startFakeCompositor } from '../../doubles/fake-compositor.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WaylandDesktop, withoutWayland } from '../../harness/desktop/wayland-desktop.ts';
import { TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

/** As long as that shows whether a look for the display was fooled: looks are a second apart at first. */
const looksMeanwhile = 3;

async function replace(desktop: WaylandDesktop, answer: () => FakeCompositor | null): Promise<Server> {
  rmSync(desktop.place.WAYLAND_DISPLAY, { force: true });
  return startFakeCompositor(desktop.place.WAYLAND_DISPLAY, answer);
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}

function find({ components }: HubStatus, id: ComponentId): HubStatus['components'][number] {
  const found = components.find((component) => component.id === id);
  assert.ok(found);
  return found;
}

/** A command copies, and Hub has it. */
async function copyReaches(hub: TestHub, desktop: WaylandDesktop, text: string): Promise<void> {
  const child = spawn('wl-copy', [text], { env: desktop.env, stdio: 'ignore' });
  await once(child, 'exit');
  await hub.fragment((fragment) => fragment.text === text);
}

describe('a compositor that ends and comes back', { skip: withoutWayland() || missingPrograms('wl-copy') }, () => {
  it('has its window and its clipboard again, and what only accepts clients in between is none', async () => {
    await using desktop = await WaylandDesktop.start();
    await using hub = new TestHub(desktop.place, { withWindow: true });
    await hub.start();
    await hub.until((status) => find(status, 'hub').state === 'running');
    await desktop.kill();
    let looks = 0;
    const hanging = await replace(desktop, () => {
      looks += 1;
      return null;
    });
    const gone = await hub.until((status) => find(status, 'hub').state === 'stopped' && find(status, 'clipboard').state === 'degraded');
    await until('looks for the display', () => looks >= looksMeanwhile);
    assert.deepEqual(find(await hub.until(() => true), 'hub'), find(gone, 'hub'), 'no window is tried on what does not answer');
    hanging.unref();
    rmSync(desktop.place.WAYLAND_DISPLAY, { force: true });
    await desktop.begin();
    await hub.until((status) => find(status, 'hub').state === 'running' && find(status, 'clipboard').state === 'running');
    await until('window', async () => (await desktop.windows()).some(({ name, visible }) => name === 'Hub' && visible));
    await copyReaches(hub, desktop, 'copied after the return');
    assert.deepEqual(await hub.stop(), []);
  });

  it('shows its clipboard, although the one before it in this place showed its own to nobody', async () => {
    await using desktop = await WaylandDesktop.start();
    await desktop.kill();
    const other = await replace(desktop, () => ({ interfaces: ['wl_compositor', 'wl_shm', 'xdg_wm_base'] }));
    await using hub = new TestHub(desktop.place);
    await hub.start();
    assert.match(find(await hub.until(() => true), 'clipboard').reason ?? '', /does not show its clipboard/);
    await end(other);
    await desktop.begin();
    await hub.until((status) => find(status, 'clipboard').state === 'running');
    await copyReaches(hub, desktop, 'copied in the other session');
    assert.deepEqual(await hub.stop(), []);
  });
});
