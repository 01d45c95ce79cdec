import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openWindowMessages, type WindowMessageReceived, type WindowMessages } from '../../src/platform/window-messages/index.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { until } from '../harness/until.ts';

const run = promisify(execFile);
const propertyNotify = 28;
const destroyNotify = 17;
const unmapNotify = 18;
const mapNotify = 19;
const configureNotify = 22;

interface Listening {
  readonly heard: WindowMessageReceived[];
  readonly messages: WindowMessages;
}

async function listenTo(display: string, window: number): Promise<Listening> {
  const heard: WindowMessageReceived[] = [];
  const opened = await openWindowMessages({ platform: 'linux', display }, BigInt(window), (message) => heard.push(message));
  assert.ok(opened.ok);
  return { heard, messages: opened.value };
}

/** A program's window on a desktop, and a monitor of its messages. */
class ListenedWindow implements AsyncDisposable, Listening {
  readonly desktop: Desktop;
  readonly window: number;
  readonly heard: WindowMessageReceived[];
  readonly messages: WindowMessages;
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, desktop: Desktop, window: number, { heard, messages }: Listening) {
    this.#parts = parts;
    this.desktop = desktop;
    this.window = window;
    this.heard = heard;
    this.messages = messages;
  }

  static async open(): Promise<ListenedWindow> {
    await using parts = new AsyncDisposableStack();
    const desktop = parts.use(await Desktop.start());
    const { window } = parts.use(await desktop.coverWith('listened'));
    const listening = await listenTo(desktop.display, window);
    parts.use(listening.messages);
    return new ListenedWindow(parts.move(), desktop, window, listening);
  }

  async xprop(...words: readonly string[]): Promise<void> {
    await run('xprop', ['-id', String(this.window), ...words], { env: this.desktop.env });
  }

  /** The atom of a property's name on this display. */
  async atom(name: string): Promise<bigint> {
    const opened = await connectX(this.desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    return BigInt((await Atoms.intern(connection, [name]))?.of(name) ?? 0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.disposeAsync();
  }
}

describe('the messages of a window on X11', { skip: withoutDesktop() }, () => {
  it("report changes of another program's properties, by their atoms", async () => {
    await using listened = await ListenedWindow.open();
    const atom = await listened.atom('_HUB_TEST');
    await listened.xprop('-f', '_HUB_TEST', '8s', '-set', '_HUB_TEST', 'private');
    await listened.xprop('-remove', '_HUB_TEST');
    const ours = () => listened.heard.filter(({ wParam }) => wParam === atom);
    await until('both messages', () => ours().length >= 2);
    const message = { windowHandle: BigInt(listened.window), message: propertyNotify, wParam: atom };
    assert.deepEqual(ours(), [
      { ...message, lParam: 0n },
      { ...message, lParam: 1n },
    ]);
  });

  it('report its size, and whether it is shown', async () => {
    await using listened = await ListenedWindow.open();
    const { desktop, window, heard } = listened;
    await desktop.resize(window, 320, 240);
    const size = 320n + (240n << 16n);
    await until('the size', () => heard.some(({ message, lParam }) => message === configureNotify && lParam === size));
    await desktop.minimise(window);
    await until('it to be hidden', () => heard.some(({ message }) => message === unmapNotify));
    assert.ok(!heard.some(({ message }) => message === mapNotify));
    await run('xdotool', ['windowactivate', String(window)], { env: desktop.env });
    await until('it to be shown', () => heard.some(({ message }) => message === mapNotify));
  });

  it('end with the window: its destruction is the last', async () => {
    await using listened = await ListenedWindow.open();
    const { desktop, window, heard, messages } = listened;
    let isOver = false;
    void messages.ended.then(() => {
      isOver = true;
    });
    // A key is lost while the window manager is still starting.
    await until('end of the window', async () => {
      if (!isOver) await desktop.close(window).catch(() => {});
      await pause(300);
      return isOver;
    });
    assert.equal(await messages.ended, 'window-gone');
    assert.deepEqual(heard.at(-1), { windowHandle: BigInt(window), message: destroyNotify, wParam: 0n, lParam: 0n });
    await messages.close();
    assert.equal(await messages.ended, 'window-gone');
  });

  it('stop once they are closed', async () => {
    await using listened = await ListenedWindow.open();
    const witness = await listenTo(listened.desktop.display, listened.window);
    await using _ = witness.messages;
    const atom = await listened.atom('_HUB_TEST');
    await listened.messages.close();
    await listened.xprop('-f', '_HUB_TEST', '8s', '-set', '_HUB_TEST', 'x');
    await until('the message for the other monitor', () => witness.heard.some(({ wParam }) => wParam === atom));
    assert.ok(listened.heard.every(({ wParam }) => wParam !== atom));
    assert.equal(await listened.messages.ended, 'closed');
  });
});

describe('the messages of a window that can not be listened to', { skip: withoutXvfb() }, () => {
  it('are not available for a window that does not exist', async () => {
    await using display = await startXDisplay();
    const system = { platform: 'linux', display: display.name } as const;
    for (const handle of [0n, -1n, 0x20_0001n, 2n ** 40n]) {
      assert.deepEqual(await openWindowMessages(system, handle, () => {}), { ok: false, reason: 'no-window' });
    }
  });

  it('are not available without a display, and end with it', async () => {
    const nowhere = await openWindowMessages({ platform: 'linux', display: ':987' }, 1n, () => {});
    assert.deepEqual(nowhere, { ok: false, reason: 'no-display' });
    await using display = await startXDisplay();
    const opened = await connectX(display.name);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const { messages } = await listenTo(display.name, connection.root);
    await display.kill();
    assert.equal(await messages.ended, 'display-lost');
  });
});
