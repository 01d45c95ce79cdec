import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';
import { refused } from './change-settings.ts';

test('of a list of objects, the key that is not valid is named, and what it or the list takes', async (t) => {
  const home = temporaryHome(t);
  mkdirSync(path.join(home, 'config'));
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  const refusals: readonly (readonly [document: string, key: string, value: object, refusal: RegExp])[] = [
    ['legal-hold', 'holds', [{ id: 'A b', query: 'x' }], /^hub: holds\.0\.id may have only lower-case letters/],
    ['legal-hold', 'holds', [{ id: 'a' }], /^hub: holds \(entry 1\) needs at least one of copies, from/],
    ['retention-policy', 'rules', [{ id: 'a' }], /^hub: rules \(entry 1\) needs at least one of max_age, max_count and max_megabytes$/],
    ['retention-policy', 'rules', [{ id: 'a', max_age: '9x' }], /^hub: rules\.0\.max_age must be a time such as 30min/],
    ['retention-policy', 'rules', [1, 2].map((n) => ({ id: 'a', max_count: n })), /^hub: rule ids must be unique; "a" is used twice$/],
  ];
  for (const [document, key, value, refusal] of refusals) {
    assert.equal(await runCommand(['config', 'set', document, key, JSON.stringify(value)], surface, 'hub'), 1);
    assert.match(complained.at(-1) ?? '', refusal);
  }
});

test('keys that the window refuses are refused by the command too, for everywhere, and it says whose they are', async (t) => {
  const home = temporaryHome(t);
  mkdirSync(path.join(home, 'config'));
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  const set = (...words: string[]) => runCommand(['config', 'set', ...words], surface, 'hub');
  const refusals: readonly (readonly [keys: string, refusal: RegExp])[] = [
    ['Ctrl+C', /shortcut: Programs use Ctrl plus a letter for their own commands\. Add Shift, Alt or Super\.$/],
    ['F5', /shortcut: Programs use F5 for their own commands/],
    ['alt+f4', /shortcut: The desktop uses Alt\+F4 to close windows/],
    ['Alt+Tab', /shortcut: The desktop uses Alt\+Tab to switch windows/],
    ['Super+L', /shortcut: The desktop uses Super\+L to lock the screen/],
    ['Ctrl+Alt+Delete', /shortcut: The system uses Ctrl\+Alt\+Delete to end the session/],
    ['Ctrl+Enter', /shortcut: Programs use Ctrl\+Enter in fields and lists/],
    ['V', /shortcut: Use Ctrl, Alt or Super with a key\.$/],
    ['nonsense', /shortcut: Not a valid shortcut; use one such as Ctrl\+Alt\+T\.$/],
  ];
  for (const key of [
    ['hub', 'picker.shortcut'],
    ['text-extraction', 'shortcut'],
  ])
    for (const [keys, refusal] of refusals) {
      assert.equal(await set(...key, keys), 1, keys);
      assert.match(complained.at(-1) ?? '', refusal);
    }
  assert.equal(await set('commands', 'commands', JSON.stringify([{ name: 'Sort', command: ['sort'], shortcut: 'Ctrl+C' }])), 1);
  assert.equal(complained.at(-1), 'hub: commands.0.shortcut: Hub uses Ctrl+C to copy. Choose other keys.');
  assert.equal(await set('text-extraction', 'shortcut', ''), 0);
});

test('a value that would do nothing is refused with the reason: nobody, a language without data, keys with another use', async (t) => {
  const home = temporaryHome(t);
  mkdirSync(path.join(home, 'config'));
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  const set = (...words: string[]) => runCommand(['config', 'set', ...words], surface, 'hub');
  assert.equal(await set('hub', 'picker.shortcut', 'Ctrl+Shift+V'), 0);
  const refusals: readonly (readonly [words: readonly string[], refusal: RegExp])[] = [
    [['chat-routing', 'default_assistant', 'Nobody'], /^hub: there is no assistant with this name; the assistants are: ChatGPT, Claude/],
    [['chat-routing', 'routes.code', 'Nobody'], /^hub: there is no assistant/],
    [['text-extraction', 'languages', 'eng', 'kor'], /^hub: Korean is not installed; install it: hub ocr --install kor$/],
    [['text-extraction', 'languages', 'xyz'], /^hub: there is no language xyz; choose from: eng/],
    [['text-extraction', 'shortcut', 'shift+ctrl+v'], /^hub: Hub itself uses Ctrl\+Shift\+V, to open the picker/],
  ];
  for (const [words, refusal] of refusals) {
    assert.equal(await set(...words), 1, words.join(' '));
    assert.match(complained.at(-1) ?? '', refusal);
  }
  for (const words of [
    ['chat-routing', 'default_assistant', 'Claude'],
    ['text-extraction', 'languages', 'eng'],
    ['text-extraction', 'shortcut', 'Ctrl+Alt+T'],
    ['hub', 'picker.shortcut', 'Ctrl+Shift+V'],
  ])
    assert.equal(await set(...words), 0, words.join(' '));
});

test('a document that could not be written is reported in words, whatever word the settings have for it', (t) => {
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  for (const [detail, said] of [
    ['disk-full', /^hub: the document could not be written: the disk is full; free some space on it$/],
    ['ENOSPC', /: the disk is full; free/],
    ['no-permission', /: you may not write there, or the disk is read-only; make the folder and its disk writable$/],
    ['EROFS', /: you may not write there, or the disk is read-only; make/],
    ['io-error', /: the disk reported an error; check the disk$/],
  ] as const) {
    refused(surface, failed('failed', detail));
    assert.match(complained.at(-1) ?? '', said);
  }
});

test('of a limit of the history it is said when it deletes what is beyond it', async (t) => {
  const home = temporaryHome(t);
  mkdirSync(path.join(home, 'config'));
  const { surface, printed } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home })));
  const set = (...words: string[]) => runCommand(['config', 'set', 'hub', ...words], surface, 'hub');
  await set('history.max_count', '5');
  await set('history.kinds.image.max_age_days', '5');
  await set('history.max_count', 'null');
  await set('journal.max_megabytes', '500');
  const when = ' Copies beyond it are deleted for good after a minute, if Hub is running, or a minute after its start.';
  assert.deepEqual(printed, [
    `history.max_count is now 5.${when}`,
    `history.kinds.image.max_age_days is now 5.${when}`,
    'history.max_count is now null.',
    'journal.max_megabytes is now 500.',
  ]);
});
