import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { openTray, type Tray, type TrayMenuItem } from '../../src/platform/tray/index.ts';
import { missingPrograms, type SessionBus, startSessionBus } from '../harness/desktop/session-bus.ts';
import { TrayHost } from '../harness/desktop/tray-host.ts';
import { until } from '../harness/until.ts';

const menu: readonly TrayMenuItem[] = [
  { id: 'restore', label: 'Open Hub', enabled: true, kind: 'item' },
  { id: 'pause', label: 'Pause capture', enabled: true, kind: 'check', checked: false },
  { id: 'line', label: '', enabled: true, kind: 'separator' },
  { id: 'save', label: 'Save_now', enabled: false, kind: 'item' },
];

/** A desktop's list of icons, and a tray on its bus. */
class TrayRig implements AsyncDisposable {
  readonly bus: SessionBus;
  readonly host: TrayHost;
  readonly tray: Tray;
  /** All events of the tray, in order. */
  readonly told: readonly unknown[];

  private constructor(bus: SessionBus, host: TrayHost) {
    this.bus = bus;
    this.host = host;
    this.tray = trayOn(bus.env);
    this.told = listenTo(this.tray);
  }

  static async open(): Promise<TrayRig> {
    const bus = await startSessionBus();
    return new TrayRig(bus, await TrayHost.start(bus.env));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.tray.close();
    await this.host.close();
    await this.bus[Symbol.asyncDispose]();
  }
}

function trayOn(env: Readonly<Record<string, string>>): Tray {
  const opened = openTray({ platform: 'linux', env });
  assert.ok(opened.ok);
  return opened.value;
}

function listenTo(tray: Tray): unknown[] {
  const told: unknown[] = [];
  tray.events.on('activate', () => told.push('activate'));
  tray.events.on('menu', () => told.push('menu'));
  tray.events.on('chosen', (id) => told.push({ chosen: id }));
  tray.events.on('state', (state) => told.push({ state }));
  return told;
}

function becomes(tray: Tray, state: string): Promise<unknown> {
  return until(`tray that is ${state}`, () => tray.state === state);
}

