/** The saved commands that are offered for a fragment. */
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
  return commandsFor(fragment).map(({ id, name }, index) => ({
    id: `command ${id}`,
    label: name,
    icon: <CodeRegular />,
    isApart: index === 0,
    onChoose: () => runCommand(id, fragment),
  }));
}

export function runCommand(command: string, { id: fragmentId }: FragmentRow): void {
  sendCommand({ kind: 'run-command', command, fragmentId });
}
