/** The shortcuts that the user has chosen, as the documents have them now, for what works without a running Hub. */

import type { OwnShortcuts } from '../domain/commands/own-shortcuts.ts';
import { namedCommands } from '../domain/commands/saved-commands.ts';
import type { Places } from '../platform/locations.ts';
import { effectiveDocument } from './effective-document.ts';

export interface ChosenShortcuts {
  readonly own: OwnShortcuts;
  readonly commands: ReturnType<typeof namedCommands>;
}

export function chosenShortcuts(places: Places): ChosenShortcuts {
  return {
    own: {
      picker: effectiveDocument(places, 'hub').value.picker.shortcut,
      text: effectiveDocument(places, 'text-extraction').value.shortcut,
    },
    commands: namedCommands(effectiveDocument(places, 'commands').value),
  };
}
