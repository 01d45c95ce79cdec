import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeWindowServer, fakeWindowServer } from '../../../../test/harness/macos/fake-window-server.ts';
import { openKeyPresses } from '../../macos/key-presses.ts';
import type { KeyCombination, PasteTarget } from '../interface.ts';
import { MacosKeyboard } from './macos-keyboard.ts';

const [hub, notes, browser] = [10, 20, 30];
const pasteKeys: KeyCombination = { modifiers: ['Ctrl'], key: 'V' };

function open(changed: Partial<FakeWindowServer> = {}): { readonly server: FakeWindowServer; readonly keyboard: MacosKeyboard } {
  const server: FakeWindowServer = {
    programs: new Map([
      [hub, '/Applications/Hub.app/Contents/MacOS/Hub'],
      [notes, '/Applications/Notes.app/Contents/MacOS/Notes'],
      [browser, '/Applications/Browser.app/Contents/MacOS/Browser'],
    ]),
    front: notes,
    isAllowed: true,
    comesToFront: true,
    layout: { 0: 'a', 9: 'v', 47: '.' },
    asked: 0,
    events: [],
    alive: 0,
    ...changed,
  };
  return { server, keyboard: new MacosKeyboard(openKeyPresses(fakeWindowServer(server)), hub) };
}

async function targetOf(keyboard: MacosKeyboard): Promise<PasteTarget> {
  const target = await keyboard.target();
  assert.ok(target);
  return target;
}

test('Command+V is pressed in the program that was in front before Hub, with nothing else held, and nothing is left of it', async () => {
  const { server, keyboard } = open();
  const before = await targetOf(keyboard);
  assert.deepEqual([before.window, before.className, before.isBehind], [notes, 'Notes', false]);
  server.front = hub;
  const target = await targetOf(keyboard);
  assert.deepEqual([target.window, target.isBehind], [notes, true]);
  assert.equal(await keyboard.paste(target, pasteKeys), 'pasted');
  assert.deepEqual([server.front, server.events], [notes, ['down 9 100000', 'up 9 100000']]);
  assert.equal(server.alive, 0);
});

test('the key is the one that types the letter in the present layout, and without one nothing is pressed', async () => {
  const { server, keyboard } = open({ layout: { 9: '.', 47: 'V' } });
  const target = await targetOf(keyboard);
  assert.equal(await keyboard.paste(target, { modifiers: ['Ctrl', 'Shift', 'Alt'], key: 'V' }), 'pasted');
  assert.deepEqual(server.events, ['down 47 1a0000', 'up 47 1a0000']);
  for (const key of ['Insert', 'B', '.']) assert.equal(await keyboard.paste(target, { modifiers: [], key }), 'no-such-key');
  assert.deepEqual([server.events.length, server.alive], [2, 0]);
});

test('nothing is pressed without the permission, which the user is asked for once, when a paste is near, and not by the paste', async () => {
  const { server, keyboard } = open({ isAllowed: false });
  const target = await targetOf(keyboard);
  assert.equal(server.asked, 0);
  assert.equal(await keyboard.prepare(), true);
  assert.equal(await keyboard.prepare(), true);
  assert.equal(server.asked, 1);
  assert.deepEqual([await keyboard.paste(target, pasteKeys), server.asked, server.events], ['denied', 1, []]);
  server.isAllowed = true;
  assert.equal(await keyboard.prepare(), true);
  assert.deepEqual([await keyboard.paste(target, pasteKeys), server.asked], ['pasted', 1]);
});

test('nothing is pressed if the program is gone, or does not come to the front', async () => {
  const { server, keyboard } = open({ comesToFront: false });
  const target = await targetOf(keyboard);
  server.front = browser;
  assert.equal(await keyboard.paste(target, pasteKeys), 'not-active');
  assert.equal(await keyboard.paste({ ...target, window: 99 }, pasteKeys), 'gone');
  assert.deepEqual(server.events, []);
});

test('there is no target before another program was in front, or without a window server, and never a shortcut', async () => {
  const { server, keyboard } = open({ front: hub });
  assert.equal(await keyboard.target(), null);
  server.front = null;
  assert.equal(await keyboard.target(), null);
  assert.equal(await keyboard.hold(), 'unavailable');
});
