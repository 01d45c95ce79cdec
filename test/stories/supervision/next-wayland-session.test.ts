/** Hub outlives the compositor of its session, and the next session has another one, under another name: a launch from there takes Hub along. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WaylandDesktop, withoutWayland } from '../../harness/desktop/wayland-desktop.ts';
import { TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

async function session(t: TestContext): Promise<WaylandDesktop> {
  const desktop = await WaylandDesktop.start();
  t.after(() => desktop[Symbol.asyncDispose]());
  return desktop;
}

/** Copies a text there, and waits until Hub has it. */
async function copied(hub: TestHub, { env }: WaylandDesktop, text: string): Promise<void> {
  const child = spawn('wl-copy', [text], { env, stdio: 'ignore' });
  await once(child, 'exit');
  await hub.fragment((fragment) => fragment.text === text && fragment.state !== 'captured');
}

async function pasted({ env }: WaylandDesktop): Promise<string | null> {
  return run('wl-paste', ['--no-newline', '--type', 'text/plain;charset=utf-8'], { env, timeout: 5_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

const shownIn = async (desktop: WaylandDesktop): Promise<boolean> =>
  (await desktop.windows()).some(({ name, visible }) => name === 'Hub' && visible);

describe('the next session on Wayland', { skip: withoutWayland() || missingPrograms('wl-copy', 'wl-paste') }, () => {
  for (const launch of ['start', 'run'])
    it(`has the window and the clipboard, with the copy that was on the last one, after: hub ${launch}`, async (t) => {
      const [first, second] = [await session(t), await session(t)];
      await using hub = new TestHub(first.place, { withWindow: true });
      await hub.start();
      await until('window in the first session', () => shownIn(first));
      await copied(hub, first, 'copied in the first session');

      // The folder for sockets is that of the user, in every session.
      const { XDG_RUNTIME_DIR: _same, ...place } = second.place;
      Object.assign(hub.env, place);
      const early = await hub.command([launch]);
      assert.ok(early.stdout.includes(`Hub is on the display ${first.place.WAYLAND_DISPLAY}`), early.stdout);

      await first.kill();
      await hub.until(({ components }) => components.find(({ id }) => id === 'clipboard')?.state === 'degraded');
      const moved = await hub.command([launch]);
      assert.equal(moved.status, 0, moved.stderr);
      assert.ok(moved.stdout.includes('Hub moves to this desktop'), moved.stdout);
      await until('window in the second session', () => shownIn(second));
      await until('copy of the first session', async () => (await pasted(second)) === 'copied in the first session');
      await copied(hub, second, 'copied in the second session');
      assert.equal((await hub.fragments()).length, 2, 'the copy that was put back is no new one');
      await hub.until(({ components }) => components.every(({ state }) => state === 'running'));
      assert.deepEqual(await hub.stop(), []);
    });
});
