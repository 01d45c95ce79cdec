/** What Hub asks of the user's session on Windows: run by `npm run test:windows`, on Windows or under Wine. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { noDetails } from '../../src/base/log.ts';
import { runKeyAutostart } from '../../src/platform/autostart/windows.ts';
import { readIdleMs } from '../../src/platform/idle-time/index.ts';
import { locatePlaces } from '../../src/platform/locations.ts';
import { tellDesktop } from '../../src/platform/notification/index.ts';
import { removeBalloon } from '../../src/platform/notification/windows.ts';
import { readSurroundings } from '../../src/platform/surroundings.ts';
import { askProgram } from '../../src/platform/theme/polled-theme.ts';
import { readWindowsTheme } from '../../src/platform/theme/windows.ts';
import { CopyingPeer } from '../harness/windows/copying-peer.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const reg = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

test('Windows tells for how long nobody has used the computer', { skip }, async () => {
  const idleMs = await readIdleMs({ platform: 'win32', env: process.env, log: noDetails });
  assert.ok(idleMs !== null && idleMs >= 0 && idleMs < 2 ** 32, String(idleMs));
});

test('Hub starts at login by a value of the Run key, which is there or is not', { skip }, async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: 'C:\\hub-test' }));
  const hub = { platform: 'win32', env: process.env, places, owner: { home: places.home, key: '0123abcd' } } as const;
  const launcher = {
    exePath: 'C:\\a b\\node.exe',
    arguments: ['C:\\c\\hub.ts', 'run'],
    environment: {},
    workingDirectory: 'C:\\',
    iconPath: '',
  };
  const autostart = runKeyAutostart(hub, launcher);
  t.after(() => autostart.set(false));
  assert.deepEqual([await autostart.set(false), await autostart.isOn()], [{ ok: true, value: null }, false]);
  assert.deepEqual([await autostart.set(true), await autostart.isOn()], [{ ok: true, value: null }, true]);
  const value = execFileSync(reg, ['query', runKey, '/v', 'hub-desktop-0123abcd'], { encoding: 'utf8' });
  assert.match(value, /REG_SZ\s+"C:\\a b\\node\.exe" C:\\c\\hub\.ts run/);
  assert.deepEqual([await autostart.set(false), await autostart.isOn()], [{ ok: true, value: null }, false]);
});

/** The settings of a person at a real Windows are left alone. */
const skipOutsideWine = skip || (hasKey('HKCU\\Software\\Wine') ? false : 'it changes settings of the user, which is done in Wine only');

test('the theme is that of applications in the registry, and high contrast is dark or light by the colour of windows', {
  skip: skipOutsideWine,
}, async (t) => {
  const personalize = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize';
  const highContrast = 'HKCU\\Control Panel\\Accessibility\\HighContrast';
  const colours = 'HKCU\\Control Panel\\Colors';
  const set = (key: string, name: string, kind: 'REG_DWORD' | 'REG_SZ', value: string): void =>
    void execFileSync(reg, ['add', key, '/v', name, '/t', kind, '/d', value, '/f'], { stdio: 'ignore' });
  const seen: string[] = [];
  const look = async (): Promise<void> => {
    seen.push(await readWindowsTheme(askProgram, process.env.SystemRoot ?? 'C:\\Windows'));
  };
  t.after(() => {
    set(personalize, 'AppsUseLightTheme', 'REG_DWORD', '1');
    set(highContrast, 'Flags', 'REG_SZ', '126');
    set(colours, 'Window', 'REG_SZ', '255 255 255');
  });
  set(highContrast, 'Flags', 'REG_SZ', '126');
  set(colours, 'Window', 'REG_SZ', '255 255 255');
  set(personalize, 'AppsUseLightTheme', 'REG_DWORD', '0');
  await look();
  set(personalize, 'AppsUseLightTheme', 'REG_DWORD', '1');
  await look();
  set(highContrast, 'Flags', 'REG_SZ', '127');
  await look();
  set(colours, 'Window', 'REG_SZ', '0 0 0');
  await look();
  assert.deepEqual(seen, ['dark', 'light', 'high-contrast-light', 'high-contrast-dark']);
});

function hasKey(key: string): boolean {
  return spawnSync(reg, ['query', key], { stdio: 'ignore' }).status === 0;
}

test('a notification is taken by the taskbar, the next one takes its place, and its icon can be taken away', { skip }, async (t) => {
  const around = { platform: 'win32', env: process.env, log: noDetails } as const;
  const isWine = await tellDesktop(around, 'is there a taskbar?').then((isTold) => !isTold);
  if (!isWine) await removeBalloon();
  const peer = await CopyingPeer.start();
  t.after(() => peer.end());
  if (isWine) await peer.ask({ do: 'taskbar' });
  const said = async (): Promise<string | null> => {
    const base64 = (await peer.ask({ do: 'icon' })) as string | null;
    return base64 === null ? null : Buffer.from(base64, 'base64').toString('utf16le');
  };
  assert.equal(await tellDesktop(around, 'It could not be pasted'), true);
  if (isWine) assert.match((await said()) ?? '', /It could not be pasted\0/);
  assert.equal(await tellDesktop(around, 'The text was read', 'what was copied'), true);
  if (isWine) assert.match((await said()) ?? '', /The text was read\nwhat was copied\0/);
  assert.deepEqual([await removeBalloon(), await removeBalloon(), await said()], [true, false, null]);
});
