/** What a key does in the picker, whose focus stays in the search box. Pure. */
import { isMenuKey } from '../../../../contract/documents/shortcut.ts';

export type PickerDeed =
  /** `extends`: the rows on the way are selected. */
  | { readonly kind: 'move'; readonly by: number; readonly extends?: true }
  | { readonly kind: 'first' }
  | { readonly kind: 'last' }
  /** The row that is pasted, from 0 on; null for the chosen one. */
  | { readonly kind: 'pick'; readonly how: 'paste' | 'paste-plain' | 'copy'; readonly place: number | null }
  | { readonly kind: 'leave' | 'delete' | 'undo' | 'mark' | 'pin' | 'preview' | 'open' | 'menu' | 'nothing' };

export interface PressedKey {
  readonly key: string;
  /** The physical key: with Alt or another layout, `key` of a digit may be any sign. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface SearchBox {
  readonly text: string;
  /** Where the cursor is, and whether anything is selected. */
  readonly isAtEnd: boolean;
  readonly hasSelection: boolean;
}

/** Rows that PageUp and PageDown move by. */
const page = 7;

const moves: Readonly<Record<string, PickerDeed>> = {
  ArrowDown: { kind: 'move', by: 1 },
  ArrowUp: { kind: 'move', by: -1 },
  PageDown: { kind: 'move', by: page },
  PageUp: { kind: 'move', by: -page },
  Home: { kind: 'first' },
  End: { kind: 'last' },
};

const verticalKeys = /^(?:Arrow|Page)(?:Up|Down)$/;

/** Null for a key that is the search box's. */
export function pickerDeed(pressed: PressedKey, box: SearchBox): PickerDeed | null {
  const { key, shiftKey } = pressed;
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  if (key === 'Escape') return { kind: 'leave' };
  if (key === 'Enter') return { kind: 'pick', how: isCommand ? 'copy' : shiftKey ? 'paste-plain' : 'paste', place: null };
  // Those of the shortcut may be held yet; and the box, which has one line, has no use for them.
  if (verticalKeys.test(key)) return moved(key, shiftKey && !isCommand && !pressed.altKey);
  if (pressed.altKey) return isCommand ? null : numbered(pressed);
  if (isMenuKey(pressed)) return { kind: 'menu' };
  // There is nowhere else to go: without the focus in the box the picker would have no keyboard.
  if (key === 'Tab') return { kind: 'move', by: shiftKey ? -1 : 1 };
  if (isCommand) return commandOf(key.toLowerCase(), pressed, box);
  if (shiftKey) return null;
  if (key === 'Delete') return box.isAtEnd && !box.hasSelection ? { kind: 'delete' } : null;
  if (key === 'Insert') return { kind: 'mark' };
  if (key === ' ') return box.text === '' ? { kind: 'preview' } : null;
  return Object.hasOwn(moves, key) ? (moves[key] ?? null) : null;
}

/** Two moves in the same direction as one, which ends where both do; null of any others. */
export function joinedDeeds(one: PickerDeed | null, next: PickerDeed | null): PickerDeed | null {
  if (one?.kind !== 'move' || next?.kind !== 'move' || one.extends !== next.extends || one.by > 0 !== next.by > 0) return null;
  return { ...one, by: one.by + next.by };
}

function moved(key: string, isExtending: boolean): PickerDeed | null {
  const move = moves[key] ?? null;
  return isExtending && move?.kind === 'move' ? { ...move, extends: true } : move;
}

function numbered({ code, shiftKey }: PressedKey): PickerDeed | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit === undefined ? null : { kind: 'pick', how: shiftKey ? 'paste-plain' : 'paste', place: Number(digit) - 1 };
}

function commandOf(key: string, { code, shiftKey }: PressedKey, { text, hasSelection }: SearchBox): PickerDeed | null {
  // On a layout without Latin letters the physical key says what is meant.
  const is = (letter: string): boolean => key === letter || code === `Key${letter.toUpperCase()}`;
  // The shortcut itself, among keys that came late: WebKit would paste what is on the clipboard into the box.
  if (shiftKey) return is('v') ? { kind: 'nothing' } : null;
  if (key === ' ') return { kind: 'preview' };
  if (is('p')) return { kind: 'pin' };
  if (is('o')) return { kind: 'open' };
  if (is('c') && !hasSelection) return { kind: 'pick', how: 'copy', place: null };
  return is('z') && text === '' ? { kind: 'undo' } : null;
}
