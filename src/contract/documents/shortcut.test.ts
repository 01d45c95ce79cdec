import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isUsedByPrograms, modifiers, namedKeys, parseShortcut, pressedShortcut, shortcutText } from './shortcut.ts';

const written = (text: string): string | null => {
  const shortcut = parseShortcut(text);
  return shortcut === null ? null : shortcutText(shortcut);
};

test('a shortcut is read in any case, any order and by the names of other systems, and has one form', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['Ctrl+Shift+V', 'Ctrl+Shift+V'],
    ['shift + control + v', 'Ctrl+Shift+V'],
    ['Win+v', 'Super+V'],
    ['strg+alt+5', 'Ctrl+Alt+5'],
    ['f9', 'F9'],
    ['Super+insert', 'Super+Insert'],
    ['Ctrl+;', 'Ctrl+;'],
  ];
  for (const [text, form] of forms) assert.equal(written(text), form, text);
});

test('what is no shortcut is none', () => {
  for (const text of [
    '',
    '+',
    'Ctrl',
    'Ctrl+',
    'Ctrl+Ctrl+V',
    'Hyper+V',
    'Ctrl+VV',
    'Ctrl+F25',
    'V+Ctrl',
    'Ctrl+ü',
    'constructor',
    `${'Ctrl+'.repeat(20)}V`,
  ])
    assert.equal(written(text), null, text);
});

test('what is written is read as the same', () => {
  const key = fc.constantFrom(...namedKeys, 'A', 'Z', '0', '9', '-', '=', '/');
  fc.assert(
    fc.property(fc.subarray([...modifiers]), key, (held, name) => {
      assert.deepEqual(parseShortcut(shortcutText({ modifiers: held, key: name })), { modifiers: held, key: name });
    }),
  );
});

test('a pressed key is the letter of its layout, or of its place', () => {
  const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
  assert.equal(pressedShortcut({ ...none, key: 'u', code: 'KeyF', ctrlKey: true }), 'Ctrl+U');
  assert.equal(pressedShortcut({ ...none, key: 'щ', code: 'KeyO', ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+O');
  assert.equal(pressedShortcut({ ...none, key: '!', code: 'Digit1', metaKey: true }), 'Super+1');
  assert.equal(pressedShortcut({ ...none, key: 'Control', code: 'ControlLeft', ctrlKey: true }), null);
});

test('Ctrl with a letter belongs to the programs, and with another modifier it does not', () => {
  const is = (text: string): boolean => isUsedByPrograms(parseShortcut(text) ?? { modifiers: [], key: '1' });
  for (const text of ['Ctrl+C', 'ctrl+v', 'Control+Z']) assert.ok(is(text), text);
  for (const text of ['Ctrl+Shift+V', 'Super+V', 'Ctrl+Alt+C', 'Ctrl+`', 'Ctrl+Space', 'F9', 'Alt+C']) assert.ok(!is(text), text);
});
