/** Shortcuts that must not be chosen, and why. Two kinds are chosen, by one rule as far as both can have it: keys for everywhere, and those of a saved command. Pure. */
import { isUsedByPrograms, parseShortcut, type Shortcut, shortcutText } from './shortcut.ts';

/** What the window, the picker or a field does with Ctrl and a letter. */
const letterUses = {
  A: 'selects-all',
  C: 'copies',
  F: 'searches',
  K: 'searches',
  O: 'opens',
  P: 'pins',
  V: 'pastes',
  X: 'cuts',
  Y: 'redoes',
  Z: 'undoes',
} as const;
type LetterUse = (typeof letterUses)[keyof typeof letterUses];

/** Those of them that mean something with Shift too. */
const shiftedLetters = 'CVXZ';

export type Refusal =
  | LetterUse
  /** It types something: all that is held with it is Shift. */
  | 'types'
  /** GTK and IBus begin the number of a character with it in every field, so a field never hears it. */
  | 'begins-a-number'
  | 'closes-windows'
  | 'switches-windows'
  | 'locks-the-screen'
  | 'ends-the-session'
  | 'opens-menus'
  /** Ctrl with a letter, in all programs. */
  | 'is-of-programs'
  /** Ctrl with Enter, Tab, Delete, an arrow and the like: it sends, goes on, or edits a word. */
  | 'edits-in-programs'
  /** F1 for help, F5 to refresh, F11 for the full screen: each is something in most programs. */
  | 'is-a-function-key'
  /** A row of the picker. */
  | 'picks-a-row'
  /** Enter, Delete, the arrows. */
  | 'moves-or-edits';

/** Neither an input method nor a desktop leaves these to anybody. */
const ofTheSystem: Readonly<Record<string, Refusal>> = {
  'Ctrl+Shift+U': 'begins-a-number',
  'Alt+F4': 'closes-windows',
  'Alt+Tab': 'switches-windows',
  'Alt+Shift+Tab': 'switches-windows',
  'Super+Tab': 'switches-windows',
  'Super+Shift+Tab': 'switches-windows',
  'Super+L': 'locks-the-screen',
  'Ctrl+Alt+L': 'locks-the-screen',
  'Ctrl+Alt+Delete': 'ends-the-session',
  F10: 'opens-menus',
  'Shift+F10': 'opens-menus',
};

function systemRefusal(shortcut: Shortcut): Refusal | null {
  const text = shortcutText(shortcut);
  return Object.hasOwn(ofTheSystem, text) ? (ofTheSystem[text] ?? null) : null;
}

/** Whether all programs can do without it: pressed everywhere, it must take no key away that somebody types with. */
export function isGlobalShortcut({ modifiers: held, key }: Shortcut): boolean {
  return held.some((modifier) => modifier !== 'Shift') || /^F\d/.test(key) || key === 'Pause' || key === 'Print';
}

const editingKeys: ReadonlySet<string> = new Set([
  ...['Enter', 'Tab', 'Backspace', 'Insert', 'Delete', 'Home', 'End', 'PageUp', 'PageDown', 'Up', 'Down', 'Left', 'Right'],
]);

function editsInPrograms({ modifiers: held, key }: Shortcut): boolean {
  return editingKeys.has(key) && held.includes('Ctrl') && held.every((modifier) => modifier === 'Ctrl' || modifier === 'Shift');
}

/** Why a shortcut for everywhere is not to be chosen; null if it may. */
export function globalRefusal(shortcut: Shortcut): Refusal | null {
  if (isUsedByPrograms(shortcut)) return 'is-of-programs';
  if (!isGlobalShortcut(shortcut)) return 'types';
  if (editsInPrograms(shortcut)) return 'edits-in-programs';
  return systemRefusal(shortcut) ?? (shortcut.modifiers.length === 0 && /^F\d$|^F1[0-2]$/.test(shortcut.key) ? 'is-a-function-key' : null);
}

/** The same for a document by hand: who writes `F9` there means it. */
export function writtenGlobalRefusal(shortcut: Shortcut): Refusal | null {
  const refusal = globalRefusal(shortcut);
  return refusal === 'is-a-function-key' ? null : refusal;
}

/** Why a saved command can't have it: it types something, or the window or the system's input uses it. */
export function commandRefusal(shortcut: Shortcut): Refusal | null {
  const { modifiers: held, key } = shortcut;
  const refusal = systemRefusal(shortcut);
  if (refusal !== null) return refusal;
  if (/^F\d/.test(key)) return key === 'F4' && held.includes('Alt') ? 'closes-windows' : null;
  if (key.length > 1) return 'moves-or-edits';
  const isCommand = held.includes('Ctrl') || held.includes('Super');
  if (held.includes('Alt')) return !isCommand && /\d/.test(key) ? 'picks-a-row' : null;
  if (!isCommand) return 'types';
  const isUsed = Object.hasOwn(letterUses, key) && (!held.includes('Shift') || shiftedLetters.includes(key));
  return isUsed ? letterUses[key as keyof typeof letterUses] : null;
}

const faultStart = 'other keys than ';

/** What a document is told that has refused keys, where a schema or a check says what it expects. */
export function refusedKeysFault(refusal: Refusal, shortcut: Shortcut): string {
  return `${faultStart}${shortcutText(shortcut)} (${refusal})`;
}

/** What such a fault says; null if it is another one. */
export function refusedKeysIn(fault: string): { readonly refusal: string; readonly keys: Shortcut } | null {
  if (!fault.startsWith(faultStart)) return null;
  const [keys = '', refusal = ''] = fault.slice(faultStart.length, -1).split(' (', 2);
  const shortcut = parseShortcut(keys);
  return shortcut === null ? null : { refusal, keys: shortcut };
}
