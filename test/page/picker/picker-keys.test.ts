import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedDeeds, type PressedKey, pickerDeed, type SearchBox } from '../../../src/processes/shell/page/picker/picker-keys.ts';

const empty: SearchBox = { text: '', isAtEnd: true, hasSelection: false };
const typed: SearchBox = { text: 'some words', isAtEnd: true, hasSelection: false };

/** `Ctrl+Enter`, with the key as the browser names it. */
function deed(keys: string, box: SearchBox = empty, code = '') {
  const held = keys.split('+');
  const key = held.pop() || ' ';
  const has = (name: string): boolean => held.includes(name);
  const pressed: PressedKey = { key, code, ctrlKey: has('Ctrl'), shiftKey: has('Shift'), altKey: has('Alt'), metaKey: false };
  return pickerDeed(pressed, box);
}

test('Enter pastes, with Shift as plain text, with Ctrl it only copies', () => {
  assert.deepEqual(deed('Enter'), { kind: 'pick', how: 'paste', place: null });
  assert.deepEqual(deed('Shift+Enter'), { kind: 'pick', how: 'paste-plain', place: null });
  assert.deepEqual(deed('Ctrl+Enter'), { kind: 'pick', how: 'copy', place: null });
});

test('Ctrl+O opens what the chosen copy names, also while something is typed', () => {
  assert.deepEqual(deed('Ctrl+o'), { kind: 'open' });
  assert.deepEqual(deed('Ctrl+щ', typed, 'KeyO'), { kind: 'open' });
  assert.equal(deed('o'), null);
});

test('Alt and a digit pick a row, whatever sign the layout makes of it', () => {
  assert.deepEqual(deed('Alt+1', typed, 'Digit1'), { kind: 'pick', how: 'paste', place: 0 });
  assert.deepEqual(deed('Alt+ç', typed, 'Digit9'), { kind: 'pick', how: 'paste', place: 8 });
  assert.equal(deed('Alt+0', typed, 'Digit0'), null);
  assert.equal(deed('Ctrl+Alt+1', typed, 'Digit1'), null, 'AltGr types');
});

test('Shift with an arrow extends, and Insert marks; while the keys of the shortcut are held yet, an arrow only moves', () => {
  assert.deepEqual(deed('Shift+ArrowDown', typed), { kind: 'move', by: 1, extends: true });
  assert.deepEqual(deed('Shift+PageUp'), { kind: 'move', by: -7, extends: true });
  assert.deepEqual(deed('Ctrl+Shift+ArrowDown'), { kind: 'move', by: 1 });
  assert.deepEqual(deed('Insert'), { kind: 'mark' });
  assert.equal(deed('Shift+Insert'), null, 'which pastes into the box');
});

test('letters and what edits the search stay with the box', () => {
  for (const keys of ['a', 'Shift+A', 'Backspace', 'ArrowLeft', 'ArrowRight', 'Ctrl+a', 'Shift+Home'])
    assert.equal(deed(keys, typed), null, keys);
  assert.equal(deed('', typed), null, 'a space between words');
  assert.equal(deed('Delete', { ...typed, isAtEnd: false }), null);
  assert.equal(deed('Delete', { ...typed, hasSelection: true }), null);
  assert.equal(deed('Ctrl+c', { ...typed, hasSelection: true }), null);
  assert.equal(deed('Ctrl+z', typed), null);
});

test('the shortcut pastes nothing into the search, whatever the layout', () => {
  assert.deepEqual(deed('Ctrl+Shift+V', typed), { kind: 'nothing' });
  assert.deepEqual(deed('Ctrl+Shift+М', empty, 'KeyV'), { kind: 'nothing' });
  assert.deepEqual([deed('Ctrl+v', typed), deed('Shift+V', typed)], [null, null]);
});

test('the arrows choose while the keys of the shortcut are held yet', () => {
  for (const held of ['Ctrl+Shift+', 'Ctrl+', 'Alt+', 'Ctrl+Alt+']) {
    assert.deepEqual(deed(`${held}ArrowDown`), { kind: 'move', by: 1 }, held);
    assert.deepEqual(deed(`${held}PageUp`, typed), { kind: 'move', by: -7 }, held);
  }
  for (const keys of ['Ctrl+Shift+ArrowLeft', 'Shift+End', 'Ctrl+Home']) assert.equal(deed(keys, typed), null, keys);
});

test('the rest is the list’s', () => {
  assert.deepEqual(deed('ArrowDown', typed), { kind: 'move', by: 1 });
  assert.deepEqual(deed('PageUp', typed), { kind: 'move', by: -7 });
  assert.deepEqual(
    [deed('Tab', typed), deed('Shift+Tab', typed)],
    [
      { kind: 'move', by: 1 },
      { kind: 'move', by: -1 },
    ],
  );
  assert.deepEqual([deed('Home', typed)?.kind, deed('End', typed)?.kind], ['first', 'last']);
  assert.deepEqual([deed('Escape', typed)?.kind, deed('Delete', typed)?.kind, deed('')?.kind], ['leave', 'delete', 'preview']);
  assert.deepEqual([deed('ContextMenu', typed)?.kind, deed('Shift+F10')?.kind, deed('F10')], ['menu', 'menu', null]);
  assert.deepEqual([deed('Ctrl+p')?.kind, deed('Ctrl+з', typed, 'KeyP')?.kind, deed('Ctrl+z')?.kind], ['pin', 'pin', 'undo']);
});

test('moves in one direction are one move, so that a key that is held down stays one; nothing else is', () => {
  const [down, pageDown, up] = [deed('ArrowDown'), deed('PageDown'), deed('ArrowUp')];
  assert.deepEqual(joinedDeeds(down, pageDown), { kind: 'move', by: 8 });
  const extending = deed('Shift+ArrowDown');
  assert.deepEqual(joinedDeeds(extending, extending), { kind: 'move', by: 2, extends: true });
  for (const other of [up, extending, deed('Insert'), deed('Home'), null]) assert.equal(joinedDeeds(down, other), null);
  assert.equal(joinedDeeds(deed('Insert'), deed('Insert')), null, 'it takes back what it did');
});
