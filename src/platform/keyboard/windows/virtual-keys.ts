/**
 * Keys as Windows numbers them (virtual-key codes, winuser.h), and what SendInput is given to press them. Pure.
 */
import type { KeyCombination, ModifierKey } from '../interface.ts';

/** Of RegisterHotKey. */
const hotKeyBits: Readonly<Record<ModifierKey, number>> = { Alt: 1, Ctrl: 2, Shift: 4, Super: 8 };
/** MOD_NOREPEAT: one press is told once, however long it lasts. */
const toldOnce = 0x4000;

const modifierCodes: Readonly<Record<ModifierKey, number>> = { Shift: 0x10, Ctrl: 0x11, Alt: 0x12, Super: 0x5b };
/** Left and right, as they are held and let go. */
export const heldCodes = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0x5b, 0x5c] as const;
/** Alt and the Windows key open a menu when they are let go with nothing pressed in between. */
const opensMenu: readonly number[] = [0xa4, 0xa5, 0x5b, 0x5c];
/** No keyboard has this one. */
const noKey = 0xe8;

const named: Readonly<Record<string, number>> = {
  Backspace: 0x08,
  Tab: 0x09,
  Enter: 0x0d,
  Pause: 0x13,
  Space: 0x20,
  PageUp: 0x21,
  PageDown: 0x22,
  End: 0x23,
  Home: 0x24,
  Left: 0x25,
  Up: 0x26,
  Right: 0x27,
  Down: 0x28,
  Print: 0x2c,
  Insert: 0x2d,
  Delete: 0x2e,
};
/** They are on the number pad too, which is meant without this flag; so are the right Ctrl and Alt, and the Windows keys. */
const extended: ReadonlySet<number> = new Set([
  ...Array.from({ length: 8 }, (_, index) => 0x21 + index),
  ...[0x2c, 0x2d, 0x2e, 0xa3, 0xa5, 0x5b, 0x5c],
]);

/** KEYEVENTF_EXTENDEDKEY, KEYEVENTF_KEYUP. */
const flags = { extended: 1, up: 2 } as const;
/** INPUT with KEYBDINPUT, on systems with 8-byte pointers. */
export const inputBytes = 40;
const keyboard = 1;

/**
 * The code of a key. Letters and digits have their own as code; `ofSign` tells where the present layout has another sign (VkKeyScanW), -1 if nowhere.
 * Null if it has none.
 */
export function virtualKeyOf(key: string, ofSign: (sign: string) => number): number | null {
  if (/^[A-Z0-9]$/.test(key)) return key.charCodeAt(0);
  const number = /^F(\d{1,2})$/.exec(key)?.[1];
  if (number !== undefined) return 0x6f + Number(number);
  const code = named[key];
  if (code !== undefined) return code;
  const found = key.length === 1 ? ofSign(key) : -1;
  // A sign that needs Shift or AltGr there would be another shortcut.
  return found < 0 || found > 0xff ? null : found;
}

/** The modifiers of a shortcut, as RegisterHotKey takes them. */
export function hotKeyModifiers({ modifiers }: KeyCombination): number {
  return modifiers.reduce((bits, modifier) => bits | hotKeyBits[modifier], toldOnce);
}

/** One array for SendInput, which nothing comes between: what is held is let go, then the keys are pressed and let go. `scanOf`: MapVirtualKeyW. */
export function inputsToPress(
  code: number,
  { modifiers }: KeyCombination,
  held: readonly number[],
  scanOf: (code: number) => number,
): Buffer {
  const strokes: (readonly [code: number, isUp: boolean])[] = [];
  if (held.some((one) => opensMenu.includes(one))) strokes.push([noKey, false], [noKey, true]);
  strokes.push(...held.map((one) => [one, true] as const));
  const pressed = [...modifiers.map((modifier) => modifierCodes[modifier]), code];
  strokes.push(...pressed.map((one) => [one, false] as const), ...pressed.toReversed().map((one) => [one, true] as const));
  const inputs = Buffer.alloc(strokes.length * inputBytes);
  for (const [index, [one, isUp]] of strokes.entries()) {
    const at = index * inputBytes;
    inputs.writeUInt32LE(keyboard, at);
    inputs.writeUInt16LE(one, at + 8);
    inputs.writeUInt16LE(scanOf(one) & 0xffff, at + 10);
    inputs.writeUInt32LE((extended.has(one) ? flags.extended : 0) | (isUp ? flags.up : 0), at + 12);
  }
  return inputs;
}
