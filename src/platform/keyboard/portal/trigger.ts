/**
 * Keys as the portal takes them: modifiers, and the name of a keysym without its prefix (the "shortcuts" specification of XDG,
 * https://specifications.freedesktop.org/shortcuts-spec/latest/; xkbcommon-keysyms.h). Pure.
 */
import type { KeyCombination, ModifierKey } from '../interface.ts';

const modifierNames: Readonly<Record<ModifierKey, string>> = { Ctrl: 'CTRL', Alt: 'ALT', Shift: 'SHIFT', Super: 'LOGO' };

/** The keys whose keysym has another name. */
const keysymNames: Readonly<Record<string, string>> = {
  Space: 'space',
  Enter: 'Return',
  Backspace: 'BackSpace',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  '`': 'grave',
  '-': 'minus',
  '=': 'equal',
  '[': 'bracketleft',
  ']': 'bracketright',
  '\\': 'backslash',
  ';': 'semicolon',
  "'": 'apostrophe',
  ',': 'comma',
  '.': 'period',
  '/': 'slash',
};

/** `CTRL+SHIFT+v` */
export function preferredTrigger({ modifiers, key }: KeyCombination): string {
  const name = Object.hasOwn(keysymNames, key) ? keysymNames[key] : key.length === 1 ? key.toLowerCase() : key;
  return [...modifiers.map((modifier) => modifierNames[modifier]), name].join('+');
}
