/** Why a shortcut can't be chosen, for people. Pure. */
import { type Refusal, refusedKeysIn } from '../../contract/documents/refused-shortcuts.ts';
import { shortcutText } from '../../contract/documents/shortcut.ts';
import { say } from '../language/say.ts';

type InWords = (keys: string) => string;

const inWords: Readonly<Record<Refusal, InWords>> = {
  'selects-all': (keys) => say('Hub uses {keys} to select everything. Choose other keys.', { keys }),
  copies: (keys) => say('Hub uses {keys} to copy. Choose other keys.', { keys }),
  searches: (keys) => say('Hub uses {keys} to search. Choose other keys.', { keys }),
  opens: (keys) => say('Hub uses {keys} to open a copy. Choose other keys.', { keys }),
  pins: (keys) => say('Hub uses {keys} to pin a copy. Choose other keys.', { keys }),
  pastes: (keys) => say('Hub uses {keys} to paste. Choose other keys.', { keys }),
  cuts: (keys) => say('Hub uses {keys} to cut. Choose other keys.', { keys }),
  redoes: (keys) => say('Hub uses {keys} to redo. Choose other keys.', { keys }),
  undoes: (keys) => say('Hub uses {keys} to undo and redo. Choose other keys.', { keys }),
  types: () => say('Use Ctrl, Alt or Super with a key.'),
  'begins-a-number': (keys) => say('The system uses {keys} to type a character by its number. Choose other keys.', { keys }),
  'closes-windows': (keys) => say('The desktop uses {keys} to close windows. Choose other keys.', { keys }),
  'switches-windows': (keys) => say('The desktop uses {keys} to switch windows. Choose other keys.', { keys }),
  'locks-the-screen': (keys) => say('The desktop uses {keys} to lock the screen. Choose other keys.', { keys }),
  'ends-the-session': (keys) => say('The system uses {keys} to end the session. Choose other keys.', { keys }),
  'opens-menus': (keys) => say('Programs use {keys} to open menus. Choose other keys.', { keys }),
  'is-of-programs': () => say('Programs use Ctrl plus a letter for their own commands. Add Shift, Alt or Super.'),
  'edits-in-programs': (keys) => say('Programs use {keys} in fields and lists. Choose other keys.', { keys }),
  'is-a-function-key': (keys) => say('Programs use {keys} for their own commands. Add Ctrl, Alt, Shift or Super.', { keys }),
  'picks-a-row': (keys) => say('The picker uses {keys} to paste a row. Choose other keys.', { keys }),
  'moves-or-edits': (keys) => say('Hub uses {keys} in lists and fields. Use a letter, a digit, a sign or a function key.', { keys }),
};

/** @param keys as people read them */
export function refusedInWords(refusal: Refusal, keys: string): string {
  return inWords[refusal](keys);
}

/** Of a document with such keys: what its parser says was expected there. Null if that is about something else. */
export function refusedKeysInWords(expected: string): string | null {
  const refused = refusedKeysIn(expected);
  if (refused === null || !Object.hasOwn(inWords, refused.refusal)) return null;
  return refusedInWords(refused.refusal as Refusal, shortcutText(refused.keys));
}
