import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { Desktop, withoutDesktop } from '../../../../test/harness/desktop/desktop.ts';
import { missingPrograms } from '../../../../test/harness/desktop/session-bus.ts';
import { until } from '../../../../test/harness/until.ts';
import { connectX } from '../../x11/connection.ts';
import { hasFocus, takeFocus } from '../../x11/input-focus.ts';
import { openKeyboard } from '../index.ts';
import type { PasteTarget } from '../interface.ts';

const run = promisify(execFile);
const paste = { modifiers: ['Ctrl'], key: 'V' } as const;
/** X protocol: the events KeyPress and KeyRelease of a window. */
const keys = 0b11;

describe('keys that are held for a window', { skip: withoutDesktop() || missingPrograms('xterm') }, () => {
  const parts = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-held-'));
  let desktop: Desktop;

  before(async () => {
    desktop = parts.use(await Desktop.start());
  });
  after(async () => {
    await parts.disposeAsync();
    rmSync(folder, { recursive: true });
  });

  const xdotool = (...words: readonly string[]): Promise<unknown> => run('xdotool', words, { env: desktop.env });
  const targetOf = (window: number): PasteTarget => ({ window, className: null, executable: null, bounds: null, isBehind: false });

  /** A keyboard whose thread watches the keys that close `picker`, which has the focus. */
  async function watching(picker: number) {
    const entry = { name: 'hub', written: Promise.resolve() };
    const more = { isWayland: false, log: rememberingLog(() => {}), entry, opens: 'picker', description: () => '' } as const;
    const keyboard = await openKeyboard({ platform: 'linux', env: desktop.place, isOwn: () => false, ...more });
    assert.ok(keyboard !== null);
    assert.equal(await keyboard.hold({ modifiers: ['Ctrl', 'Shift'], key: 'V' }), 'held');
    assert.equal(await keyboard.prepare(), true);
    await keyboard.giveKeys(picker);
    return keyboard;
  }

  test('are for nobody after a paste that failed, also if the window has the focus a moment later', async () => {
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const windowOf = async (): Promise<number> => {
      let window = 0;
      connection.order((client) => {
        window = client.AllocID();
        // No manager cares for it.
        client.CreateWindow(window, connection.root, 0, 0, 50, 50, 0, 0, 1, 0, { eventMask: keys, overrideRedirect: true });
        client.MapWindow(window);
      });
      await until('window', () => connection.isViewable(window));
      return window;
    };
    const [picker, target] = [await windowOf(), await windowOf()];
    let pressed = 0;
    let heard = 0;
    connection.events.on('keyPress', ({ wid }) => {
      if (wid === target) pressed += 1;
      else heard += 1;
    });
    takeFocus(connection, picker);
    await until('focus', () => hasFocus(connection, picker));
    await using keyboard = await watching(picker);
    await xdotool('key', 'Return');
    await until('the key itself', () => heard > 0);
    assert.equal(await keyboard.paste(targetOf(target), paste), 'not-active');
    await xdotool('key', '--delay', '0', 'a', 'b');
    takeFocus(connection, target);
    await until('free keyboard', async () => {
      const status = await connection.request<number>((client, reply) => client.GrabKeyboard(connection.root, 0, 0, 1, 1, reply));
      connection.order((client) => client.UngrabKeyboard(0));
      return status === 0;
    });
    assert.equal(pressed, 0);
  });

  /** A terminal, which has the text of its file once it is ended. */
  async function terminal(name: string) {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    const child = spawn('xterm', ['-T', name, '-e', 'sh', '-c', `cat > ${file}`], { env: desktop.env, stdio: 'ignore' });
    const window = await until('terminal', async () => (await desktop.windows(name))[0]);
    await xdotool('windowactivate', '--sync', String(window));
    const text = async (): Promise<string> => {
      await xdotool('windowactivate', '--sync', String(window), 'key', 'Return', 'ctrl+d');
      return until('text', () => readFileSync(file, 'utf8') || undefined);
    };
    return { window, text, [Symbol.dispose]: () => void child.kill('SIGKILL') };
  }

  test('are written as they were typed, with a Shift that is down while the paste is pressed', async () => {
    using target = await terminal('capitals');
    using picker = await desktop.coverWith('the picker');
    await until('active picker', async () => (await desktop.active()) === picker.window);
    await using keyboard = await watching(picker.window);
    await xdotool('key', 'Return', 'keydown', 'shift');
    assert.equal(await keyboard.paste(targetOf(target.window), { modifiers: ['Shift'], key: 'F12' }), 'pasted');
    await xdotool('key', 'a', 'key', 'b', 'keyup', 'shift', 'key', 'c');
    assert.match(await target.text(), /ABc\n$/);
  });

  test('are for the window in which they were typed: nothing is pasted once the user has turned to another one', async () => {
    using target = await terminal('before');
    using other = await terminal('other');
    using picker = await desktop.coverWith('the picker');
    await until('active picker', async () => (await desktop.active()) === picker.window);
    await using keyboard = await watching(picker.window);
    await xdotool('key', 'Return', 'a', 'windowactivate', '--sync', String(other.window), 'key', 'x', 'y');
    assert.equal(await keyboard.paste(targetOf(target.window), { modifiers: [], key: 'F12' }), 'left');
    await xdotool('key', 'z');
    assert.equal(await desktop.active(), other.window);
    assert.deepEqual([await other.text(), await target.text()], ['xyz\n', '\n']);
  });

  test('are given back as soon as the user turns from the window that was pasted into to another one', async () => {
    using target = await terminal('pasted');
    using other = await terminal('next');
    using picker = await desktop.coverWith('the picker');
    await until('active picker', async () => (await desktop.active()) === picker.window);
    await using keyboard = await watching(picker.window);
    await xdotool('key', 'Return');
    assert.equal(await keyboard.paste(targetOf(target.window), { modifiers: [], key: 'F12' }), 'pasted');
    await xdotool('key', 'a', 'windowactivate', '--sync', String(other.window), 'key', 'x', 'y');
    assert.equal(await other.text(), 'xy\n');
    assert.doesNotMatch(await target.text(), /[xy]/);
  });

  test('are given back before a copy has arrived whose owner answers nothing, once the user turns to another window', async () => {
    using target = await terminal('unanswered');
    using other = await terminal('elsewhere');
    using picker = await desktop.coverWith('the picker');
    await until('active picker', async () => (await desktop.active()) === picker.window);
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const clipboard = await connection.internAtom('CLIPBOARD');
    const incomplete = await connection.internAtom('HUB_GIVEN');
    assert.ok(clipboard !== null && incomplete !== null);
    // As one of Hub's that never answers; a terminal answers no ping.
    const owner = connection.createWindow(0);
    connection.changeProperty(owner, incomplete, 6, 32, [0, 0]);
    connection.setSelectionOwner(owner, clipboard, 0);
    connection.deleteProperty(target.window, (await connection.internAtom('WM_PROTOCOLS')) ?? 0);
    await using keyboard = await watching(picker.window);
    await xdotool('key', 'Return');
    assert.equal(await keyboard.paste(targetOf(target.window), { modifiers: [], key: 'F12' }), 'pasted');
    const startMs = performance.now();
    await xdotool('key', 'a', 'windowactivate', '--sync', String(other.window));
    await until('free keyboard', async () => {
      const status = await connection.request<number>((client, reply) => client.GrabKeyboard(connection.root, 0, 0, 1, 1, reply));
      connection.order((client) => client.UngrabKeyboard(0));
      return status === 0;
    });
    const tookMs = performance.now() - startMs;
    assert.ok(tookMs < 1_500, `after ${tookMs} ms`);
  });

  test('are for a window that becomes active late, because its manager is', async () => {
    using target = await terminal('late');
    using picker = await desktop.coverWith('the picker');
    await until('active picker', async () => (await desktop.active()) === picker.window);
    await using keyboard = await watching(picker.window);
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const check = await connection.internAtom('_NET_SUPPORTING_WM_CHECK');
    const found = await connection.getProperty(connection.root, check ?? 0, 0, 4);
    const manager = await connection.pidOf(found?.data.readUInt32LE(0) ?? 0);
    assert.ok(manager !== null);
    await xdotool('key', 'Return', 'a');
    process.kill(manager, 'SIGSTOP');
    const pasting = keyboard.paste(targetOf(target.window), { modifiers: [], key: 'F12' });
    await pause(2_500).finally(() => process.kill(manager, 'SIGCONT'));
    assert.equal(await pasting, 'pasted');
    await xdotool('key', 'b');
    assert.match(await target.text(), /ab\n$/);
  });

  for (const combination of [['Escape'], ['ctrl', 'Return']])
    test(`are not those of a finger that rests on ${combination.join('+')}`, async () => {
      using picker = await desktop.coverWith('the picker');
      const file = path.join(folder, combination.join('-'));
      writeFileSync(file, '');
      const child = spawn('xterm', ['-T', 'terminal', '-e', 'sh', '-c', `cat > ${file}`], { env: desktop.env, stdio: 'ignore' });
      using _terminal = { [Symbol.dispose]: () => void child.kill('SIGKILL') };
      const window = await until('terminal', async () => (await desktop.windows('terminal'))[0]);
      await xdotool('windowactivate', '--sync', String(picker.window));
      await until('active picker', async () => (await desktop.active()) === picker.window);
      await using keyboard = await watching(picker.window);
      await xdotool(...combination.flatMap((key) => ['keydown', key]));
      await keyboard.activate(targetOf(window));
      // A key that rests is pressed again after two thirds of a second, and then 25 times a second (Xorg, Option "AutoRepeat").
      await xdotool('sleep', '1.2', ...combination.flatMap((key) => ['keyup', key]));
      assert.equal(await desktop.active(), window);
      await xdotool('key', 'x', 'Return', 'ctrl+d');
      assert.equal(await until('text', () => readFileSync(file, 'utf8') || undefined), 'x\n');
    });
});
