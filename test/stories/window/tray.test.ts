/** The tray icon of a real Hub, as the desktop's panel gets it (§3, §4.2). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { TrayHost } from '../../harness/desktop/tray-host.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { filesBelow } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

/** The desktop's list of icons, which contains Hub's. */
async function hostOf(rig: WindowRig): Promise<TrayHost> {
  const host = await TrayHost.start(rig.desktop.env);
  await host.item();
  return host;
}

describe('the tray icon', { skip: withoutDesktop() }, () => {
  test('shows the hidden window after a left click, and does not hide it after another one', async () => {
    await using rig = await WindowRig.open();
    await using host = await hostOf(rig);
    await rig.act('toggle');
    await rig.hidden();
    await host.click('Activate');
    await rig.shown();
    await rig.active();
    await host.click('Activate');
    await rig.active();
  });

  test('has a menu that pauses the capture and shows that it is paused', async () => {
    await using rig = await WindowRig.open();
    await using host = await hostOf(rig);
    const menu = await until('menu', async () => {
      const items = await host.menu();
      return items.length > 0 ? items : undefined;
    });
    const labels = menu.map(({ properties }) => (properties.get('type') === 'separator' ? '—' : properties.get('label')));
    assert.deepEqual(labels, [
      'Show Hub',
      'Paste from the history',
      '—',
      'Private mode',
      'Pause capture',
      'Pause for an hour',
      'Ignore next copy',
      '—',
      'Save now',
      'Extract text from the clipboard',
      'Send to chat',
      '—',
      'Open WorkSpace',
      'Settings',
      'Chat settings',
      'Structured text settings',
      'Text extraction settings',
      '—',
      'Exit Hub',
    ]);
    await host.choose('Pause capture');
    await until('pause', () => existsSync(rig.hub.places.capturePaused));
    await until('paused menu', async () =>
      (await host.menu()).some(({ properties }) => properties.get('label') === 'Pause capture' && properties.get('toggle-state') === 1),
    );
    await host.choose('Pause capture');
    await until('end of the pause', () => !existsSync(rig.hub.places.capturePaused));
    await until('the whole menu', async () => (await host.menu()).some(({ properties }) => properties.get('label') === 'Ignore next copy'));
    await host.choose('Ignore next copy');
    await until('mark', () => existsSync(rig.hub.places.ignoreNext));
    await until('checked item', async () =>
      (await host.menu()).some(({ properties }) => properties.get('label') === 'Ignore next copy' && properties.get('toggle-state') === 1),
    );
    await host.choose('Ignore next copy');
    await until('that it is taken back', () => !existsSync(rig.hub.places.ignoreNext));
  });

  test('has the last copies in its menu, which it puts on the clipboard, and no signal has their text', async () => {
    await using rig = await WindowRig.open();
    await using host = await hostOf(rig);
    await using owner = await ClipboardOwner.start(rig.desktop.display);
    const copied = (text: string) => owner.own({ UTF8_STRING: { content: { text } } });
    const labels = async () => (await host.menu()).map(({ properties }) => String(properties.get('label') ?? ''));
    const [harbour, tides] = ['the harbour opens at six in the morning', 'https://example.org/tides'];
    await copied(harbour);
    await until('the copy in the menu', async () => (await labels())[0]?.startsWith(harbour));
    await copied(tides);
    await until('both copies', async () => (await labels())[0] === `${tides} · Link` && (await labels())[1]?.startsWith(harbour));
    await host.choose((await labels())[1] ?? '');
    await until(
      'the chosen copy',
      () =>
        execFileSync('xclip', ['-selection', 'clipboard', '-out'], { env: rig.desktop.env, encoding: 'utf8', timeout: 5_000 }) === harbour,
    );
    assert.ok(!host.menuSignals.includes('ItemsPropertiesUpdated'));
  });

  test('speaks another language as soon as it is set, and so do the tasks and the command', async () => {
    await using rig = await WindowRig.open();
    await using host = await hostOf(rig);
    const { hub } = rig;
    const labels = async () => (await host.menu()).map(({ properties }) => properties.get('label'));
    const folder = path.join(hub.root, 'share', 'applications');
    const tasks = () =>
      filesBelow(folder)
        .map((file) => readFileSync(path.join(folder, file), 'utf8'))
        .join();
    await until('English menu', async () => (await labels()).includes('Show Hub'));
    await until('English tasks', () => tasks().includes('Name=Save now\n'));
    const set = (language: string) => hub.command(['config', 'set', 'hub', 'language', language]);
    assert.equal((await set('de')).stdout, 'language is now de.\n', 'the command that sets it has begun in English');
    await until('German menu', async () => (await labels()).includes('Hub anzeigen') && !(await labels()).includes('Save now'));
    await until('German tasks', () => tasks().includes('Name=Jetzt speichern\n'));
    assert.match((await hub.command(['status'])).stdout, /^KOMPONENTE +ZUSTAND +PID/);
    assert.match((await hub.command(['show', '9', '--json'])).stdout, /there is no copy 9/, 'programs are answered in English');
    await set('system');
    await until('English menu again', async () => (await labels()).includes('Show Hub'));
    await until('English tasks again', () => tasks().includes('Name=Save now\n'));
  });

  test('stops Hub by its item Exit, and no process is left', async () => {
    await using rig = await WindowRig.open();
    await using host = await hostOf(rig);
    await host.choose('Exit Hub');
    await rig.hidden();
    assert.deepEqual(await rig.hub.stop(), []);
  });
});
