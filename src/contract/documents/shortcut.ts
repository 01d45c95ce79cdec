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

/** Whether it is Ctrl with a letter: copying, pasting, saving and the like are in all programs, and would be in none any more. */
export function isUsedByPrograms({ modifiers: held, key }: Shortcut): boolean {
  return held.length === 1 && held[0] === 'Ctrl' && /^[A-Z]$/.test(key);
}

/** A pressed key as browsers report it. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

/** The names of keys as browsers have them, where they differ from ours. */
const browserNames: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  PrintScreen: 'Print',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backquote: '`',
};

/** What was pressed; null while only modifiers are held, and for keys that no shortcut has. */
export function pressedShortcut({ code, key, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): string | null {
  // The letter of the layout, or that of the key where the layout has none.
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^(?:Key|Digit)(.)$/, '$1');
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter((name) => name !== false);
  const name = Object.hasOwn(browserNames, letter) ? browserNames[letter] : letter;
  const shortcut = parseShortcut([...held, name].join('+'));
  return shortcut === null ? null : shortcutText(shortcut);
}

/**
 * Whether a key asks for the menu of what has the focus. Menus open by it, and not by the event that follows: WebKitGTK reports that as a right click, later,
 * and in a field it would show a menu of its own.
 */
export function isMenuKey({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): boolean {
  return !ctrlKey && !altKey && !metaKey && (key === 'ContextMenu' || (key === 'F10' && shiftKey));
}
