import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { translationsInto } from '../../configuration/speak-language.ts';
import { speak } from './say.ts';
import { shownShortcut } from './shown-shortcut.ts';

afterEach(() => speak('en'));

test('a shortcut has the names of its keys in the language that is spoken', () => {
  const keys = ['Ctrl+Shift+V', 'Ctrl+Alt+Space', 'Super+F9', '', 'constructor'];
  assert.deepEqual(keys.map(shownShortcut), keys);
  assert.equal(shownShortcut('Ctrl+Delete'), 'Ctrl+Del');
  speak('de', translationsInto('de'));
  assert.deepEqual(keys.map(shownShortcut), ['Strg+Umschalt+V', 'Strg+Alt+Leertaste', 'Super+F9', '', 'constructor']);
  assert.equal(shownShortcut('Delete'), 'Entf');
});
