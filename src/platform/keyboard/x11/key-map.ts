/**
 * Which physical keys make a shortcut, from the tables of the server: the keysyms of each key (X protocol, "Keyboards"; with XKB the first two layouts
 * are the columns 1–2 and 3–4, further ones follow) and the keys of each modifier. Pure.
 */
import type { KeyCombination, ModifierKey } from '../interface.ts';
import { isOfOtherScript, usualPlaceOf } from './usual-places.ts';

export interface KeyTables {
  readonly firstKeycode: number;
  readonly keysyms: readonly (readonly number[])[];
  /** Eight rows: Shift, Lock, Control, Mod1 to Mod5. */
  readonly modifierKeys: readonly (readonly number[])[];
}

/** `modifiers`: bits, as in the state of a key's event. */
export interface KeyGrab {
  readonly keycode: number;
  readonly modifiers: number;
}

/** X11/keysymdef.h */
const named: Readonly<Record<string, number>> = {
  Space: 0x20,
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Pause: 0xff13,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Print: 0xff61,
  Insert: 0xff63,
  Delete: 0xffff,
};
const firstFunctionKey = 0xffbe;
/** The keys that a modifier of ours may be, left and right. */
const modifierSyms: Readonly<Record<ModifierKey, readonly number[]>> = {
  Shift: [0xffe1, 0xffe2],
  Ctrl: [0xffe3, 0xffe4],
  Alt: [0xffe9, 0xffea],
  Super: [0xffeb, 0xffec],
};
const lockSyms: readonly number[] = [0xff7f, 0xff14]; // NumLock, ScrollLock
/** Keysyms of functions are between them. */
const firstOtherSym = 0xfe00;
const firstUnicodeSym = 0x1000000;
const capsLock = 0b10;
const columnsOfGroup = 2;
/** Return, KP_Enter, Escape. */
const closingSyms: readonly number[] = [0xff0d, 0xff8d, 0xff1b];
/** Caps_Lock, Shift_Lock, NumLock, ScrollLock, Mode_switch. */
const lockingSyms: readonly number[] = [0xffe5, 0xffe6, ...lockSyms, 0xff7e];
/** X11/keysymdef.h: ISO_Lock, ISO_Level3_Lock, and ISO_Group_Latch to ISO_Last_Group_Lock. ISO_Level3_Shift (AltGr) is among them, and writes signs. */
const [isoLock, level3Lock, firstGroupSym, lastGroupSym] = [0xfe01, 0xfe05, 0xfe06, 0xfe0f] as const;
/** X protocol, GrabKey. */
const anyModifier = 0x8000;
/** Of the state of a key's event: the modifiers, without buttons and layout. */
export const modifiersOfState = 0xff;
/** The digits 1 to 9 above the letters, and those of the keypad: the keycodes of evdev, by which a web page knows them too. */
const digitKeycodes: readonly number[] = [10, 11, 12, 13, 14, 15, 16, 17, 18, 87, 88, 89, 83, 84, 85, 79, 80, 81];

/** The keysym of a key's name, unshifted. */
function keysymOf(key: string): number {
  const known = named[key];
  if (known !== undefined) return known;
  return key.length > 1 ? firstFunctionKey + Number(key.slice(1)) - 1 : key.toLowerCase().charCodeAt(0);
}

/** The key that makes `key`: in the layout in force (`group`, from 0 on), otherwise in another one, as programs themselves look for it. */
export function keycodeOf(tables: KeyTables, key: string, group: number): number | null {
  const wanted = keysymOf(key);
  const inGroup = tables.keysyms.findIndex((row) => inLayout(row, group) === wanted);
  const place = inGroup >= 0 ? inGroup : tables.keysyms.findIndex((row) => row.includes(wanted));
  return place < 0 ? null : tables.firstKeycode + place;
}

/** Unshifted. A key that is the same in all layouts has columns for the first one only. */
function inLayout(row: readonly number[], group: number): number | undefined {
  const own = row[group * columnsOfGroup];
  return own === undefined || own === 0 ? row[0] : own;
}

