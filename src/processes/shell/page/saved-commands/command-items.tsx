/** The saved commands that are offered for a fragment, and their shortcuts. */
import { type KeyPress, pressedShortcut } from '../../../../contract/documents/shortcut.ts';
import { isFor, type OfferedCommand } from '../../../../contract/page-rows/offered-commands.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import type { MenuItem } from '../frame/menu.tsx';
import { keyPress } from '../frame/super-key.ts';
import { CodeRegular } from '../icons/glyphs.ts';
import { latestView, sendCommand } from '../shell-client.ts';

/** None for what is not judged yet, or was left out by the content filter: no command gets it. */
export function commandsFor(fragment: FragmentRow): readonly OfferedCommand[] {
  if (!fragment.canAnnotate) return [];
  return (latestView().view?.commands ?? []).filter((command) => isFor(command, fragment));
}

export function commandItems(fragment: FragmentRow): readonly MenuItem[] {
  return commandsFor(fragment).map(({ id, name, shortcut }, index) => ({
    id: `command ${id}`,
    label: name,
    keys: shortcut,
    icon: <CodeRegular />,
    isApart: index === 0,
    onChoose: () => runCommand(id, fragment),
  }));
}

type Pressed = KeyPress & Pick<KeyboardEvent, 'getModifierState'>;

/** The pressed keys as a shortcut, if it is one of a saved command, for whichever copies; empty otherwise. */
export function commandKeys(pressed: Pressed): string {
  const commands = latestView().view?.commands ?? [];
  // Where AltGr is reported as Ctrl with Alt, it types a sign.
  if (commands.length === 0 || pressed.getModifierState('AltGraph')) return '';
  const keys = pressedShortcut(keyPress(pressed));
  return commands.some(({ shortcut }) => shortcut === keys) ? (keys ?? '') : '';
}

/** The command for a fragment with this shortcut; null without one. */
export function commandWith(shortcut: string, fragment: FragmentRow): OfferedCommand | null {
  return shortcut === '' ? null : (commandsFor(fragment).find((command) => command.shortcut === shortcut) ?? null);
}

/** The command that these keys run for a fragment; null without one. */
export function commandPressed(pressed: Pressed, fragment: FragmentRow): OfferedCommand | null {
  return commandWith(commandKeys(pressed), fragment);
}

export function runCommand(command: string, { id: fragmentId }: FragmentRow): void {
  sendCommand({ kind: 'run-command', command, fragmentId });
}
