/** Shortcuts as the keys are labelled on a keyboard of the language that is spoken: `Strg+Umschalt+V`. Documents and commands keep the English names. */
import { say } from './say.ts';

/** `Home` and the like are other words elsewhere, so they keep their English names; `Delete` is shown as keyboards have it. */
const labels: Readonly<Record<string, () => string>> = {
  Ctrl: () => say('Ctrl'),
  Shift: () => say('Shift'),
  Space: () => say('Space'),
  Enter: () => say('Enter'),
  Backspace: () => say('Backspace'),
  Insert: () => say('Insert'),
  Delete: () => say('Del'),
  PageUp: () => say('PageUp'),
  PageDown: () => say('PageDown'),
};

/** A shortcut as `contract/documents/shortcut.ts` writes it, with the names of its keys in the language that is spoken; others stay. */
export function shownShortcut(keys: string): string {
  return keys
    .split('+')
    .map((name) => (Object.hasOwn(labels, name) ? (labels[name]?.() ?? name) : name))
    .join('+');
}