/** The bit of a modifier in an event's state; 0 if no key makes it. */
export function maskOf(tables: KeyTables, modifier: ModifierKey): number {
  return maskOfSyms(tables, modifierSyms[modifier]);
}

/** A key of a modifier. */
export function modifierKeycode(tables: KeyTables, modifier: ModifierKey): number | null {
  const row = tables.modifierKeys.find((keys) => keys.some((key) => hasSym(tables, key, modifierSyms[modifier])));
  return row?.find((key) => hasSym(tables, key, modifierSyms[modifier])) ?? null;
}

function maskOfSyms(tables: KeyTables, syms: readonly number[]): number {
  const index = tables.modifierKeys.findIndex((keys) => keys.some((key) => hasSym(tables, key, syms)));
  return index < 0 ? 0 : 1 << index;
}

function hasSym(tables: KeyTables, key: number, syms: readonly number[]): boolean {
  return key !== 0 && (tables.keysyms[key - tables.firstKeycode] ?? []).some((sym) => syms.includes(sym));
}

/**
 * What to grab: the key, with each state of the locks, which mean nothing to a shortcut. A shortcut whose key is on another place in another layout has
 * several keys.
 */
export function grabsOf(tables: KeyTables, shortcut: KeyCombination): readonly KeyGrab[] {
  const masks = shortcut.modifiers.map((modifier) => maskOf(tables, modifier));
  if (masks.includes(0)) return [];
  const held = masks.reduce((sum, mask) => sum | mask, 0);
  const keycodes = placesOf(tables, shortcut.key);
  return keycodes.flatMap((keycode) => statesOfLocks(tables, held).map((state) => ({ keycode, modifiers: held | state })));
}

/** Wherever a layout has it. Where the key of a US keyboard makes no Latin sign at all, that one too: who has no Latin letters means it. */
function placesOf(tables: KeyTables, key: string): readonly number[] {
  const wanted = keysymOf(key);
  const found = tables.keysyms.flatMap((row, place) => (row.includes(wanted) ? [tables.firstKeycode + place] : []));
  const usual = usualPlaceOf(key);
  const isMeant = usual !== null && !found.includes(usual) && isOfOtherScript(tables.keysyms[usual - tables.firstKeycode] ?? []);
  return isMeant ? [...found, usual] : found;
}

/** Each state of the locks that are no part of `held`. */
function statesOfLocks(tables: KeyTables, held: number): readonly number[] {
  const locks = [capsLock, ...lockSyms.map((sym) => maskOfSyms(tables, [sym]))].filter((mask) => mask !== 0 && (mask & held) === 0);
  const states = [0];
  for (const lock of locks) states.push(...states.map((state) => state | lock));
  return [...new Set(states)];
}

/**
 * The keys that close the picker, whatever becomes of it: Enter and Escape, with any modifiers, and Alt with a digit, by the physical keys that are digits everywhere.
 */
export function closingKeysOf(tables: KeyTables): readonly KeyGrab[] {
  const always = tables.keysyms.flatMap((row, place) =>
    row.some((sym) => closingSyms.includes(sym)) ? [{ keycode: tables.firstKeycode + place, modifiers: anyModifier }] : [],
  );
  const [alt, shift] = [maskOf(tables, 'Alt'), maskOf(tables, 'Shift')];
  if (alt === 0) return always;
  const states = statesOfLocks(tables, alt | shift).flatMap((state) => [alt | state, alt | shift | state]);
  return [...always, ...digitKeycodes.flatMap((keycode) => states.map((modifiers) => ({ keycode, modifiers })))];
}

/** Whether this press is one of them. */
export function isClosing(keys: readonly KeyGrab[], { keycode, buttons }: { readonly keycode: number; readonly buttons: number }): boolean {
  return keys.some((key) => key.keycode === keycode && (key.modifiers === anyModifier || key.modifiers === (buttons & modifiersOfState)));
}

