import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentParser } from '../../../configuration/document-parser.ts';
import { agreedText } from '../../commands/saved-commands.ts';
import { commandOf, commandSettings, placeOf } from './command-settings.ts';

function parsed(commands: readonly unknown[]) {
  const found = documentParser('commands')({ commands });
  return found.ok ? found.value : assert.fail(found.field);
}

const rows = (commands: readonly unknown[], allowed: readonly string[] = []) =>
  commandSettings({ value: parsed(commands), trouble: null }, { allowed, accepted: 0, own: { picker: 'F9', text: 'F6' } }).rows;

test('a command says whether it may run, and why it never does', () => {
  const [sort, same, keys, long] = rows(
    [
      { name: 'Sort lines', command: ['sort', 'a\u202eb'], kinds: ['image', 'picture'] },
      { name: 'sort  lines', command: ['tac'] },
      { name: 'Keys', command: ['cat'], shortcut: 'f9' },
      { name: 'Long', command: ['sh', '-c', 'a\nb'] },
    ],
    [agreedText({ command: ['tac'], output: 'notice', kinds: [] })],
  );
  assert.deepEqual([sort?.words, sort?.detail, sort?.kinds], ['sort a\\u{202e}b', 'Picture, Picture · output shown', ['image']]);
  assert.deepEqual([sort?.isAllowed, same?.isAllowed], [false, true]);
  assert.match(same?.trouble ?? '', /^Another command before it is called the same/);
  assert.equal(keys?.trouble, 'F9 opens the picker, and does not run Keys.');
  assert.deepEqual([sort?.isForDocument, long?.isForDocument], [false, true]);
});

test('a command whose words would not come back from a form as they were is for its document', () => {
  for (const [command, isForDocument] of [
    [['tr', '_', ' '], false],
    [['cut', '-d', '\t'], false],
    [['tr', '', 'a'], false],
    [['sed', '-i', ''], true],
    [['printf', 'a\r'], true],
  ] as const) {
    const [row] = rows([{ name: 'One', command: [...command] }]);
    assert.equal(row?.isForDocument, isForDocument, command.join(' '));
    const [before] = parsed([{ name: 'One', command: [...command] }]).commands;
    if (row !== undefined && !isForDocument) assert.deepEqual(commandOf(row, before).command, command);
  }
});

test('a form changes what it has, and nothing else of the command', () => {
  const [before] = parsed([{ id: 'mine', name: 'Old', command: ['a'], shortcut: 'F8', note: 'of another program' }]).commands;
  const form = { name: ' New ', program: 'tr\n\na-z\n\n', kinds: ['code'], output: 'none', shortcut: '', seconds: 5 } as const;
  assert.deepEqual(commandOf(form, before), {
    ...{ id: 'mine', note: 'of another program', name: 'New' },
    ...{ command: ['tr', '', 'a-z'], kinds: ['code'], output: 'none', timeout_seconds: 5 },
  });
  assert.equal('id' in commandOf(form, undefined), false);
});

test('a command that is not at its place any more is not another one', () => {
  const { commands } = parsed([{ name: 'A', command: ['a'] }]);
  assert.deepEqual(
    [placeOf(commands, { place: 0, name: 'A' }), placeOf(commands, { place: 0, name: 'B' }), placeOf(commands, { place: 7, name: 'A' })],
    [0, -1, -1],
  );
});
