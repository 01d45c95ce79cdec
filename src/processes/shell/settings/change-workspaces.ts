/** Changes the list of WorkSpaces, and which one is active. No folder and no file in one is touched. */
import { askChange, askSelectWorkspace, type SettingsFailure } from '../../../client/ask-pipes.ts';
import type { SettingsAccepted } from '../../../contract/settings.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';

type Command = Extract<PageCommand, { kind: 'add-workspace' | 'rename-workspace' | 'remove-workspace' }>;

const time = { timeoutMs: 6_000 } as const;

interface Parts {
  readonly places: Places;
  readonly shell: Shell;
}

export async function changeWorkspaces({ places, shell }: Parts, command: Command): Promise<void> {
  const before = shell.state.catalog?.workspaces.find(({ id }) => 'id' in command && id === command.id);
  const changed = await askChange(places, requestOf(command), time);
  if (!changed.ok) {
    const why = whyNot[changed.reason]?.() ?? heard(changed.detail) ?? say('the settings host did not answer; see Diagnostics');
    shell.notify('error', say('The list of WorkSpaces was not changed: {why}', { why }));
  } else {
    if (command.kind === 'add-workspace') sayAdded({ places, shell }, command, changed.value);
    if (command.kind === 'remove-workspace' && before !== undefined)
      shell.notify('success', say('Removed from the list. Its folder and files are as they were'), async () => {
        await askChange(places, { op: 'add', path: before.path, name: before.name }, time);
        await shell.refreshStatus();
      });
  }
  await shell.refreshStatus();
}

export async function selectWorkspace({ shell, places }: Parts, id: string): Promise<void> {
  const isNamed = places.workspaceOverride !== null;
  const why = isNamed ? say('HUB_WORKSPACE sets it for this Hub') : say('the settings host did not accept it; see Diagnostics');
  const selected = await askSelectWorkspace(places, id, time);
  if (!selected.ok) shell.notify('error', say('The WorkSpace was not changed: {why}', { why }));
  await shell.refreshStatus();
}

function sayAdded(parts: Parts, { sent }: Extract<Command, { kind: 'add-workspace' }>, { id, isActive }: SettingsAccepted): void {
  const { shell } = parts;
  if (sent !== undefined) shell.set({ addedWorkspace: sent });
  // The active one can't be removed again.
  if (isActive) shell.notify('success', say('The WorkSpace was added. Files are saved there already'));
  else if (id !== undefined)
    shell.notify('success', say('The WorkSpace was added. Select it to save there'), () =>
      changeWorkspaces(parts, { kind: 'remove-workspace', id }),
    );
}

function requestOf(command: Command): Parameters<typeof askChange>[1] {
  switch (command.kind) {
    case 'add-workspace':
      return { op: 'add', path: command.path };
    case 'rename-workspace':
      return { op: 'rename', id: command.id, name: command.name };
    case 'remove-workspace':
      return { op: 'remove', id: command.id };
  }
}

/** A refusal of the settings host. */
function heard(detail: string | undefined): string | undefined {
  return detail === undefined ? undefined : sayHeard(detail);
}

const whyNot: Partial<Record<SettingsFailure, () => string>> = {
  already_listed: () => say('it has this folder already'),
  active_workspace: () => say('files are saved there now. Select another one first'),
  not_a_folder: () => say('a file is in the place of this folder'),
  unknown_workspace: () => say('the default WorkSpace is always in it'),
};
