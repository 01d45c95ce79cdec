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

test('a dialog is known by the class of the window that it belongs to, if that is of the same program', {
  skip: withoutDesktop(),
}, async () => {
  await using desktop = await Desktop.start();
  const { display } = desktop;
  const parts = { display, authorityFile: undefined, isOwn: () => false, log: rememberingLog(() => {}) };
  const connect = async (): Promise<XConnection | null> => {
    const opened = await connectX(display);
    return opened.ok ? opened.value : null;
  };
  const keyboard = await openX11Keyboard({ ...parts, connect, holds: 'HUB_KEYS_PICKER' });
  assert.ok(keyboard !== null);
  await using _keyboard = keyboard;
  const program = await connect();
  assert.ok(program !== null);
  await using _program = program;
  const [classes, transient, string, window] = await Promise.all(
    ['WM_CLASS', 'WM_TRANSIENT_FOR', 'STRING', 'WINDOW'].map(async (name) => (await program.internAtom(name)) ?? 0),
  );
  /** Opens a window that becomes the active one, and says what the keyboard takes it for. */
  const opened = async (className: string, parent: number) => {
    let made = 0;
    program.order((client) => {
      made = client.AllocID();
      client.CreateWindow(made, program.root, 100, 100, 200, 100, 0, 0, 1, 0, {});
    });
    program.changeProperty(made, classes ?? 0, string ?? 0, 8, Buffer.from(`${className}\0${className}\0`));
    if (parent !== 0) program.changeProperty(made, transient ?? 0, window ?? 0, 32, [parent]);
    program.order((client) => client.MapWindow(made));
    await until('active window', async () => (await desktop.active()) === made);
    const target = await keyboard.target();
    return { made, is: [target?.className, target?.dialogOf] };
  };
  const main = await opened('office-writer', 0);
  assert.deepEqual(main.is, ['office-writer', null]);
  assert.deepEqual((await opened('Office', main.made)).is, ['Office', 'office-writer']);
  assert.deepEqual((await opened('Office', program.root)).is, ['Office', null], 'a dialog of a whole group');
  using foreign = await desktop.coverWith('of another program');
  assert.deepEqual((await opened('Office', foreign.window)).is, ['Office', null]);
});
