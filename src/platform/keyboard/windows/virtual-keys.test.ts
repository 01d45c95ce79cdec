import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedKeys } from '../../../contract/documents/shortcut.ts';
import { hotKeyModifiers, inputBytes, inputsToPress, virtualKeyOf } from './virtual-keys.ts';

const strokesOf = (inputs: Buffer): readonly (readonly [code: number, flags: number])[] =>
  Array.from({ length: inputs.length / inputBytes }, (_, index) => [
    inputs.readUInt16LE(index * inputBytes + 8),
    inputs.readUInt32LE(index * inputBytes + 12),
  ]);

test('every key of a shortcut has a code, and a sign that the layout has not, or has only with Shift, has none', () => {
  const none = (): number => -1;
  for (const key of namedKeys) assert.ok((virtualKeyOf(key, none) ?? 0) > 0, key);
  assert.deepEqual(
    ['V', '7', 'F1', 'F24', 'Insert'].map((key) => virtualKeyOf(key, none)),
    [0x56, 0x37, 0x70, 0x87, 0x2d],
  );
  assert.deepEqual([virtualKeyOf(';', () => 0xba), virtualKeyOf(';', none), virtualKeyOf(';', () => 0x1bc)], [0xba, null, null]);
});

test('a shortcut has the bits of its modifiers, and is told once for each press', () => {
  assert.equal(hotKeyModifiers({ modifiers: ['Ctrl', 'Alt'], key: 'V' }), 0x4003);
  assert.equal(hotKeyModifiers({ modifiers: ['Shift', 'Super'], key: 'V' }), 0x400c);
});

test('what is held is let go before the keys, and Alt does not open a menu by that', () => {
  const press = (held: readonly number[]) =>
    strokesOf(inputsToPress(0x56, { modifiers: ['Ctrl'], key: 'V' }, held, () => 0)).map(
      ([code, flags]) => `${code.toString(16)}:${flags}`,
    );
  const keys = ['11:0', '56:0', '56:2', '11:2'];
  assert.deepEqual(press([]), keys);
  assert.deepEqual(press([0xa0]), ['a0:2', ...keys]);
  assert.deepEqual(press([0xa3, 0xa4]), ['e8:0', 'e8:2', 'a3:3', 'a4:2', ...keys]);
});

test('Shift with Insert is the key beside the number pad', () => {
  const inputs = inputsToPress(0x2d, { modifiers: ['Shift'], key: 'Insert' }, [], () => 0);
  assert.deepEqual(strokesOf(inputs), [
    [0x10, 0],
    [0x2d, 1],
    [0x2d, 3],
    [0x10, 2],
  ]);
});
