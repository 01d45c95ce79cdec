/** A saved command from the picker's menu, over a real program: asked about once, its output is on the clipboard and is pasted like any copy. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const commands = [{ name: 'Uppercase', command: ['tr', 'a-z', 'A-Z'], kinds: ['text'], output: 'clipboard' }];

test('a command is chosen in the picker, allowed, and its output pasted', {
  skip: withoutDesktop() || missingPrograms('mousepad'),
}, async (t) => {
  await using rig = await WindowRig.open({ HUB_DEBUG: '1' });
  await using owner = await ClipboardOwner.start(rig.desktop.display);
  rig.hub.setDocument('config/commands.json', { commands });
  await rig.act('toggle');
  await rig.hidden();
  const onClipboard = (what: string): Promise<unknown> =>
    rig.hub.source(({ clipboardFragments: [first] }) => first?.text === what && first.state !== 'captured');
  await owner.own({ UTF8_STRING: { content: { text: 'tide tables\n' } } });
  await onClipboard('tide tables\n');

  const file = path.join(rig.hub.root, 'pasted.txt');
  writeFileSync(file, '');
  const env = { ...rig.desktop.env, HOME: rig.hub.root, NO_AT_BRIDGE: '1' };
  const editor: ChildProcess = spawn('mousepad', ['--disable-server', file], { env, stdio: 'ignore' });
  t.after(() => editor.kill('SIGKILL'));
  const search = ['search', '--onlyvisible', '--name', 'pasted.txt', 'windowactivate', '--sync', 'getactivewindow'];
  const window = await until('window of the editor', () =>
    run('xdotool', search, { env: rig.desktop.env }).then(
      ({ stdout }) => stdout.trim().split('\n').at(-1),
      () => undefined,
    ),
  );

  await rig.desktop.key('ctrl+shift+v');
  const picker = await rig.shown();
  await until('active picker', async () => (await rig.desktop.active()) === picker);
  await rig.settled();
  await rig.desktop.key('Menu');
  await pause(400);
  await rig.desktop.key('u');
  await rig.desktop.key('Return');
  await until('question', () => logs(rig).includes('"kind":"run-command"'));
  await rig.settled();
  // The button that has the focus is the one that runs nothing.
  await rig.desktop.key('Tab');
  await rig.desktop.key('Return');
  await onClipboard('TIDE TABLES\n');
  await until('end of the command', () => logs(rig).includes('"event":"saved command"'));
  await rig.settled();
  await rig.desktop.key('Home');
  await rig.desktop.key('Return');
  await until('paste', () => logs(rig).includes('"event":"pasted"'));
  await rig.hidden();
  await run('xdotool', ['windowactivate', '--sync', window], { env: rig.desktop.env });
  await rig.desktop.key('ctrl+s');
  await until('text in the file', () => readFileSync(file, 'utf8') === 'TIDE TABLES\n');
  assert.doesNotMatch(rig.hub.logs(), /tide|TIDE|Uppercase/);
});

const logs = (rig: WindowRig): string => readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8');
