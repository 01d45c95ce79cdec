import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoldOutcome, KeyCombination } from '../../../platform/keyboard/index.ts';
import { TextShortcut } from './text-shortcut.ts';

function rig(outcome: HoldOutcome | null = 'held') {
  const did: string[] = [];
  let press = (): void => {};
  const keyboard = {
    hold: async (keys: KeyCombination | null) => {
      did.push(`hold ${keys === null ? 'nothing' : [...keys.modifiers, keys.key].join('+')}`);
      return outcome ?? 'held';
    },
    suspend: async (isOn: boolean) => void did.push(`suspend ${isOn}`),
    onPressed: (listener: () => void) => {
      press = listener;
    },
    [Symbol.asyncDispose]: async () => void did.push('closed'),
  };
  const shortcut = new TextShortcut({
    open: async () => {
      did.push('open');
      return outcome === null ? null : keyboard;
    },
    pressed: () => void did.push('pressed'),
    tell: ({ keys, state }) => void did.push(`tell ${keys} ${state}`),
  });
  return { shortcut, did, press: () => press() };
}

test('without a shortcut no keyboard is opened', async () => {
  const { shortcut, did } = rig();
  await shortcut.hold('', 'Ctrl+Shift+V');
  await shortcut.suspend(true);
  await shortcut[Symbol.asyncDispose]();
  assert.deepEqual(did, []);
});

test('a shortcut is held, pressed, changed and given back', async () => {
  const { shortcut, did, press } = rig();
  await shortcut.hold('Ctrl+Alt+T', 'Ctrl+Shift+V');
  press();
  await shortcut.hold('F9', 'Ctrl+Shift+V');
  await shortcut.hold('', 'Ctrl+Shift+V');
  await shortcut[Symbol.asyncDispose]();
  const held = ['open', 'hold Ctrl+Alt+T', 'tell Ctrl+Alt+T held', 'pressed'];
  assert.deepEqual(did, [...held, 'hold F9', 'tell F9 held', 'hold nothing', 'tell  none', 'closed']);
});

test('one that another program has, and a desktop that gives none, are told', async () => {
  const taken = rig('taken');
  await taken.shortcut.hold('F9', 'Ctrl+Shift+V');
  assert.equal(taken.did.at(-1), 'tell F9 taken');
  await taken.shortcut[Symbol.asyncDispose]();
  const none = rig(null);
  await none.shortcut.hold('F9', 'Ctrl+Shift+V');
  assert.equal(none.did.at(-1), 'tell F9 unavailable');
  await none.shortcut[Symbol.asyncDispose]();
});

test('the keys of the picker are not asked for, and are given back when the picker gets them', async () => {
  const { shortcut, did } = rig();
  await shortcut.hold('Ctrl+Shift+V', 'Ctrl+Shift+V');
  assert.deepEqual(did.splice(0), ['tell Ctrl+Shift+V own']);
  await shortcut.hold('F9', 'Ctrl+Shift+V');
  await shortcut.hold('F9', 'F9');
  assert.deepEqual(did.splice(0), ['open', 'hold F9', 'tell F9 held', 'hold nothing', 'tell F9 own']);
  await shortcut.hold('F9', '');
  assert.deepEqual(did.splice(0), ['hold F9', 'tell F9 held']);
  await shortcut[Symbol.asyncDispose]();
});
