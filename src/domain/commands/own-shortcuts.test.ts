import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysOfCommands, ownUse, reservedKeys } from './own-shortcuts.ts';

const own = { picker: 'Ctrl+Shift+V', text: 'F9' };

test('keys have one use, and those of the picker are its own', () => {
  assert.deepEqual(
    [ownUse(own, 'Ctrl+Shift+V'), ownUse(own, 'F9'), ownUse(own, 'F8'), ownUse({ picker: '', text: '' }, '')],
    ['picker', 'text', null, null],
  );
  assert.equal(ownUse({ picker: 'F9', text: 'F9' }, 'F9'), 'picker');
});

test('each shortcut is refused the keys of the others, with what they are for', () => {
  const said = (but: 'picker' | 'text' | null) => reservedKeys(own, but).map(({ why }) => why);
  const picker = 'Hub itself uses Ctrl+Shift+V, to open the picker. Choose other keys.';
  const text = 'Hub itself uses F9, to extract the text of the clipboard. Choose other keys.';
  assert.deepEqual([said('picker'), said('text'), said(null)], [[text], [picker], [picker, text]]);
  assert.deepEqual(reservedKeys({ picker: '', text: '' }, null), []);
  assert.deepEqual(keysOfCommands([{ name: 'Sort', shortcut: 'F7' }, { name: 'Other' }]), [
    { keys: 'F7', why: 'Hub itself uses F7, for the saved command Sort. Choose other keys.' },
  ]);
});
