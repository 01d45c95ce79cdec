import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openWindowMessages, type WindowMessageReceived, type WindowMessages } from '../../src/platform/window-messages/index.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { Desktop, withoutDesktop } from '../harness/desktop.ts';
import { until } from '../harness/until.ts';
import { startXDisplay, withoutXvfb } from '../harness/x-display.ts';

const run = promisify(execFile);
const propertyNotify = 28;
const destroyNotify = 17;
const unmapNotify = 18;
const mapNotify = 19;
const configureNotify = 22;

async function listenTo(display: string, window: number): Promise<{ heard: WindowMessageReceived[]; messages: WindowMessages }> {
  const heard: WindowMessageReceived[] = [];
  const opened = await openWindowMessages({ platform: 'linux', display }, BigInt(window), (message) => heard.push(message));
  assert.ok(opened.ok);
  return { heard, messages: opened.value };
}

describe('the messages of a window on X11', { skip: withoutDesktop() }, () => {
  it("tell of another program's properties, by their atoms", async () => {
    await using desktop = await Desktop.start();
    using program = await desktop.coverWith('told');
    const { heard, messages } = await listenTo(desktop.display, program.window);
    await using _ = messages;
    const opened = await connectX(desktop.display);
    assert.ok(opened.ok);
    await using connection = opened.value;
    const atoms = await Atoms.intern(connection, ['_HUB_TEST']);
    const atom = BigInt(atoms?.of('_HUB_TEST') ?? 0);
    const xprop = (...words: string[]) => run('xprop', ['-id', String(program.window), ...words], { env: desktop.env });
    await xprop('-f', '_HUB_TEST', '8s', '-set', '_HUB_TEST', 'private');
    await xprop('-remove', '_HUB_TEST');
    const ours = () => heard.filter(({ wParam }) => wParam === atom);
    await until('both messages', () => ours().length >= 2);
    const message = { windowHandle: BigInt(program.window), message: propertyNotify, wParam: atom };
    assert.deepEqual(ours(), [
      { ...message, lParam: 0n },
      { ...message, lParam: 1n },
    ]);
  });

  it('tell of its size, and whether it is shown', async () => {
    await using desktop = await Desktop.start();
    using program = await desktop.coverWith('sized');
    const { heard, messages } = await listenTo(desktop.display, program.window);
    await using _ = messages;
    await desktop.resize(program.window, 320, 240);
    const size = 320n + (240n << 16n);
    await until('the size', () => heard.some(({ message, lParam }) => message === configureNotify && lParam === size));
    await desktop.minimise(program.window);
    await until('it to be hidden', () => heard.some(({ message }) => message === unmapNotify));
    assert.ok(!heard.some(({ message }) => message === mapNotify));
    await run('xdotool', ['windowactivate', String(program.window)], { env: desktop.env });
    await until('it to be shown', () => heard.some(({ message }) => message === mapNotify));
  });

  it('end with the window: its destruction is the last', async () => {
    await using desktop = await Desktop.start();
    using program = await desktop.coverWith('short');
    const { heard, messages } = await listenTo(desktop.display, program.window);
    await desktop.close(program.window);
    assert.equal(await messages.ended, 'window-gone');
    assert.deepEqual(heard.at(-1), { windowHandle: BigInt(program.window), message: destroyNotify, wParam: 0n, lParam: 0n });
    await messages.close();
    assert.equal(await messages.ended, 'window-gone');
  });

  it('are silent once they are closed', async () => {
    await using desktop = await Desktop.start();
    using program = await desktop.coverWith('silent');
    const { heard, messages } = await listenTo(desktop.display, program.window);
    const witness = await listenTo(desktop.display, program.window);
    await using _ = witness.messages;
    await messages.close();
    const before = heard.length;
    await run('xprop', ['-id', String(program.window), '-f', '_HUB_TEST', '8s', '-set', '_HUB_TEST', 'x'], { env: desktop.env });
    await until('a message for the other monitor', () => witness.heard.length > 0);
    assert.equal(heard.length, before);
    assert.equal(await messages.ended, 'closed');
  });
});

describe('the messages of a window that can not be listened to', { skip: withoutXvfb() }, () => {
  it('are not to be had of a window that is not there', async () => {
    await using display = await startXDisplay();
    const system = { platform: 'linux', display: display.name } as const;
    for (const handle of [0n, -1n, 0x20_0001n, 2n ** 40n]) {
      assert.deepEqual(await openWindowMessages(system, handle, () => {}), { ok: false, reason: 'no-window' });
    }
  });

  it('are not to be had without a display, and end with it', async () => {
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
