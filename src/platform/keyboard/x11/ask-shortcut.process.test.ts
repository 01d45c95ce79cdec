import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { Desktop, withoutDesktop } from '../../../../test/harness/desktop/desktop.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import type { KeyCombination } from '../interface.ts';
import { askShortcut } from './ask-shortcut.ts';
import { openX11Keyboard } from './x11-keyboard.ts';

/** Another program, which takes Ctrl and the key of this name. */
const takes = (key: string): string => `
  const { connectX } = await import(${JSON.stringify(import.meta.resolve('../../x11/connection.ts'))});
  const { openX11Keyboard } = await import(${JSON.stringify(import.meta.resolve('./x11-keyboard.ts'))});
  const display = process.env.DISPLAY;
  const connect = async () => (await connectX(display)).value;
  const log = { isDetailed: false, debug() {}, info() {}, warn() {}, error() {} };
  const keyboard = await openX11Keyboard({ connect, holds: 'HUB_KEYS_HELD', display, authorityFile: undefined, isOwn: () => false, log });
  console.log(await keyboard.hold({ modifiers: ['Ctrl'], key: '${key}' }));
`;

test('who has a shortcut is known: nobody, Hub, or another program by its process; and asking takes nothing', {
  skip: withoutDesktop(),
}, async () => {
  await using desktop = await Desktop.start();
  const { display } = desktop;
  const ask = (key: string, modifiers: KeyCombination['modifiers'] = ['Ctrl']) =>
    askShortcut({ display, keys: { modifiers, key }, holder: 'HUB_KEYS_PICKER' });
  assert.deepEqual(await ask('F9'), { is: 'free', isHubThere: false });
  assert.deepEqual(await ask('F9'), { is: 'free', isHubThere: false });
  assert.deepEqual(await ask('F24'), { is: 'no-such-key' });

  const other = spawn(process.execPath, ['--input-type=module', '-e', takes('F8')], {
    env: { ...desktop.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    assert.equal(String((await once(other.stdout, 'data'))[0]).trim(), 'held');
    const taken = await ask('F8');
    assert.ok(taken.is === 'taken' && taken.by.includes(other.pid ?? 0), JSON.stringify(taken));

    const connect = async (): Promise<XConnection | null> => {
      const opened = await connectX(display);
      return opened.ok ? opened.value : null;
    };
    const more = { display, authorityFile: undefined, isOwn: () => false, log: rememberingLog(() => {}) };
    const keyboard = await openX11Keyboard({ ...more, connect, holds: 'HUB_KEYS_PICKER' });
    assert.ok(keyboard !== null);
    await using _keyboard = keyboard;
    assert.equal(await keyboard.hold({ modifiers: ['Ctrl'], key: 'F8' }), 'taken');
    assert.equal((await ask('F8')).is, 'taken', 'Hub is there and has no keys');
    assert.equal(await keyboard.hold({ modifiers: ['Ctrl'], key: 'F9' }), 'held');
    assert.deepEqual(await ask('F9'), { is: 'hub' });
    assert.deepEqual(await ask('F7'), { is: 'free', isHubThere: true });
  } finally {
    other.kill();
  }
  assert.deepEqual(await askShortcut({ display: ':4711', keys: { modifiers: [], key: 'F9' }, holder: 'HUB_KEYS_TEXT' }), {
    is: 'no-display',
  });
});
