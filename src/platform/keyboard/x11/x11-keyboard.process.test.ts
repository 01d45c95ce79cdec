import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { Desktop, withoutDesktop } from '../../../../test/harness/desktop/desktop.ts';
import { until } from '../../../../test/harness/until.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import { openX11Keyboard } from './x11-keyboard.ts';

test('a shortcut whose connection was ended is there again, however often the server refuses another one', {
  skip: withoutDesktop(),
}, async () => {
  await using desktop = await Desktop.start();
  const { display } = desktop;
  let refusals = 0;
  const connect = async (): Promise<XConnection | null> => {
    refusals -= 1;
    const opened = refusals >= 0 ? null : await connectX(display);
    return opened?.ok ? opened.value : null;
  };
  const more = { display, authorityFile: undefined, isOwn: () => false, log: rememberingLog(() => {}) };
  const keyboard = await openX11Keyboard({ ...more, connect, holds: 'HUB_KEYS_PICKER' });
  assert.ok(keyboard !== null);
  await using _keyboard = keyboard;
  let pressed = 0;
  keyboard.onPressed(() => {
    pressed += 1;
  });
  const told: string[] = [];
  keyboard.onChanged((outcome) => told.push(outcome));
  assert.equal(await keyboard.hold({ modifiers: ['Ctrl'], key: 'F9' }), 'held');

  const opened = await connectX(display);
  assert.ok(opened.ok);
  await using other = opened.value;
  const selection = (await other.internAtom('HUB_KEYS_PICKER')) ?? 0;
  const holder = await until('holder', async () => (await other.getSelectionOwner(selection)) || undefined);
  refusals = 3;
  other.order((client) => client.KillClient(holder));
  await until('shortcut', () => told.at(-1) === 'held');
  assert.deepEqual(told, ['unavailable', 'held']);
  await desktop.key('ctrl+F9');
  await until('press', () => pressed === 1);
});
