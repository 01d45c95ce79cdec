/** The window of a real Hub on a real desktop (§3): each row of the table, and what is remembered across restarts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { hubProcesses } from '../../../bench/measuring/hub-processes.ts';
import { smallestWidth } from '../../../src/domain/view/rail-width.ts';
import { programName } from '../../../src/platform/jump-list/index.ts';
import { connectX } from '../../../src/platform/x11/connection.ts';
import { pageReloads } from '../../../src/processes/shell/window/page-returns.ts';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { filesBelow, TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

/** How much wider the rail is when it is open. */
const railExtra = 152;

/** A colour of Hub's mark for a dark background: 32-bit ARGB, lowest byte first. */
const darkStroke = Buffer.from([0xf5, 0xab, 0x62, 0xff]);

/** The shader cache of the graphics driver (Mesa), which any program that draws creates. */
function isOfGraphics(name: string): boolean {
  return /^[0-9a-f]{38}$/.test(name) || name === 'index' || name === 'marker';
}

/** The living process of the web engine with this name. */
function engineProcess(home: string, name: string): number | undefined {
  return hubProcesses(home).find(({ program }) => program.endsWith(name))?.pid;
}

describe('the window', { skip: withoutDesktop() }, () => {
  test('is shown and active once Hub is ready', async () => {
    await using rig = await WindowRig.open();
    await rig.active();
    const status = await rig.hub.until(() => true);
    assert.equal(status.components.find(({ id }) => id === 'hub')?.state, 'running');
  });

  test("has the name of Hub's desktop entry, and its web engine leaves nothing in the user's folders", async (t) => {
    const folder = temporaryHome(t);
    const places = { XDG_DATA_HOME: path.join(folder, 'data'), XDG_CACHE_HOME: path.join(folder, 'cache') };
    await using rig = await WindowRig.open(places);
    const program = /^"([^"]+)", /.exec(await rig.desktop.property(rig.window, 'WM_CLASS'))?.[1] ?? '';
    assert.match(program, new RegExp(`^${programName}-[0-9a-f]{8}$`), 'the name for a home that is not the usual one');
    await until('entry', () => filesBelow(path.join(folder, 'data', 'applications')).length > 0);
    assert.deepEqual(await rig.hub.stop(), []);
    const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(
      written.map(({ name }) => name).filter((name) => !isOfGraphics(name)),
      [`${program}.desktop`],
    );
  });

  test('has an icon in the colours of the theme, even if the theme has changed since the last start', async () => {
    // Nothing is stored yet: it starts as if the system theme were light.
    await using rig = await WindowRig.open({ GTK_THEME: 'Adwaita:dark' });
    const opened = await connectX(rig.desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const property = (await connection.internAtom('_NET_WM_ICON')) ?? 0;
    await until('icon for a dark theme', async () => {
      const icon = await connection.getProperty(rig.window, property, 0, 4 * (2 + 64 * 64));
      return icon?.data.includes(darkStroke);
    });
  });

  test("is restored by the desktop entry that Hub wrote, in an environment without Hub's variables", async () => {
    await using rig = await WindowRig.open();
    const folder = path.join(rig.hub.root, 'share', 'applications');
    const [name = ''] = await until('entry', () => {
      const names = filesBelow(folder);
      return names.length > 0 && names;
    });
    const entry = readFileSync(path.join(folder, name), 'utf8');
    assert.match(entry, /^Name=Hub \(.+\)$/m);
    const [main, restore = ''] = entry.match(/(?<=^Exec=).*/gm) ?? [];
    assert.equal(restore, `${main} action restore`);
    await rig.act('toggle');
    await rig.hidden();
    const stranger = Object.fromEntries(Object.entries(rig.hub.env).filter(([variable]) => !variable.startsWith('HUB_')));
    execFileSync('sh', ['-c', restore], { env: stranger, timeout: 20_000 });
    await rig.shown();
  });

  test('is hidden by toggle when it is visible, and comes to the front with the next toggle', async () => {
    await using rig = await WindowRig.open();
    await rig.act('toggle');
    await rig.hidden();
    using cover = await rig.desktop.coverWith('cover');
    assert.equal(await rig.desktop.active(), cover.window);
    await rig.act('toggle');
    await rig.shown();
    await rig.active();
  });

  test('that is minimised or behind another one comes to the front with restore and with toggle', async () => {
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

  test('that is closed is hidden, and Hub continues to run', async () => {
    await using rig = await WindowRig.open();
    await rig.desktop.close(rig.window);
    await rig.hidden();
    assert.equal((await rig.hub.command(['action', 'restore'])).status, 0);
    await rig.shown();
    await rig.active();
  });

  test('grows and shrinks with its rail, so that its content keeps its width to the pixel', async () => {
    await using rig = await WindowRig.open({ HUB_DEBUG: 'true' });
    // On a busy machine, the window may appear before its page, and clicks are lost until then.
    await rig.settled();
    const before = await rig.desktop.geometry(rig.window);
    for (const width of [before.width + railExtra, before.width]) {
      await rig.desktop.click(rig.window, 24, 24);
      await until('window of that width', async () => (await rig.desktop.geometry(rig.window)).width === width);
    }
  });

  test('cannot be made narrower than its labels and content need', async () => {
    await using rig = await WindowRig.open();
    await rig.desktop.resize(rig.window, 200, 600);
    for (const width of [smallestWidth(false, 1), smallestWidth(true, 1), smallestWidth(false, 1)]) {
      await until(`window of ${width} pixels`, async () => (await rig.desktop.geometry(rig.window)).width === width);
      await rig.desktop.click(rig.window, 24, 24);
    }
  });

  test('that is maximised is maximised again after a restart, and remembers its normal size', async () => {
    await using rig = await WindowRig.open();
    await rig.desktop.resize(rig.window, 700, 520);
    const own = await until('kept size', () => {
      const { size, place } = rig.memory();
      return size.width === 700 && place !== null && { size, place };
    });
    await rig.desktop.maximise(rig.window, true);
    await until('kept extent', () => rig.memory().isMaximised);
    await rig.desktop.click(rig.window, 24, 24);
    await until('open rail', () => rig.memory().railIsOpen);
    assert.ok(await rig.desktop.isMaximised(rig.window));
    await rig.act('toggle');
    await rig.hidden();
    await rig.act('toggle');
    await rig.shown();
    await until('window as large as before', () => rig.desktop.isMaximised(rig.window));
    assert.deepEqual(await rig.hub.stop(), []);
    const { size, place } = rig.memory();
    assert.deepEqual({ size, place }, own);
    await rig.start();
    await until('window as large as before', () => rig.desktop.isMaximised(rig.window));
    await rig.desktop.maximise(rig.window, false);
    await until('own size, with the rail', async () => {
      const { width, height } = await rig.desktop.geometry(rig.window);
      return width === 700 + railExtra && height === 520;
    });
    await until('kept size without the rail', () => !rig.memory().isMaximised && rig.memory().size.width === 700);
  });

  test('grows by the width of its rail also if the desktop sets a larger font size', async () => {
    const desktop = await Desktop.start();
    execFileSync('xprop', ['-root', '-f', 'RESOURCE_MANAGER', '8s', '-set', 'RESOURCE_MANAGER', 'Xft.dpi:\t144\n'], { env: desktop.env });
    await using rig = new WindowRig(desktop, desktop.place);
    await rig.start();
    // So that the screen has room for the rail.
    await rig.desktop.resize(rig.window, 760, 650);
    await until('kept size', () => rig.memory().size.width === 760);
    const before = await rig.desktop.geometry(rig.window);
    for (const width of [before.width + railExtra * 1.5, before.width]) {
      await rig.desktop.click(rig.window, 30, 30);
      await until(`width of ${width}`, async () => (await rig.desktop.geometry(rig.window)).width === width);
    }
  });

  test('has a picker that shows as much if the desktop sets a larger font size', async () => {
    const desktop = await Desktop.start();
    execFileSync('xprop', ['-root', '-f', 'RESOURCE_MANAGER', '8s', '-set', 'RESOURCE_MANAGER', 'Xft.dpi:\t144\n'], { env: desktop.env });
    await using rig = new WindowRig(desktop, desktop.place);
    await rig.start();
    await rig.act('open-picker');
    await until('picker of the larger size', async () => {
      const { width, height } = await rig.desktop.geometry(rig.window);
      return width === 720 && height > 600;
    });
  });

  test('whose rail was opened while it was maximised is wider by the rail once it is restored', async () => {
    await using rig = await WindowRig.open();
    const { width } = await rig.desktop.geometry(rig.window);
    await rig.desktop.maximise(rig.window, true);
    const { width: whole } = await rig.desktop.geometry(rig.window);
    await rig.desktop.click(rig.window, 24, 24);
    await until('open rail', () => rig.memory().railIsOpen);
    assert.equal((await rig.desktop.geometry(rig.window)).width, whole);
    await rig.desktop.maximise(rig.window, false);
    await until('own size, with the rail', async () => (await rig.desktop.geometry(rig.window)).width === width + railExtra);
    await until('kept size without the rail', () => !rig.memory().isMaximised && rig.memory().size.width === width);
  });

  test('has its size, position, rail and panel again after a restart', async () => {
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

  test('that was on a screen which is gone reappears where all of it, including its frame, is visible', async () => {
    await using desktop = await Desktop.start('1280x800');
    await using hub = new TestHub(desktop.place, { withWindow: true });
    const file = path.join(hub.places.home, 'data', 'window.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ place: { x: 1_500, y: 900 }, size: { width: 640, height: 560 } }));
    await hub.start();
    const window = await until('window', async () => (await desktop.windows('Hub'))[0]);
    const [left = 0, right = 0, top = 0, bottom = 0] = (await desktop.property(window, '_NET_FRAME_EXTENTS')).split(',').map(Number);
    assert.ok(top > 0, 'a frame');
    await until('window that is seen', async () => {
      const { x, y, width, height } = await desktop.geometry(window);
      // xdotool adds the frame to a position that already includes it.
      const frame = { x: x - 2 * left, y: y - 2 * top, width: left + width + right, height: top + height + bottom };
      const isSeen = frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= 1_280 && frame.y + frame.height <= 800;
      return width === 640 && height === 560 && isSeen;
    });
    const kept = await until('kept place', () => {
      const { place } = JSON.parse(readFileSync(file, 'utf8'));
      return place.x < 1_280 ? place : undefined;
    });
    assert.ok(kept.x + 640 <= 1_280 && kept.y + 560 <= 800, JSON.stringify(kept));
  });

  test('whose process is killed is shown again if it was shown, and stays hidden if it was hidden', async () => {
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
    // The user types in another window by now, which keeps the keyboard, and stays in front.
    using other = await rig.desktop.coverWith('other program');
    await killed();
    const own = await rig.shown();
    await until('the other window in front', async () => {
      const [lower] = await rig.desktop.stacked(own, other.window);
      return (await rig.desktop.active()) === other.window && lower === own;
    });
    await rig.act('toggle');
    await rig.hidden();
    await until('kept state', () => rig.memory().shownIn.isShown === false);
    await killed();
    assert.deepEqual(await rig.desktop.windows('Hub'), []);
    await rig.act('restore');
    await rig.shown();
  });

  test('that another program destroys is opened again, and the log has the reason', async () => {
    await using rig = await WindowRig.open();
    const first = (await rig.hub.until(() => true)).components.find(({ id }) => id === 'hub')?.pid;
    await rig.desktop.destroy(rig.window);
    await rig.hub.until(({ components }) => components.some(({ id, pid, state }) => id === 'hub' && pid !== first && state === 'running'));
    await rig.shown();
    await rig.active();
    assert.match(rig.hub.logs(), /window stopped responding; exiting/);
  });

  test('whose WebKitNetworkProcess ended is opened again as soon as there is something to show', async () => {
    await using rig = await WindowRig.open();
    const first = (await rig.hub.until(() => true)).components.find(({ id }) => id === 'hub')?.pid;
    process.kill(engineProcess(rig.hub.places.home, 'WebKitNetworkProcess') ?? assert.fail('there is none'), 'SIGKILL');
    await rig.act('cycle-top-panel');
    await rig.hub.until(({ components }) => components.some(({ id, pid, state }) => id === 'hub' && pid !== first && state === 'running'));
    await rig.shown();
    await rig.active();
    assert.match(rig.hub.logs(), /"because":"page not responding"/);
  });

  test('whose page has ended shows it again, without anything to show; if it ends again and again, the window is opened anew', async () => {
    await using rig = await WindowRig.open({ HUB_DEBUG: '1' });
    const { home } = rig.hub.places;
    const shell = async () => (await rig.hub.until(() => true)).components.find(({ id }) => id === 'hub')?.pid;
    const [first, { window }] = [await shell(), rig];
    await rig.settled();
    const painted = () => rig.hub.logs().match(/"painted"/g)?.length ?? 0;
    for (let time = 0; time < pageReloads.most; time += 1) {
      const page = engineProcess(home, 'WebKitWebProcess') ?? assert.fail('the page has no process');
      process.kill(page, 'SIGKILL');
      await until('end of its process', () => engineProcess(home, 'WebKitWebProcess') !== page);
      const before = painted();
      await until(
        'page that is painted again',
        () => painted() > before && ![undefined, page].includes(engineProcess(home, 'WebKitWebProcess')),
      );
      assert.deepEqual([await shell(), await rig.shown()], [first, window], 'nothing else was opened anew');
    }
    assert.doesNotMatch(rig.hub.logs(), /page not responding/);
    process.kill(engineProcess(home, 'WebKitWebProcess') ?? assert.fail('the page has no process'), 'SIGKILL');
    await until('another process of the shell', async () => (await shell()) !== first);
    await rig.shown();
    assert.match(rig.hub.logs(), /"because":"page ends again and again"/);
  });

  test('becomes the quick settings for each of their verbs, one after the other, and itself again for its settings', async () => {
    await using rig = await WindowRig.open();
    const width = async () => (await rig.desktop.geometry(rig.window)).width;
    const before = await width();
    await rig.act('toggle');
    await rig.hidden();
    for (const verb of ['quick-settings-chat', 'quick-settings-structured-text', 'quick-settings-text-extraction']) {
      await rig.act(verb);
      await rig.shown();
      await rig.active();
      await until('quick settings', async () => (await width()) === 480);
    }
    await rig.act('open-settings');
    await until('the window', async () => (await width()) === before);
    await rig.active();
    const remembered = () => JSON.parse(readFileSync(path.join(rig.hub.places.home, 'data', 'window.json'), 'utf8'));
    await until('the settings', () => remembered().section === 'settings');
    await rig.act('restore');
    assert.equal(remembered().section, 'settings', 'a window that is open stays at its section');
  });

  test('that was left out at the start is opened by restore, but by no other verb or launch', async () => {
    await using desktop = await Desktop.start();
    await using hub = new TestHub(desktop.place);
    await hub.start();
    const hubState = async () => (await hub.until(() => true)).components.find(({ id }) => id === 'hub')?.state;
    const said = 'Hub has no window: started without a window; open it with: hub action restore';
    for (const verb of ['toggle', 'cycle-top-panel', 'quick-settings-chat']) {
      const refused = await hub.command(['action', verb]);
      assert.deepEqual([refused.status, refused.stdout, refused.stderr], [1, '', `hub: ${said}\n`]);
      const asJson = await hub.command(['action', verb, '--json']);
      assert.deepEqual(JSON.parse(asJson.stdout), { ok: false, error: 'no_window', detail: said });
    }
    const second = await hub.command(['run', '--headless']);
    assert.equal(second.status, 0, second.stderr);
    assert.match(second.stdout, /already running/);
    assert.equal(await hubState(), 'stopped');
    const restored = await hub.command(['action', 'restore']);
    assert.equal(restored.status, 0, restored.stderr);
    await until('window', async () => (await desktop.windows('Hub'))[0]);
    await hub.until(({ components }) => components.some(({ id, state }) => id === 'hub' && state === 'running'));
  });

  test('ends with Hub on the verb exit, and no process is left', async () => {
    await using rig = await WindowRig.open();
    await rig.act('exit');
    await rig.hidden();
    assert.deepEqual(await rig.hub.stop(), []);
  });
});

test('without a desktop, the window is stopped with the reason, and everything else runs', async () => {
  await using hub = new TestHub({ DISPLAY: ':4242' }, { withWindow: true });
  const status = await hub.start();
  const window = status.components.find(({ id }) => id === 'hub');
  assert.equal(window?.state, 'stopped');
  assert.match(window?.reason ?? '', /display/);
  assert.equal(status.components.find(({ id }) => id === 'python_core')?.state, 'running');
  const restarted = await hub.command(['restart', 'hub']);
  assert.equal(restarted.status, 1);
  assert.match(restarted.stderr, /^hub: hub could not be restarted: .*display/);
});
