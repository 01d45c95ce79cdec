import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { installCommand, installerOn, portalPart } from './system-packages.ts';

test('a part has the name that the system has for it', () => {
  assert.equal(installCommand('apt-get', ['webkit', 'xdo']), 'sudo apt install libwebkit2gtk-4.1-0 libxdo3');
  assert.equal(installCommand('dnf', ['webkit', 'portal']), 'sudo dnf install webkit2gtk4.1 xdg-desktop-portal');
  assert.equal(installCommand('pacman', ['fonts']), 'sudo pacman -S ttf-dejavu');
});

test('the program that installs is the one that is there and may be run', async (t) => {
  const folder = temporaryHome(t);
  const searched = `relative:${folder}`;
  assert.equal(await installerOn(searched), 'apt-get');
  writeFileSync(path.join(folder, 'zypper'), '', { mode: 0o644 });
  assert.equal(await installerOn(searched), 'apt-get', 'it can not be run');
  chmodSync(path.join(folder, 'zypper'), 0o755);
  assert.equal(await installerOn(searched), 'zypper');
  assert.equal(await installerOn(undefined), 'apt-get');
});

test('each desktop has its own part of the portal', () => {
  assert.deepEqual(['KDE', 'ubuntu:GNOME', 'sway:wlroots', 'XFCE', undefined].map(portalPart), [
    'portal-kde',
    'portal-gnome',
    'portal-wlr',
    'portal-gtk',
    'portal-gtk',
  ]);
});
