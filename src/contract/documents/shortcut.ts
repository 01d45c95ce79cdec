/**
 * Keyboard shortcuts in words, as people and desktops write them: `Ctrl+Shift+V`, `Super+Insert`, `F9`. Pure; which physical keys these are is the
 * system's business.
 */

export const modifiers = ['Ctrl', 'Alt', 'Shift', 'Super'] as const;
export type Modifier = (typeof modifiers)[number];

export interface Shortcut {
  /** In the order of `modifiers`, each once. */
  readonly modifiers: readonly Modifier[];
  /** A capital letter, a digit, a sign of a US keyboard, or one of `namedKeys`. */
  readonly key: string;
}

/** Keys with a name instead of a sign. */
export const namedKeys = [
  'Space',
  'Tab',
  'Enter',
  'Backspace',
  'Insert',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Up',
  'Down',
  'Left',
  'Right',
  'Print',
  'Pause',
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
] as const;

const signs = "`-=[]\\;',./";
/** Longer than any shortcut. */
const longest = 64;

const otherNames: Readonly<Record<string, Modifier>> = {
  control: 'Ctrl',
  strg: 'Ctrl',
  meta: 'Super',
  win: 'Super',
  windows: 'Super',
  cmd: 'Super',
};

/** What a text names; null if it is no shortcut. Neither case nor the order of modifiers matters. */
export function parseShortcut(text: string): Shortcut | null {
  if (text.length > longest) return null;
  const names = text.split('+').map((name) => name.trim());
  const key = keyNamed(names.pop() ?? '');
  const held = names.map(modifierNamed);
  if (key === null || held.includes(null) || new Set(held).size < held.length) return null;
  return { modifiers: modifiers.filter((modifier) => held.includes(modifier)), key };
}

function modifierNamed(name: string): Modifier | null {
  const lower = name.toLowerCase();
  return modifiers.find((modifier) => modifier.toLowerCase() === lower) ?? otherNames[lower] ?? null;
}

function keyNamed(name: string): string | null {
  if (/^[a-z0-9]$/i.test(name)) return name.toUpperCase();
  if (name.length === 1 && signs.includes(name)) return name;
  return namedKeys.find((key) => key.toLowerCase() === name.toLowerCase()) ?? null;
}

/** As Hub writes it: `Ctrl+Shift+V`. */
export function shortcutText({ modifiers: held, key }: Shortcut): string {
  return [...held, key].join('+');
}

/** Whether all programs can do without it: pressed everywhere, it must take no key away that somebody types with. */
export function isGlobalShortcut({ modifiers: held, key }: Shortcut): boolean {
  return held.some((modifier) => modifier !== 'Shift') || /^F\d/.test(key) || key === 'Pause' || key === 'Print';
}
