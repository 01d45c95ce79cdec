import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutText } from '../contract/documents/shortcut.ts';
import { pastesOnly, pasteWay } from './paste-keys.ts';

const keysFor = (className: string | null, own: Readonly<Record<string, string>> = {}): string | null => {
  const way = pasteWay(className, own);
  return way === null ? null : `${shortcutText(way.keys)}${way.pastesSelection ? ' selected' : ''}`;
};

test('editors have Ctrl+V, terminals Ctrl+Shift+V, xterm the keys for the selection, and gvim none', () => {
  for (const name of ['Mousepad', 'firefox', 'Gimp-2.10', null, 'constructor']) assert.equal(keysFor(name), 'Ctrl+V', String(name));
  for (const name of ['Xfce4-terminal', 'konsole', 'Alacritty', 'kitty', 'Gnome-terminal'])
    assert.equal(keysFor(name), 'Ctrl+Shift+V', name);
  assert.deepEqual([keysFor('XTerm'), keysFor('Gvim')], ['Shift+Insert selected', null]);
  assert.equal(keysFor('URxvt'), 'Ctrl+Alt+V');
});

test("the user's own table comes first, in any case, and can say that nothing is typed", () => {
  const own = { 'My-Terminal': 'Ctrl+Shift+V', xterm: 'Shift+Insert', mousepad: '' };
  assert.equal(keysFor('my-terminal', own), 'Ctrl+Shift+V');
  assert.equal(keysFor('XTerm', own), 'Shift+Insert');
  assert.equal(keysFor('Mousepad', own), null);
});

test('of some programs it is known that they paste only files, or only text', () => {
  assert.deepEqual(['Gimp', 'Gimp-2.10', 'org.gimp.GIMP', 'gimp-help'].map(pastesOnly), ['pictures', 'pictures', 'pictures', null]);
  assert.deepEqual(['Pcmanfm', 'Mousepad', 'XTerm', 'kitty', 'Soffice', ''].map(pastesOnly), ['files', 'text', 'text', 'text', null, null]);
});
