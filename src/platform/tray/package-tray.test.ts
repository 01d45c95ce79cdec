import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { encodePng } from '../../../tools/brand/png.ts';
import { openTray } from './index.ts';
import type { TrayMenuItem } from './interface.ts';
import type { PackageMenuItem, PackageTrayIcon, TrayApplication } from './package-tray.ts';

/** The tray icon of the window package, in memory. */
class MemoryIcon extends EventEmitter implements PackageTrayIcon {
  readonly pictures: { bytes: number; width: number | undefined }[] = [];
  menu: readonly PackageMenuItem[] = [];
  toolTip = '';
  menusShown = 0;
  isDisposed = false;

  setIcon(data: Uint8Array, width?: number): void {
    this.pictures.push({ bytes: data.length, width });
  }

  setMenu({ items }: { items: PackageMenuItem[] }): void {
    this.menu = items;
  }

  setTooltip(text: string): void {
    this.toolTip = text;
  }

  showMenu(): void {
    this.menusShown += 1;
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

class MemoryApplication extends EventEmitter implements TrayApplication {
  readonly icon = new MemoryIcon();

  createTrayIcon({ icon }: Parameters<TrayApplication['createTrayIcon']>[0]): PackageTrayIcon {
    this.icon.setIcon(icon.data, icon.width);
    return this.icon;
  }
}

const menu: readonly TrayMenuItem[] = [
  { id: 'pause', label: 'Pause capture', enabled: true, kind: 'check', checked: true },
  { id: 'line', label: '', enabled: true, kind: 'separator' },
  { id: 'save', label: 'Save now', enabled: false, kind: 'item' },
];

function rig(t: TestContext) {
  const application = new MemoryApplication();
  const opened = openTray({ platform: 'win32', env: {}, application });
  assert.ok(opened.ok);
  const tray = opened.value;
  t.after(() => tray.close());
  const told: unknown[] = [];
  tray.events.on('activate', () => told.push('activate'));
  tray.events.on('menu', () => told.push('menu'));
  tray.events.on('chosen', (id) => told.push(id));
  return { application, tray, told, icon: application.icon };
}

test('the icon of the window package shows what was set before and after it appeared', async (t) => {
  const { tray, icon } = rig(t);
  tray.setMenu(menu);
  assert.equal(await tray.initialize('light'), 'shown');
  tray.setToolTip('Watching the clipboard');
  assert.equal(icon.toolTip, 'Watching the clipboard');
  assert.deepEqual(icon.menu, [
    { id: 'pause', label: '✓ Pause capture', enabled: true },
    { role: 'separator' },
    { id: 'save', label: 'Save now', enabled: false },
  ]);
});

test('a left click requests the window once, and a choice in the menu is reported', async (t) => {
  const { tray, icon, application, told } = rig(t);
  tray.setMenu(menu);
  await tray.initialize('light');
  icon.emit('click', { button: 'left', buttonState: 'down' });
  icon.emit('click', { button: 'left', buttonState: 'up' });
  icon.emit('click', { button: 'right', buttonState: 'up' });
  application.emit('custom-menu-click', { customMenuEvent: { id: 'pause' } });
  application.emit('custom-menu-click', { customMenuEvent: { id: 'of-the-menu-bar' } });
  application.emit('custom-menu-click', {});
  assert.deepEqual(told, ['activate', 'pause']);
  tray.processTrayMessage({ kind: 'windows', event: 0x7b });
  assert.equal(icon.menusShown, 1);
});

test('the icon is drawn for its scale, once for many changes', async (t) => {
  const { tray, icon } = rig(t);
  await tray.initialize('light');
  tray.updateTheme('dark');
  tray.setCapture('paused');
  tray.refreshForDpi(2);
  await until('new icon', () => icon.pictures.length > 1);
  assert.deepEqual(icon.pictures, [
    { bytes: 16 * 16 * 4, width: 16 },
    { bytes: 32 * 32 * 4, width: 32 },
  ]);
});

test('a given picture is shown unchanged, and a missing one is ignored', async (t) => {
  const { tray, icon } = rig(t);
  const folder = temporaryHome(t);
  const file = encodePng(8, Buffer.alloc(8 * 8 * 4));
  writeFileSync(path.join(folder, 'icon.png'), file);
  await tray.initialize('light', path.join(folder, 'icon.png'));
  await tray.initialize('light', path.join(folder, 'missing.png'));
  assert.deepEqual(icon.pictures, [
    { bytes: file.length, width: undefined },
    { bytes: 16 * 16 * 4, width: 16 },
  ]);
});

test('after close there is no icon, and nothing is reported', async (t) => {
  const { tray, icon, application, told } = rig(t);
  tray.setMenu(menu);
  await tray.initialize('light');
  await tray.close();
  application.emit('custom-menu-click', { customMenuEvent: { id: 'pause' } });
  assert.deepEqual([icon.isDisposed, tray.state, told], [true, 'closed', []]);
});

test('a system without a tray reports that', () => {
  assert.deepEqual(openTray({ platform: 'aix', env: {} }), { ok: false, reason: 'unsupported' });
  assert.deepEqual(openTray({ platform: 'win32', env: {} }), { ok: false, reason: 'unsupported' });
});
