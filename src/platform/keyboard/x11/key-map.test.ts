import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  closingKeysOf,
  grabsOf,
  groupOf,
  heldKeys,
  isClosing,
  type KeyTables,
  keycodesToPress,
  modifierBitOf,
  spareKey,
  writesSign,
} from './key-map.ts';

const first = 8;
/** Keys by their place from keycode 8 on: the columns are the signs of the first and of the second layout, each without and with Shift. */
function tables(rows: Readonly<Record<number, readonly number[]>>): KeyTables {
  const keysyms = Array.from({ length: 120 }, (_, place) => rows[place + first] ?? [0, 0, 0, 0]);
  const modifierKeys = [[50, 62], [66], [37, 105], [64], [77], [], [], []];
  return { firstKeycode: first, keysyms, modifierKeys };
}

const common = {
  50: [0xffe1, 0, 0xffe1, 0],
  62: [0xffe2, 0],
  66: [0xffe5, 0],
  37: [0xffe3, 0],
  105: [0xffe4, 0],
  64: [0xffe9, 0xffe7],
  77: [0xff7f, 0],
  118: [0xff63, 0],
};
const [v, capitalV, em, capitalEm, k, capitalK] = [0x76, 0x56, 0x6cd, 0x6ed, 0x6b, 0x4b];
const american = tables({ ...common, 55: [v, capitalV], 45: [k, capitalK] });
const withRussian = tables({ ...common, 55: [v, capitalV, em, capitalEm], 45: [k, capitalK, 0x6cc, 0x6ec] });
/** Dvorak has v where the American layout has a full stop, and k where that has v. */
const withDvorak = tables({ ...common, 55: [v, capitalV, k, capitalK], 60: [0x2e, 0x3e, v, capitalV] });

test('keys are pressed where the layout in force has them, and otherwise where another one does', () => {
  const paste = { modifiers: ['Ctrl'], key: 'V' } as const;
  assert.deepEqual(keycodesToPress(american, paste, 0), [37, 55]);
  assert.deepEqual(keycodesToPress(withRussian, paste, 1), [37, 55], 'there is no v in the second layout');
  assert.deepEqual(keycodesToPress(withDvorak, paste, 0), [37, 55]);
  assert.deepEqual(keycodesToPress(withDvorak, paste, 1), [37, 60], 'the other key would be Ctrl+K');
  assert.deepEqual(keycodesToPress(american, { modifiers: ['Ctrl', 'Shift'], key: 'Insert' }, 1), [37, 50, 118]);
  assert.equal(keycodesToPress(american, { modifiers: ['Super'], key: 'V' }, 0), null, 'no key makes Super');
  assert.equal(keycodesToPress(american, { modifiers: [], key: 'Q' }, 0), null);
});

test('a shortcut is grabbed with each state of the locks, and on each key that makes it', () => {
  const paste = { modifiers: ['Ctrl', 'Shift'], key: 'V' } as const;
  const [shift, lock, control, numLock] = [1, 2, 4, 16];
  const held = shift | control;
  const states = [held, held | lock, held | numLock, held | lock | numLock];
  const sorted = (grabs: ReturnType<typeof grabsOf>) => grabs.map(({ keycode, modifiers }) => [keycode, modifiers]).sort();
  assert.deepEqual(sorted(grabsOf(american, paste)), states.map((state) => [55, state]).sort());
  assert.deepEqual(sorted(grabsOf(withDvorak, paste)), [55, 60].flatMap((keycode) => states.map((state) => [keycode, state])).sort());
  assert.deepEqual(grabsOf(american, { modifiers: ['Super'], key: 'V' }), []);
  assert.deepEqual(grabsOf(american, { modifiers: ['Ctrl'], key: 'Q' }), []);
});

/** Russian alone: м where a US keyboard has v. */
const russian = tables({ ...common, 55: [em, capitalEm], 45: [0x6cc, 0x6ec], 36: [0xff0d, 0] });

test('without Latin letters a shortcut is where its letter usually is, and the letter itself can be lent a key', () => {
  const paste = { modifiers: ['Ctrl', 'Shift'], key: 'V' } as const;
  assert.deepEqual([...new Set(grabsOf(russian, paste).map(({ keycode }) => keycode))], [55]);
  assert.deepEqual(grabsOf(russian, { modifiers: ['Ctrl'], key: 'F9' }), [], 'no key of this keyboard');
  assert.equal(keycodesToPress(russian, paste, 0), null);
  const spare = spareKey(russian, 'V');
  assert.ok(spare !== null);
  assert.deepEqual([spare.keycode, spare.keysyms], [127, [v, capitalV]]);
  const lent = { ...russian, keysyms: russian.keysyms.with(spare.keycode - first, spare.keysyms) };
  assert.deepEqual(keycodesToPress(lent, paste, 0), [37, 50, 127]);
  // While the letter is lent, the shortcut is still on the key that has a cap.
  assert.ok(grabsOf(lent, paste).some(({ keycode }) => keycode === 55));
  assert.equal(spareKey(russian, 'F9'), null);
  const full = { ...russian, keysyms: russian.keysyms.map((row) => (row.some((sym) => sym !== 0) ? row : [0x6c1, 0])) };
  assert.equal(spareKey(full, 'V'), null);
});

test('Enter and Escape close the picker with any modifiers, and a digit with Alt', () => {
  const closing = closingKeysOf(russian);
  const [alt, shift, control] = [8, 1, 4];
  assert.deepEqual(
    [
      [36, 0],
      [36, control],
      [10, alt],
      [18, alt | shift],
      [10, 0],
      [10, alt | control],
      [55, alt],
    ].map(([keycode = 0, buttons = 0]) => isClosing(closing, { keycode, buttons })),
    [true, true, true, true, false, false, false],
  );
});

test('the layout and the held keys are read out of bits', () => {
  assert.deepEqual([groupOf(0), groupOf(0x2010), groupOf(0x6000)], [0, 1, 3]);
  const bits = new Uint8Array(32);
  bits[4] = 0b10_0000;
  bits[31] = 0b1000_0000;
  assert.deepEqual(heldKeys(bits), [37, 255]);
});

test('a key is a modifier, writes a sign, or does something', () => {
  assert.deepEqual(
    [50, 62, 37, 55].map((key) => modifierBitOf(american, key)),
    [1, 1, 4, 0],
  );
  const unicode = tables({ ...common, 55: [0x1000430, 0x1000410], 36: [0xff0d, 0] });
  assert.deepEqual(
    [55, 36, 50, 118, 99].map((key) => writesSign(unicode, key)),
    [true, false, false, false, false],
  );
});
