/** The shortcut of the desktop, and keys pressed in one window and in no other, on a real X server. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openKeyboard } from '../../../src/platform/keyboard/index.ts';
import { connectX } from '../../../src/platform/x11/connection.ts';
import { rememberingLog } from '../../doubles/fake-component.ts';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const paste = { modifiers: ['Ctrl', 'Shift'], key: 'V' } as const;

async function keyboardOn(desktop: Desktop, isOwn: (window: number) => boolean = () => false) {
  const entry = { name: 'hub', written: Promise.resolve() };
  const more = { isWayland: false, log: rememberingLog(() => {}), entry, opens: 'picker', description: () => '' } as const;
  const keyboard = await openKeyboard({ platform: 'linux', env: desktop.place, isOwn, ...more });
  assert.ok(keyboard !== null);
  return keyboard;
}

describe('the keyboard of an X11 desktop', { skip: withoutDesktop() || missingPrograms('setxkbmap') }, () => {
  it('has one shortcut, which works with Caps Lock and NumLock; another program is told that it is taken, until it is given back', async () => {
    await using desktop = await Desktop.start();
    await using keyboard = await keyboardOn(desktop);
    let pressed = 0;
    keyboard.onPressed(() => {
      pressed += 1;
    });
    assert.equal(await keyboard.hold(paste), 'held');
    for (const [index, lock] of [null, 'Caps_Lock', 'Num_Lock'].entries()) {
      if (lock !== null) await desktop.key(lock);
      await desktop.key('ctrl+shift+v');
      await until('press', () => pressed === index + 1);
    }
    await using other = await keyboardOn(desktop);
    assert.equal(await other.hold(paste), 'taken');
    assert.equal(await keyboard.hold({ modifiers: ['Super'], key: 'F9' }), 'held');
    assert.equal(await other.hold(paste), 'held');
    assert.equal(await other.hold(null), 'held');
    assert.equal(await keyboard.hold(paste), 'held');
  });

  it('is heard when the keys are the first that anybody presses, and while the layout is set again and again', async () => {
    await using desktop = await Desktop.start();
    await using keyboard = await keyboardOn(desktop);
    let pressed = 0;
    keyboard.onPressed(() => {
      pressed += 1;
    });
    assert.equal(await keyboard.hold(paste), 'held');
    for (let round = 1; round <= 10; round += 1) {
      await Promise.all([run('setxkbmap', ['us'], { env: desktop.env }), desktop.key('ctrl+shift+v')]);
      await until('press', () => pressed === round);
    }
  });

  it('keeps the keys after the shortcut for one window, and nobody has the keyboard for long', async () => {
    await using desktop = await Desktop.start();
    await using keyboard = await keyboardOn(desktop);
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using own = opened.value;
    const window = own.createWindow(0);
    const seen: number[] = [];
    own.events.on('keyPress', ({ wid, keycode }) => {
      if (wid === window) seen.push(keycode);
    });
    const isFree = async (): Promise<boolean> => {
      const status = await own.request<number>((client, reply) => client.GrabKeyboard(own.root, 0, 0, 1, 1, reply));
      own.order((client) => client.UngrabKeyboard(0));
      return status === 0;
    };
    let pressed = 0;
    keyboard.onPressed(() => {
      pressed += 1;
      keyboard.keepKeys(() => {});
    });
    await keyboard.hold(paste);
    const [v, b, enter] = [55, 56, 36];
    const press = async (...keys: readonly string[]): Promise<void> => {
      const before = pressed;
      await desktop.key('ctrl+shift+v');
      await until('press', () => pressed > before);
      // What was requested before is done when the server answers.
      await keyboard.target();
      await run('xdotool', ['key', '--delay', '0', ...keys], { env: desktop.env });
    };
    await press('v', 'b', 'Return');
    assert.equal(await isFree(), false);
    await keyboard.giveKeys(window);
    await until('keys', () => seen.length === 3);
    assert.deepEqual([seen, pressed, await isFree()], [[v, b, enter], 1, true]);
    // They are for a window that has the keyboard soon, or for none.
    for (const end of [() => keyboard.dropKeys(), () => {}]) {
      await press('b');
      assert.equal(await isFree(), false);
      end();
      await until('free keyboard', isFree);
      await keyboard.giveKeys(window);
    }
    assert.equal(seen.length, 3);
  });

  it('is pressed once for as long as the keys are held down', async () => {
    await using desktop = await Desktop.start();
    await using keyboard = await keyboardOn(desktop);
    let pressed = 0;
    keyboard.onPressed(() => {
      pressed += 1;
    });
    await keyboard.hold(paste);
    await run(
      'xdotool',
      ['keydown', 'ctrl', 'keydown', 'shift', 'keydown', 'v', 'sleep', '1.2', 'keyup', 'v', 'keyup', 'shift', 'keyup', 'ctrl'],
      {
        env: desktop.env,
      },
    );
    assert.equal(pressed, 1);
    await desktop.key('ctrl+shift+v');
    await until('second press', () => pressed === 2);
  });

  it('knows the window that was active before Hub’s own, and makes it active again', async () => {
    await using desktop = await Desktop.start();
    using first = await desktop.coverWith('the first');
    await using keyboard = await keyboardOn(desktop, (window) => window !== first.window);
    assert.equal((await keyboard.target())?.window, first.window);
    using second = await desktop.coverWith('the second');
    assert.equal(await desktop.active(), second.window);
    const target = await keyboard.target();
    assert.deepEqual([target?.window, target?.className], [first.window, 'Xmessage']);
    assert.ok(target !== null);
    await keyboard.activate(target);
    await until('active window', async () => (await desktop.active()) === first.window);
  });

  it('presses nothing while another program has grabbed the keyboard, and nothing for a window that is gone', async () => {
    await using desktop = await Desktop.start();
    const front = await desktop.coverWith('in front');
    await using keyboard = await keyboardOn(desktop);
    const target = await keyboard.target();
    assert.ok(target !== null);
    const keys = { modifiers: ['Ctrl'], key: 'V' } as const;
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    const other = opened.value;
    let heard = 0;
    other.events.on('keyPress', () => {
      heard += 1;
    });
    const status = await other.request<number>((client, reply) => client.GrabKeyboard(other.root, 0, 0, 1, 1, reply));
    assert.equal(status, 0);
    assert.deepEqual([await keyboard.paste(target, keys), heard], ['not-active', 0]);
    other.order((client) => client.UngrabKeyboard(0));
    assert.deepEqual([await keyboard.paste(target, keys), heard], ['pasted', 0]);
    await other.close();
    front[Symbol.dispose]();
    await until('the end of the window', async () => (await desktop.windows('in front')).length === 0);
    assert.equal(await keyboard.paste(target, keys), 'gone');
  });

  it('presses nothing in a window that does not get the focus', async () => {
    await using desktop = await Desktop.start();
    await using keyboard = await keyboardOn(desktop);
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using owner = opened.value;
    // No window manager cares for a window that is not shown.
    const window = owner.createWindow(0);
    assert.equal(
      await keyboard.paste({ window, className: null, executable: null, bounds: null, isBehind: false }, { modifiers: ['Ctrl'], key: 'V' }),
      'not-active',
    );
  });
});
