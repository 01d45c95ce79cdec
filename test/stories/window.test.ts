/** The window of a real Hub on a real desktop (§3): each row of the table, and what survives a start. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { programName } from '../../src/platform/jump-list/index.ts';
import { withoutDesktop } from '../harness/desktop.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';
import { WindowRig } from '../harness/window-rig.ts';

/** How much wider the open rail is. */
const railExtra = 152;

/** What the graphics driver keeps of its own programs, whoever draws (Mesa's cache of shaders). */
function isOfGraphics(name: string): boolean {
  return /^[0-9a-f]{38}$/.test(name) || name === 'index' || name === 'marker';
}

describe('the window', { skip: withoutDesktop() }, () => {
  test('is there and active once Hub is ready', async () => {
    await using rig = await WindowRig.open();
    await rig.active();
    const status = await rig.hub.until(() => true);
    assert.equal(status.components.find(({ id }) => id === 'hub')?.state, 'running');
  });

  test("is under the name of Hub's own entry, and its engine leaves nothing in the user's folders", async (t) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-user-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const places = { XDG_DATA_HOME: path.join(folder, 'data'), XDG_CACHE_HOME: path.join(folder, 'cache') };
    await using rig = await WindowRig.open(places);
    assert.match(await rig.desktop.property(rig.window, 'WM_CLASS'), new RegExp(`^"${programName}", `));
    assert.deepEqual(await rig.hub.stop(), []);
    const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(
      written.map(({ name }) => name).filter((name) => !isOfGraphics(name)),
      [],
    );
  });

  test('is hidden by toggle when it can be seen, and comes to the front by the next one', async () => {
    await using rig = await WindowRig.open();
    await rig.act('toggle');
    await rig.hidden();
    using cover = await rig.desktop.coverWith('cover');
    assert.equal(await rig.desktop.active(), cover.window);
    await rig.act('toggle');
    await rig.shown();
    await rig.active();
  });

  test('that is behind another one or minimised comes to the front, by restore and by toggle', async () => {
    await using rig = await WindowRig.open();
    using _cover = await rig.desktop.coverWith('cover');
    await rig.act('restore');
    await rig.active();
    for (const verb of ['restore', 'toggle']) {
      await rig.desktop.minimise(rig.window);
      await rig.hidden();
      await rig.act(verb);
      await rig.shown();
      await rig.active();
    }
  });

  test('that is closed is hidden, and Hub goes on', async () => {
    await using rig = await WindowRig.open();
    await rig.desktop.close(rig.window);
    await rig.hidden();
    assert.equal((await rig.hub.command(['action', 'restore'])).status, 0);
    await rig.shown();
    await rig.active();
  });

  test('grows and shrinks with its rail, so that its content is as wide as before to the pixel', async () => {
    await using rig = await WindowRig.open();
    const before = await rig.desktop.geometry(rig.window);
    for (const width of [before.width + railExtra, before.width]) {
      await rig.desktop.click(rig.window, 24, 24);
      await until('window of that width', async () => (await rig.desktop.geometry(rig.window)).width === width);
    }
  });

  test('has its size, its place, its rail and its panel again after a start', async () => {
    await using rig = await WindowRig.open();
    await rig.desktop.click(rig.window, 24, 24);
    await until('open rail', async () => rig.memory().railIsOpen);
    await rig.desktop.resize(rig.window, 900, 640);
    await rig.desktop.move(rig.window, 60, 40);
    await rig.act('cycle-top-panel');
    const kept = await until('kept size', async () => {
      const memory = rig.memory();
      return memory.size.width === 900 - railExtra && memory.panel === 4 && memory.place !== null && memory;
    });
    const before = await rig.desktop.geometry(rig.window);
    assert.deepEqual(await rig.hub.stop(), []);
    await rig.start();
    await until('window where it was', async () => {
      const { x, y, width, height } = await rig.desktop.geometry(rig.window);
      return width === 900 && height === 640 && x === before.x && y === before.y;
    });
    assert.deepEqual(rig.memory().size, kept.size);
  });

  test('whose process is killed is back as it was: shown where it was shown, hidden where it was hidden', async () => {
    await using rig = await WindowRig.open();
    const pid = async (): Promise<number> => {
      const status = await rig.hub.until(({ components }) => components.some(({ id, state }) => id === 'hub' && state === 'running'));
      return status.components.find(({ id }) => id === 'hub')?.pid ?? 0;
    };
    const killed = async (): Promise<void> => {
      const first = await pid();
      process.kill(first, 'SIGKILL');
      await until('another process', async () => (await pid()) !== first);
    };
    await killed();
    await rig.shown();
    await rig.act('toggle');
    await rig.hidden();
    await until('kept state', () => rig.memory().shownIn.isShown === false);
    await killed();
    assert.deepEqual(await rig.desktop.windows('Hub'), []);
    await rig.act('restore');
    await rig.shown();
  });

  test('ends with Hub by the verb exit, and nothing is left', async () => {
    await using rig = await WindowRig.open();
    await rig.act('exit');
    await rig.hidden();
    assert.deepEqual(await rig.hub.stop(), []);
  });
});

test('a desktop that is not there leaves the window stopped, with the reason, and everything else running', async () => {
  await using hub = new TestHub({ DISPLAY: ':4242' }, { withWindow: true });
  const status = await hub.start();
  const window = status.components.find(({ id }) => id === 'hub');
  assert.equal(window?.state, 'stopped');
  assert.match(window?.reason ?? '', /display/);
  assert.equal(status.components.find(({ id }) => id === 'python_core')?.state, 'running');
});