describe('the tray of a Linux desktop', { skip: missingPrograms('dbus-daemon') }, () => {
  it('shows an icon with its name, in every size, and a click on it requests the window', async () => {
    await using rig = await TrayRig.open();
    const { host, tray, told } = rig;
    tray.setToolTip('Watching <the> clipboard');
    assert.equal(await tray.initialize('dark'), 'shown');
    assert.match(await host.item(), new RegExp(`^org\\.kde\\.StatusNotifierItem-${process.pid}-\\d+$`));
    const properties = await host.properties();
    const { Category, Id, Title, Status, IconName, ItemIsMenu, Menu, ToolTip } = Object.fromEntries(properties);
    assert.deepEqual([Category, Id, Title, Status], ['ApplicationStatus', 'hub', 'Hub', 'Active']);
    assert.deepEqual([IconName, ItemIsMenu, Menu], ['', false, '/MenuBar']);
    assert.deepEqual(ToolTip, ['', [], 'Watching <the> clipboard', '']);
    const pictures = properties.get('IconPixmap') as [number, number, Buffer][];
    assert.deepEqual(
      pictures.map(([width, height, pixels]) => [width, height, pixels.length]),
      [16, 22, 24, 32].map((size) => [size, size, size * size * 4]),
    );
    // A pixel on the left side of the frame: opacity, red, green, blue.
    const [, , pixels] = pictures[3] as [number, number, Buffer];
    assert.deepEqual([...pixels.subarray((16 * 32 + 4) * 4, (16 * 32 + 5) * 4)], [255, 0x62, 0xab, 0xf5]);
    await host.click('Activate');
    await host.click('SecondaryActivate');
    assert.deepEqual(told, [{ state: 'shown' }, 'activate']);
    // As from a host that cannot show menus.
    await host.click('ContextMenu');
    assert.deepEqual(told, [{ state: 'shown' }, 'activate', 'activate']);
  });

  it('has a menu that can be read, and reports what was chosen from it', async () => {
    await using rig = await TrayRig.open();
    const { host, tray, told } = rig;
    tray.setMenu(menu);
    await tray.initialize('light');
    const shown = (await host.menu()).map(({ properties }) => Object.fromEntries(properties));
    assert.deepEqual(shown, [
      { label: 'Open Hub', enabled: true, visible: true },
      { label: 'Pause capture', enabled: true, visible: true, 'toggle-type': 'checkmark', 'toggle-state': 0 },
      { type: 'separator', visible: true },
      { label: 'Save__now', enabled: false, visible: true },
    ]);
    await host.choose('Pause capture');
    const disabled = (await host.menu())[3];
    assert.ok(disabled);
    await host.event(disabled.number, 'clicked');
    await host.event(disabled.number, 'hovered');
    assert.deepEqual(told, [{ state: 'shown' }, { chosen: 'pause' }]);
  });

  it('reports changes of looks and of items separately, and items keep their numbers', async () => {
    await using rig = await TrayRig.open();
    const { host, tray } = rig;
    tray.setMenu(menu);
    await tray.initialize('light');
    const before = await host.menu();
    tray.setMenu(menu.map((item) => (item.id === 'pause' ? { ...item, checked: true } : item)));
    tray.setMenu(menu.map((item) => (item.id === 'pause' ? { ...item, checked: true } : item)));
    await until('change of looks', () => host.menuSignals.length === 1);
    assert.equal((await host.menu())[1]?.properties.get('toggle-state'), 1);
    tray.setMenu(menu.filter(({ kind }) => kind !== 'separator'));
    await until('change of items', () => host.menuSignals.length === 2);
    assert.deepEqual(host.menuSignals, ['ItemsPropertiesUpdated', 'LayoutUpdated']);
    const numbers = (await host.menu()).map(({ number }) => number);
    assert.deepEqual(numbers, [before[0]?.number, before[1]?.number, before[3]?.number]);
  });

  it('answers a host’s requests about the menu, and refuses unknown ones', async () => {
    await using rig = await TrayRig.open();
    const { host, tray, told } = rig;
    tray.setMenu(menu);
    await tray.initialize('light');
    await host.item();
    const [first] = (await host.menu()).map(({ number }) => number);
    assert.deepEqual(await host.menuCall('GetProperty', 'is', [first, 'label']), ['Open Hub']);
    assert.equal(await host.menuCall('GetProperty', 'is', [first, '__proto__']), null);
    assert.deepEqual(await host.menuCall('GetGroupProperties', 'aias', [[first], ['enabled']]), [[[first, [['enabled', true]]]]]);
    assert.deepEqual(await host.menuCall('AboutToShowGroup', 'ai', [[0, first, 99]]), [[], [99]]);
    assert.equal(await host.menuCall('GetLayout', 'iias', [99, -1, []]), null);
    assert.deepEqual(await host.menuCall('GetLayout', 'iias', [first, -1, ['label']]), [2, [first, [['label', 'Open Hub']], []]]);
    const events = [first, 99].map((number) => [number, 'clicked', ['s', ''], 0]);
    assert.deepEqual(await host.menuCall('EventGroup', 'a(isvu)', [events]), [[99]]);
    assert.equal(await host.menuCall('Event', 'isvu', [99, 'clicked', ['s', ''], 0]), null);
    assert.equal(await host.menuCall('Event', 's', ['clicked']), null);
    assert.deepEqual(told, [{ state: 'shown' }, { chosen: 'restore' }]);
  });

  it('is drawn once for several changes in quick succession', async () => {
    await using rig = await TrayRig.open();
    const { host, tray } = rig;
    await tray.initialize('light');
    const pictures = async () => (await host.properties()).get('IconPixmap') as [number, number, Buffer][];
    const before = (await pictures()).map(([, , pixels]) => pixels);
    for (const theme of ['dark', 'light', 'high-contrast-dark'] as const) tray.updateTheme(theme);
    tray.setCapture('paused');
    tray.refreshForDpi(3);
    await until('new icon', () => host.newIcons > 0);
    const after = await pictures();
    assert.deepEqual(
      after.map(([width]) => width),
      [32, 48, 72],
    );
    assert.ok(after.every(([, , one]) => before.every((other) => !other.equals(one))));
    assert.equal(host.newIcons, 1);
  });

  it('shows a given picture that can be read, and otherwise its own mark', async () => {
    await using bus = await startSessionBus();
    await using host = await TrayHost.start(bus.env);
    const given = path.join(path.dirname(bus.socket), 'given.png');
    writeFileSync(given, '');
    await using tray = trayOn(bus.env);
    await tray.initialize('light', given);
    await host.item();
    assert.equal((await host.properties()).get('IconName'), given);
    await tray.initialize('light', `${given}.missing`);
    assert.equal((await host.properties()).get('IconName'), '');
  });

  it('waits for a host, and registers again with each new one', async () => {
    await using bus = await startSessionBus();
    await using tray = trayOn(bus.env);
    const told = listenTo(tray);
    assert.equal(await tray.initialize('light'), 'no-host');
    const first = await TrayHost.start(bus.env, false);
    const name = await first.item();
    first.appear();
    await becomes(tray, 'shown');
    await first.close();
    await becomes(tray, 'no-host');
    await using second = await TrayHost.start(bus.env);
    assert.equal(await second.item(), name);
    await becomes(tray, 'shown');
    await second.click('Activate');
    assert.deepEqual(told, [{ state: 'no-host' }, { state: 'shown' }, { state: 'no-host' }, { state: 'shown' }, 'activate']);
  });

  it('reports that its bus is gone, and comes back with the next one', async () => {
    await using bus = await startSessionBus();
    const host = await TrayHost.start(bus.env);
    await using tray = trayOn(bus.env);
    tray.setMenu(menu);
    await tray.initialize('light');
    assert.equal(tray.state, 'shown');
    const gone = once(tray.events, 'state');
    await bus.kill();
    assert.deepEqual(await gone, ['no-bus']);
    tray.updateTheme('dark');
    tray.setMenu([]);
    tray.setToolTip('nobody sees this');
    await host.close();
    await bus.again();
    await using later = await TrayHost.start(bus.env);
    await later.item();
    await becomes(tray, 'shown');
    assert.deepEqual(await later.menu(), []);
  });

  it('shows nothing if it was closed before', async () => {
    await using rig = await TrayRig.open();
    const opening = rig.tray.initialize('light', import.meta.filename);
    await rig.tray.close();
    assert.equal(await opening, 'closed');
    assert.deepEqual([rig.tray.state, rig.told], ['closed', []]);
  });

  it('reports that there is no bus at all', async () => {
    await using tray = trayOn({});
    assert.equal(await tray.initialize('light'), 'no-bus');
    await tray.close();
    assert.equal(tray.state, 'closed');
  });
});
