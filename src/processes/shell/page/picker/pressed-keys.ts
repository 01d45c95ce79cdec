/** Keys that are pressed in the picker's search box. Those that mean rows wait until the rows of what is typed are there. */
import type { KeyboardEvent } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { isHeld } from '../frame/held-key.ts';
import { commandKeys, commandWith, runCommand } from '../saved-commands/command-items.tsx';
import { isComposing } from '../search/search.tsx';
import { useWaitingKeys } from '../search/waiting-keys.ts';
import { sendCommand } from '../shell-client.ts';
import { useClosingKeys } from './closing-keys.ts';
import { joinedDeeds, type PickerDeed, pickerDeed } from './picker-keys.ts';

interface Press {
  readonly deed: PickerDeed | null;
  /** The shortcut of a saved command, which comes first if there is one for the row that is chosen by then; else empty. */
  readonly keys: string;
}

interface Parts {
  readonly text: string;
  /** The rows are those of the text. */
  readonly isAnswered: boolean;
  /** What waits means nothing any more. */
  readonly isVoid: boolean;
  readonly chosen: FragmentRow | undefined;
  readonly run: (deed: PickerDeed) => void;
}

interface PressedKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Forgets those that wait. */
  readonly forget: () => void;
}

function joined(one: Press, next: Press): Press | null {
  const deed = one.keys === '' && next.keys === '' ? joinedDeeds(one.deed, next.deed) : null;
  return deed === null ? null : { deed, keys: '' };
}

export function usePressedKeys({ text, isAnswered, isVoid, chosen, run }: Parts): PressedKeys {
  const commandOf = (keys: string) => (chosen === undefined ? null : commandWith(keys, chosen));
  const waiting = useWaitingKeys<Press>({
    text,
    isAnswered,
    isVoid,
    run: ({ deed, keys }) => {
      const command = commandOf(keys);
      if (command !== null && chosen !== undefined) runCommand(command.id, chosen);
      else if (deed !== null) run(deed);
    },
    isLast: ({ deed }) => deed?.kind === 'pick' || deed?.kind === 'menu',
    joined,
    // If nothing was picked, nothing closes the picker.
    ended: () => sendCommand({ kind: 'stay-picker' }),
  });
  useClosingKeys(waiting.hasLast);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event)) return;
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const isAtEnd = selectionEnd === value.length;
    const deed = pickerDeed(event, { text: value, isAtEnd, hasSelection: selectionStart !== selectionEnd });
    const keys = commandKeys(event);
    const isCommand = keys !== '' && (waiting.mustWait() || commandOf(keys) !== null);
    if (deed === null && !isCommand) return;
    event.preventDefault();
    if (isCommand && isHeld(event.nativeEvent)) return;
    if (deed?.kind === 'leave') {
      waiting.cancel();
      run(deed);
    } else if (deed?.kind !== 'nothing') waiting.press({ deed, keys });
  }

  return { onKeyDown, forget: waiting.cancel };
}
