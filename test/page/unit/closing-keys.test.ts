import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayClose } from '../../../src/processes/shell/page/picker/closing-keys.ts';

test('a key that closes the picker is known by its place too, whatever an input method calls it', () => {
  for (const code of ['Enter', 'NumpadEnter', 'Escape'])
    for (const key of ['Process', 'Unidentified', code]) assert.equal(mayClose({ key, code, altKey: false }), true, `${key} ${code}`);
  assert.equal(mayClose({ key: 'Enter', code: '', altKey: false }), true);
  for (const code of ['Digit1', 'Numpad9']) for (const altKey of [true, false]) assert.equal(mayClose({ key: '1', code, altKey }), altKey);
  for (const [key, code] of [
    ['Process', 'KeyA'],
    ['EnterX', ''],
    ['0', 'Digit0'],
  ] as const)
    assert.equal(mayClose({ key, code, altKey: true }), false, code);
});
