/** The saved commands that are offered for a fragment, and their shortcuts. */
import { type KeyPress, pressedShortcut } from '../../../../contract/documents/shortcut.ts';
import { isFor, type OfferedCommand } from '../../../../contract/page-rows/offered-commands.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import type { MenuItem } from '../frame/menu.tsx';
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

/** The command that these keys run for a fragment; null without one. */
export function commandPressed(pressed: KeyPress, fragment: FragmentRow): OfferedCommand | null {
  const commands = commandsFor(fragment).filter(({ shortcut }) => shortcut !== '');
  if (commands.length === 0) return null;
  const keys = pressedShortcut(pressed);
  return commands.find(({ shortcut }) => shortcut === keys) ?? null;
}

export function runCommand(command: string, { id: fragmentId }: FragmentRow): void {
  sendCommand({ kind: 'run-command', command, fragmentId });
}
