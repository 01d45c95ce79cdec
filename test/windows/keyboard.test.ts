/** The shortcut and the keys of Windows, with a second program: run by `npm run test:windows`, on Windows or under Wine. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Log } from '../../src/base/log.ts';
import type { DesktopKeyboard, PasteTarget } from '../../src/platform/keyboard/interface.ts';
import { openWindowsKeyboard } from '../../src/platform/keyboard/windows/windows-keyboard.ts';
import { nativeLibrary } from '../../src/platform/windows/native.ts';
import { until } from '../harness/until.ts';
import { CopyingPeer } from '../harness/windows/copying-peer.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const [ctrl, alt, v, b] = [0x11, 0x12, 0x56, 0x42];
const shortcut = { modifiers: ['Ctrl', 'Alt'], key: 'V' } as const;
const pasteKeys = { modifiers: ['Ctrl'], key: 'V' } as const;

const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} } as unknown as Log;

async function rig(t: TestContext) {
  // First: the desktop of Wine would otherwise be a child of the peer, with its files.
  const own = new Set<number>();
  const keyboard = await openWindowsKeyboard({ log, isOwn: (window) => own.has(window) });
  assert.ok(keyboard !== null);
  t.after(() => keyboard[Symbol.asyncDispose]());
  const peer = await CopyingPeer.start();
  t.after(() => peer.end());
  return { peer, keyboard, own };
}

/** Waits until the peer's window is the active one. */
async function targetOf(keyboard: DesktopKeyboard, window: number): Promise<PasteTarget> {
  await until('active window', async () => (await keyboard.target())?.window === window);
  const target = await keyboard.target();
  assert.ok(target !== null);
  return target;
}

test('the shortcut is told once for each press, wherever the user is, and not while it is suspended or given back', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  let pressed = 0;
  keyboard.onPressed(() => {
    pressed += 1;
  });
  const press = async (...codes: readonly number[]): Promise<void> => {
    await peer.ask({ do: 'keys', codes, isUp: false });
    await peer.ask({ do: 'keys', codes: codes.toReversed(), isUp: true });
  };
  await peer.ask({ do: 'edit' });
  assert.equal(await keyboard.hold(shortcut), 'held');
  await press(ctrl, alt, v);
  await until('press that is told', () => pressed === 1);
  await keyboard.suspend(true);
  await press(ctrl, alt, v);
  await keyboard.suspend(false);
  await press(ctrl, alt, v);
  await until('second press that is told', () => pressed === 2);
  assert.equal(await keyboard.hold({ modifiers: [], key: 'B' }), 'held');
  await press(ctrl, alt, v);
  await press(b);
  await until('press of the other one that is told', () => pressed === 3);
  assert.equal(await keyboard.hold(null), 'held');
  // Windows keeps the keys of a shortcut from every window: what is typed there is no shortcut any more.
  const text = String(await peer.ask({ do: 'text' }));
  await press(b);
  await until('letter in the window', async () => (await peer.ask({ do: 'text' })) === `${text}b`);
  assert.equal(pressed, 3);
});

test('a shortcut that another program has is taken, until it gives it back', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  assert.equal(await peer.ask({ do: 'hot-key', modifiers: 3, key: v, isOn: true }), true);
  assert.equal(await keyboard.hold(shortcut), 'taken');
  assert.equal(await peer.ask({ do: 'hot-key', modifiers: 3, key: v, isOn: false }), true);
  assert.equal(await keyboard.hold(shortcut), 'held');
  assert.equal(await peer.ask({ do: 'hot-key', modifiers: 3, key: v, isOn: true }), false);
});

test('Ctrl+V reaches the program that was active before, with the modifiers of the shortcut let go first', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  const target = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  assert.deepEqual(
    [target.isBehind, target.className?.toLowerCase(), target.bounds],
    [false, 'node', { x: 10, y: 20, width: 300, height: 200 }],
  );
  await peer.copyText('pasted');
  await peer.ask({ do: 'keys', codes: [ctrl, alt], isUp: false });
  assert.equal(await keyboard.paste(target, pasteKeys), 'pasted');
  await until('text in the window', async () => (await peer.ask({ do: 'text' })) === 'pasted');
  assert.deepEqual(await peer.ask({ do: 'down', codes: [ctrl, alt] }), []);
});

test('a window that lost the keyboard has it again before the keys, and the one below Hub’s own is the one before', { skip }, async (t) => {
  const { peer, keyboard, own } = await rig(t);
  const second = await CopyingPeer.start();
  t.after(() => second.end());
  const before = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  const picker = Number(await second.ask({ do: 'edit' }));
  await targetOf(keyboard, picker);
  own.add(picker);
  const behind = await keyboard.target();
  assert.deepEqual([behind?.window, behind?.isBehind], [before.window, true]);
  await peer.copyText('again');
  assert.equal(await keyboard.paste(before, pasteKeys), 'pasted');
  await until('text in the window', async () => (await peer.ask({ do: 'text' })) === 'again');
  assert.equal(await second.ask({ do: 'text' }), '');
  assert.equal((await keyboard.target())?.window, before.window);
});

test('no key is pressed for a window that is gone, and none that the layout lacks', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  const target = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  await peer.ask({ do: 'close' });
  const other = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  await peer.copyText('nowhere');
  assert.equal(await keyboard.paste(target, pasteKeys), 'gone');
  assert.equal(await keyboard.paste(other, { modifiers: ['Ctrl'], key: 'é' }), 'no-such-key');
  assert.equal(await peer.ask({ do: 'text' }), '');
});

test('a shortcut that is the keys which paste pastes, and is held again afterwards', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  let pressed = 0;
  keyboard.onPressed(() => {
    pressed += 1;
  });
  assert.equal(await keyboard.hold(pasteKeys), 'held');
  const target = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  await peer.copyText('pasted');
  assert.equal(await keyboard.paste(target, pasteKeys), 'pasted');
  await until('text in the window', async () => (await peer.ask({ do: 'text' })) === 'pasted');
  assert.equal(pressed, 0);
  await peer.ask({ do: 'keys', codes: [ctrl, v], isUp: false });
  await until('press that is told', () => pressed === 1);
  await peer.ask({ do: 'keys', codes: [v, ctrl], isUp: true });
});

test('a paste that was given up presses no key afterwards', { skip }, async (t) => {
  const { peer, keyboard } = await rig(t);
  const target = await targetOf(keyboard, Number(await peer.ask({ do: 'edit' })));
  // Never the active one, which the thread waits for, each time for a second.
  const { CreateWindowExW, DestroyWindow } = nativeLibrary('user32');
  const hidden = Number(CreateWindowExW(0, 'STATIC', 'hidden', 0, 0, 0, 0, 0, -3, null, null, null));
  t.after(() => DestroyWindow(hidden));
  await peer.copyText('late');
  const before = Array.from({ length: 4 }, () => keyboard.paste({ ...target, window: hidden }, pasteKeys));
  assert.equal(await keyboard.paste(target, pasteKeys), 'unavailable');
  assert.equal((await Promise.all(before))[0], 'not-active');
  // The thread has come to it by then.
  assert.equal(await keyboard.hold(null), 'held');
  await peer.copyText(' in time');
  assert.equal(await keyboard.paste(target, pasteKeys), 'pasted');
  await until('text in the window', async () => String(await peer.ask({ do: 'text' })).endsWith(' in time'));
  assert.equal(await peer.ask({ do: 'text' }), ' in time');
});
