/** The keys that Hub takes wherever the user is, and what for: none of them can have two uses, and no other program is to blame for that. Pure. */
import { say } from '../language/say.ts';
import { shownShortcut } from '../language/shown-shortcut.ts';

/** Empty without one. If both are the same, they are the picker's. */
export interface OwnShortcuts {
  readonly picker: string;
  /** Extracts the text of what is on the clipboard. */
  readonly text: string;
}

export type OwnUse = keyof OwnShortcuts;

/** What Hub uses these keys for; null for nothing. */
export function ownUse({ picker, text }: OwnShortcuts, keys: string): OwnUse | null {
  if (keys === '') return null;
  return keys === picker ? 'picker' : keys === text ? 'text' : null;
}

/** Keys that can't be chosen, and why. */
export interface ReservedKeys {
  readonly keys: string;
  readonly why: string;
}

/** For a shortcut with another use than this one; without one, for that of a saved command. */
export function reservedKeys(own: OwnShortcuts, but: OwnUse | null): readonly ReservedKeys[] {
  return (['picker', 'text'] as const)
    .filter((use) => use !== but && own[use] !== '')
    .map((use) => ({ keys: own[use], why: usedInWords(use, own[use]) }));
}

export function usedInWords(use: OwnUse, keys: string): string {
  const shown = shownShortcut(keys);
  return use === 'picker'
    ? say('Hub itself uses {keys}, to open the picker. Choose other keys.', { keys: shown })
    : say('Hub itself uses {keys}, to extract the text of the clipboard. Choose other keys.', { keys: shown });
}

/** Pressed anywhere, these keys would not reach the command any more. */
export function keysOfCommands(
  commands: readonly { readonly name: string; readonly shortcut?: string | undefined }[],
): readonly ReservedKeys[] {
  return commands.flatMap(({ name, shortcut: keys = '' }) =>
    keys === ''
      ? []
      : [
          {
            keys,
            why: say('Hub itself uses {keys}, for the saved command {name}. Choose other keys.', { keys: shownShortcut(keys), name }),
          },
        ],
  );
}