/** Whether a key by itself changes a lock or the layout, and writes nothing. */
export function changesLayout(tables: KeyTables, keycode: number): boolean {
  return isLocking(tables.keysyms[keycode - tables.firstKeycode]?.[0] ?? 0);
}

/**
 * Whether a press changes a lock or the layout together with the modifiers that were down before it: with the option `grp:alt_shift_toggle` a Shift is a Shift, and
 * with Alt changes the layout; with `grp:win_space_toggle` that is true of the space bar and Super.
 */
export function togglesLayout(tables: KeyTables, { keycode, buttons }: { readonly keycode: number; readonly buttons: number }): boolean {
  const row = tables.keysyms[keycode - tables.firstKeycode] ?? [];
  if (!row.some(isLocking)) return false;
  const modifiers = writesSign(tables, keycode) ? (['Ctrl', 'Alt', 'Super'] as const) : (['Shift', 'Ctrl', 'Alt', 'Super'] as const);
  return isLocking(row[0] ?? 0) || modifiers.some((modifier) => (maskOf(tables, modifier) & buttons) !== 0);
}

function isLocking(sym: number): boolean {
  return lockingSyms.includes(sym) || sym === isoLock || sym === level3Lock || (sym >= firstGroupSym && sym <= lastGroupSym);
}

/** The layout in force, from 0 on, out of a pointer's or event's state (XKB, "Computing A State Field from an XKB State"). */
export function groupOf(state: number): number {
  return (state >> 13) & 0b11;
}

/** The modifier that a key is, as a bit of an event's state; 0 for any other key. */
export function modifierBitOf(tables: KeyTables, keycode: number): number {
  const index = tables.modifierKeys.findIndex((keys) => keys.includes(keycode));
  return index < 0 ? 0 : 1 << index;
}

/** Whether a key writes a sign, and does nothing else: X11/keysymdef.h has keys such as Enter above 0xfe00, and letters of most scripts below. */
export function writesSign(tables: KeyTables, keycode: number): boolean {
  const sym = tables.keysyms[keycode - tables.firstKeycode]?.[0] ?? 0;
  return sym !== 0 && (sym < firstOtherSym || sym >= firstUnicodeSym);
}

/** The keys that are held, out of the answer to QueryKeymap: one bit each. */
export function heldKeys(bits: Uint8Array): readonly number[] {
  return [...bits].flatMap((byte, index) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit));
}

/** The keys to press in this order, and let go in the other one; null if the keyboard has not all of them. */
export function keycodesToPress(tables: KeyTables, { modifiers, key }: KeyCombination, group: number): readonly number[] | null {
  const codes = [...modifiers.map((modifier) => modifierKeycode(tables, modifier)), keycodeOf(tables, key, group)];
  return codes.includes(null) ? null : (codes as number[]);
}

/**
 * A key that nothing is on, and what makes it `key` for a while: programs look for the sign, and many of them not for the place, where a layout has no Latin
 * letters. Null if there is none, or `key` is no sign.
 */
export function spareKey(tables: KeyTables, key: string): { readonly keycode: number; readonly keysyms: readonly [number, number] } | null {
  if (key.length > 1) return null;
  const isFree = (keycode: number): boolean =>
    modifierBitOf(tables, keycode) === 0 && (tables.keysyms[keycode - tables.firstKeycode] ?? [1]).every((sym) => sym === 0);
  const keycode = tables.keysyms.map((_, place) => tables.firstKeycode + place).findLast(isFree);
  return keycode === undefined ? null : { keycode, keysyms: [keysymOf(key), key.charCodeAt(0)] };
}

/** The grabs that are not among the others. */
export function without(grabs: readonly KeyGrab[], others: readonly KeyGrab[]): readonly KeyGrab[] {
  return grabs.filter((grab) => !others.some(({ keycode, modifiers }) => keycode === grab.keycode && modifiers === grab.modifiers));
}
