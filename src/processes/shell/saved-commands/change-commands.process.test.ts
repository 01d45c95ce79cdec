/** The saved commands changed in the settings, in the documents of a Hub that runs. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TestHub } from '../../../../test/harness/hub.ts';
import { isAllowed, tryAllow } from '../../../configuration/allowed-commands.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { changeCommands } from './change-commands.ts';

test('a command is added, changed, removed and asked about again, and each can be undone', async () => {
  await using hub = new TestHub();
  await hub.start();
  const { places } = hub;
  const file = places.document('config/commands.json');
  const written = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).commands ?? []) : []);
  const names = (): unknown => written().map(({ name }: { name: string }) => name);
  const said: string[] = [];
  let undo: () => Promise<void> = () => assert.fail('nothing to undo');
  const state = {} as unknown as { documents: ShellState['documents']; savedCommand?: number };
  const shell = {
    state: state as ShellState,
    set: (change: Partial<ShellState>) => void Object.assign(state, change),
    notify: (intent: string, text: string | (() => string), back?: () => Promise<void>) => {
      said.push(`${intent}: ${typeof text === 'string' ? text : text()}`);
      if (back !== undefined) undo = back;
    },
  };
  const form = { name: 'Sort', program: 'sort\n-u', kinds: ['text'], output: 'notice', shortcut: '', seconds: 30 } as const;
  const parts = { places, shell };
  const save = (of: { place: number; name: string } | null, change: object = {}) =>
    changeCommands(parts, { kind: 'save-command', of, form: { ...form, kinds: ['text'], ...change }, sent: 4 });

  await save(null);
  await save(null, { name: 'Count', program: 'wc' });
  assert.deepEqual([names(), state.savedCommand], [['Sort', 'Count'], 4]);
  assert.deepEqual(written()[0].command, ['sort', '-u']);
  await save({ place: 0, name: 'Sort' }, { name: 'Sorted' });
  assert.deepEqual(names(), ['Sorted', 'Count']);
  await undo();
  assert.deepEqual(names(), ['Sort', 'Count']);
  await changeCommands(parts, { kind: 'remove-command', place: 0, name: 'Sort' });
  assert.deepEqual(names(), ['Count']);
  await undo();
  assert.deepEqual(names(), ['Sort', 'Count']);

  await changeCommands(parts, { kind: 'remove-command', place: 0, name: 'Count' });
  assert.match(said.at(-1) ?? '', /^error: The command has been changed meanwhile/);
  await save({ place: 1, name: 'Count' }, { name: 'Count', shortcut: 'Ctrl+P' });
  assert.match(said.at(-1) ?? '', /^error: The saved command was not changed. Hub uses Ctrl\+P to pin a copy/);
  assert.deepEqual(names(), ['Sort', 'Count']);

  state.documents = { commands: { value: { commands: written() }, trouble: null } };
  await tryAllow(places, written()[0]);
  await changeCommands(parts, { kind: 'forbid-command', place: 0, name: 'Sort' });
  assert.equal(isAllowed(places, written()[0]), false);
  await undo();
  assert.equal(isAllowed(places, written()[0]), true);

  // Meanwhile somebody puts another one of the same name in its place.
  const { id: _, ...sort } = written()[0];
  const another = { ...sort, command: ['tac'] };
  await save({ place: 0, name: 'Sort' }, { program: 'sort\n-r', shortcut: 'ctrl+shift+s' });
  const sorting = written()[0];
  assert.deepEqual(sorting.command, ['sort', '-r']);
  hub.setDocument('config/commands.json', JSON.stringify({ commands: [another, written()[1], sorting] }));
  await undo();
  const programs = (): unknown => written().map(({ command }: { command: readonly string[] }) => command.join(' '));
  assert.deepEqual(programs(), ['tac', 'wc', 'sort -u']);
  await save({ place: 2, name: 'Sort' }, { program: 'sort\n-n' });
  hub.setDocument('config/commands.json', JSON.stringify({ commands: [written()[1], another, another] }));
  await undo();
  assert.match(said.at(-1) ?? '', /^error: The command has been changed meanwhile/);
  assert.deepEqual(programs(), ['wc', 'tac', 'tac']);

  // Of two that are the same, the one in its place is changed back.
  hub.setDocument('config/commands.json', JSON.stringify({ commands: [another, written()[0], another] }));
  await save({ place: 2, name: 'Sort' }, { program: 'sort\n-f' });
  hub.setDocument('config/commands.json', JSON.stringify({ commands: [written()[2], written()[1], written()[2]] }));
  await undo();
  assert.deepEqual(programs(), ['sort -f', 'wc', 'tac']);

  hub.setDocument('config/commands.json', '{ "commands": ');
  await save(null);
  assert.match(said.at(-1) ?? '', /^error: The saved command was not changed: .*commands.json/);
});
