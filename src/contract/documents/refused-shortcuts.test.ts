import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandRefusal, globalRefusal, isGlobalShortcut, type Refusal } from './refused-shortcuts.ts';
import { parseShortcut, type Shortcut } from './shortcut.ts';

const keys = (text: string): Shortcut => parseShortcut(text) ?? assert.fail(text);

test('a shortcut for all programs takes no key away that somebody types with', () => {
  for (const text of ['Ctrl+V', 'Alt+Space', 'Super+V', 'F9', 'Shift+F9', 'Print']) assert.equal(isGlobalShortcut(keys(text)), true, text);
  for (const text of ['V', 'Shift+V', 'Space', 'Shift+Insert', 'Enter']) assert.equal(isGlobalShortcut(keys(text)), false, text);
});

test('keys for everywhere are not those of programs, and the reason says whose they are', () => {
  const reasons: readonly (readonly [string, Refusal | null])[] = [
    ['Ctrl+P', 'is-of-programs'],
    ['F1', 'is-a-function-key'],
    ['F5', 'is-a-function-key'],
    ['F11', 'is-a-function-key'],
    ['F10', 'opens-menus'],
    ['Alt+F4', 'closes-windows'],
    ['Ctrl+Shift+U', 'begins-a-number'],
    ['V', 'types'],
    ['Ctrl+Enter', 'edits-in-programs'],
    ['Ctrl+Shift+Left', 'edits-in-programs'],
    ['Alt+Tab', 'switches-windows'],
    ['Super+L', 'locks-the-screen'],
    ['Ctrl+Alt+Delete', 'ends-the-session'],
    ...['Ctrl+Space', 'Super+Insert', 'Ctrl+Alt+Right'].map((text) => [text, null] as const),
    ...['Ctrl+Shift+V', 'Super+V', 'Ctrl+F5', 'Shift+F9', 'F13', 'Print', 'Ctrl+Alt+U', 'Ctrl+Alt+Shift+U'].map(
      (text) => [text, null] as const,
    ),
  ];
  for (const [text, reason] of reasons) assert.equal(globalRefusal(keys(text)), reason, text);
});

test('a saved command may have keys that type nothing and that the window does not use', () => {
  const free = ['Ctrl+Shift+S', 'Ctrl+Shift+P', 'Ctrl+1', 'Alt+U', 'Super+U', 'F8', 'Shift+F8', 'Ctrl+F10', 'Alt+,'];
  for (const text of free) assert.equal(commandRefusal(keys(text)), null, text);
  const reasons: readonly (readonly [string, Refusal])[] = [
    ['Ctrl+C', 'copies'],
    ['Ctrl+P', 'pins'],
    ['Super+P', 'pins'],
    ['Ctrl+Shift+V', 'pastes'],
    ['Ctrl+Shift+Z', 'undoes'],
    ['Alt+1', 'picks-a-row'],
    ['Alt+Shift+9', 'picks-a-row'],
    ['F10', 'opens-menus'],
    ['Shift+F10', 'opens-menus'],
    ['Alt+F4', 'closes-windows'],
    ['Ctrl+Alt+F4', 'closes-windows'],
    ['Delete', 'moves-or-edits'],
    ['Ctrl+Enter', 'moves-or-edits'],
    ['Ctrl+Space', 'moves-or-edits'],
    ['U', 'types'],
    ['Shift+U', 'types'],
    ['Ctrl+Shift+U', 'begins-a-number'],
  ];
  for (const [text, reason] of reasons) assert.equal(commandRefusal(keys(text)), reason, text);
});

test('Ctrl with Alt is free for both: AltGr, which some systems report so, is told apart where the key is pressed', () => {
  for (const text of ['Ctrl+Alt+U', 'Ctrl+Alt+Shift+U', 'Ctrl+Alt+V', 'Ctrl+Alt+1'])
    assert.deepEqual([globalRefusal(keys(text)), commandRefusal(keys(text))], [null, null], text);
});
