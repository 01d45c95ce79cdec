/** The window of a real Hub under Wayland (§3), in sway: what a compositor permits a program to do, and what it does not. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { programName } from '../../src/platform/jump-list/index.ts';
import { noticedWithinMs } from '../../src/processes/shell/picker/second-press.ts';
import { ShortcutsPortal } from '../harness/desktop/shortcuts-portal.ts';
import { TrayHost } from '../harness/desktop/tray-host.ts';
import { WaylandDesktop, withoutWayland } from '../harness/desktop/wayland-desktop.ts';
import { ShownHub } from '../harness/desktop/window-rig.ts';
import { until } from '../harness/until.ts';

/** How much wider the open rail is. */
const railExtra = 152;
const pickerWidth = 480;

class WaylandRig extends ShownHub<WaylandDesktop> {
  static async open(): Promise<WaylandRig> {
    const desktop = await WaylandDesktop.start();
    const rig = new WaylandRig(desktop, desktop.place);
    try {
      await rig.hub.start();
      await rig.isActive();
      return rig;
    } catch (error) {
      await rig[Symbol.asyncDispose]();
      throw error;
    }
  }

  async window() {
    return (await this.desktop.windows()).find(({ name }) => name === 'Hub');
  }

  isActive() {
    return until('active window', async () => {
      const window = await this.window();
      return window?.focused && window.visible ? window : undefined;
    });
  }

  /** The window in its small form, or as it was. */
  isPicker(isOn: boolean): Promise<boolean> {
    return until(isOn ? 'picker' : 'window', async () => {
      const window = await this.window();
      return window?.focused === true && (window.rect.width === pickerWidth) === isOn;
    });
  }

  isHidden(): Promise<boolean> {
    return until('hidden window', async () => (await this.window()) === undefined);
  }

  isAsWideAs(width: number): Promise<boolean> {
    return until(`window of ${width} pixels`, async () => (await this.window())?.rect.width === width);
  }

  /** The button of the rail is the first one on the page, followed by the search. */
  async pressRailButton(): Promise<void> {
    await this.desktop.type(
      '-M',
      'ctrl',
      'k',
      '-m',
      'ctrl',
      '-s',
      '100',
      '-M',
      'shift',
      '-k',
      'Tab',
      '-m',
      'shift',
      '-s',
      '100',
      '-k',
      'Return',
    );
  }
}

describe('the window under Wayland', { skip: withoutWayland() }, () => {
  test("has the name of Hub's own entry, and can be hidden, toggled, closed, restored and shown by its icon", async () => {
    await using rig = await WaylandRig.open();
    assert.match((await rig.window())?.app_id ?? '', new RegExp(`^${programName}-[0-9a-f]{8}$`));
    await rig.act('toggle');
    await rig.isHidden();
    await rig.act('toggle');
    await rig.isActive();
    await rig.desktop.command('[app_id="^hub-desktop-"] kill');
    await rig.isHidden();
    await rig.act('restore');
    await rig.isActive();
    await using host = await TrayHost.start(rig.desktop.env);
    await host.item();
    await rig.act('toggle');
    await rig.isHidden();
    await host.click('Activate');
    await rig.isActive();
  });

  test('that is on another workspace moves to this one when it is restored', async () => {
    await using rig = await WaylandRig.open();
    await rig.desktop.command('workspace 2');
    assert.equal((await rig.window())?.visible, false);
    await rig.act('restore');
    await rig.isActive();
  });

  test('receives keys, and grows and shrinks with its rail', async () => {
    await using rig = await WaylandRig.open();
    const { rect: before } = await rig.isActive();
    await rig.pressRailButton();
    await rig.isAsWideAs(before.width + railExtra);
    await rig.desktop.type('-k', 'Return');
    await rig.isAsWideAs(before.width);
    await rig.desktop.type('-M', 'ctrl', 'k', '-m', 'ctrl', '-s', '100', 'pause');
    await until('pause', async () => {
      // Enter does nothing until the results are there.
      await rig.desktop.type('-k', 'Return');
      return existsSync(rig.hub.places.capturePaused);
    });
  });

  test('has its size and its rail again after a start; its place is the compositor’s, and not remembered', async () => {
    await using rig = await WaylandRig.open();
    await rig.pressRailButton();
    await until('open rail', () => rig.memory().railIsOpen);
    await rig.desktop.command('[app_id="^hub-desktop-"] resize set 900 640, move position 30 20');
    await until('kept size', () => rig.memory().size.width === 900 - railExtra);
    assert.equal(rig.memory().place, null);
    assert.deepEqual(await rig.hub.stop(), []);
    await rig.hub.start();
    const { rect } = await rig.isActive();
    assert.deepEqual([rect.width, rect.height], [900, 640]);
  });

  test('the portal of the desktop gives the picker its shortcut, which opens and closes it, also after the portal has restarted', async () => {
    await using rig = await WaylandRig.open();
    {
      await using portal = await ShortcutsPortal.start(rig.desktop.env);
      // The portal appears after Hub has looked for one.
      const { description, trigger } = await portal.dialog();
      assert.deepEqual([description, trigger], ['Paste from the history', 'CTRL+SHIFT+v']);
      assert.match(portal.programs.join(), new RegExp(`^${programName}-[0-9a-f]{8}$`));
      portal.press();
      await rig.isPicker(true);
      portal.letGo();
      // On a busy machine it may have come late, and then the press of somebody who has not seen it yet leaves it open.
      await pause(noticedWithinMs + 300);
      portal.press();
      await rig.isPicker(false);
    }
    await using again = await ShortcutsPortal.start(rig.desktop.env);
    await again.dialog();
    again.press();
    await rig.isPicker(true);
  });

  test('ends with its desktop, and everything else keeps running', async () => {
    await using rig = await WaylandRig.open();
    await rig.desktop.kill();
    const status = await rig.hub.until(({ components }) => components.find(({ id }) => id === 'hub')?.state === 'stopped');
    assert.equal(status.components.find(({ id }) => id === 'python_core')?.state, 'running');
  });
});
