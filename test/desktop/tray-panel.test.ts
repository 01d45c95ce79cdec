import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { openTray } from '../../src/platform/tray/index.ts';
import { withoutXfcePanel, XfcePanel } from '../harness/desktop/xfce-panel.ts';
import { until } from '../harness/until.ts';

const accent = [0x0f, 0x6c, 0xbd] as const;
const grey = [0x61, 0x61, 0x61] as const;
/** The background of a menu in the theme Adwaita; the panel is darker. */
const menuGround = [0xff, 0xff, 0xff] as const;

describe('the tray in the panel of Xfce', { skip: withoutXfcePanel() }, () => {
  it('is shown, requests the window on a left click, and opens its menu on a right click', async () => {
    await using panel = await XfcePanel.start();
    const opened = openTray({ platform: 'linux', env: panel.bus.env });
    assert.ok(opened.ok);
    await using tray = opened.value;
    tray.setMenu([
      { id: 'restore', label: 'Open Hub', enabled: true, kind: 'item' },
      { id: 'pause', label: 'Pause capture', enabled: true, kind: 'check', checked: true },
      { id: 'line', label: '', enabled: true, kind: 'separator' },
      { id: 'exit', label: 'Exit', enabled: true, kind: 'item' },
    ]);
    tray.setToolTip('Watching the clipboard');
    await tray.initialize('light');
    await until('tray of the panel', () => tray.state === 'shown');
    const icon = await until('icon in the panel', async () => (await panel.find(accent)) ?? undefined);

    const activated = once(tray.events, 'activate');
    await panel.click(1, icon.x, icon.y);
    await activated;

    const chosen = once(tray.events, 'chosen');
    await panel.click(3, icon.x, icon.y);
    await until('menu', async () => ((await panel.find(menuGround))?.pixels ?? 0) > 2_000);
    await panel.press('Down', 'Down', 'Return');
    assert.deepEqual(await chosen, ['pause']);

    tray.setCapture('paused');
    await until('grey icon', async () => (await panel.find(accent)) === null && (await panel.find(grey)) !== null);
  });
});
