/** Changes the saved commands in the settings: adds, changes and removes them in their document, and takes back that one may run. Each can be undone. */
import { isDeepStrictEqual } from 'node:util';
import { allowedAmong, isAllowed, tryAllow, tryForbid } from '../../../configuration/allowed-commands.ts';
import { type CommandsDocument, commandsDocument, type SavedCommand } from '../../../contract/documents/commands.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import { commandOf, placeOf, shownName } from '../../../domain/view/settings/command-settings.ts';
import type { DocumentRead } from '../../../domain/view/settings/settings-groups.ts';
import type { Places } from '../../../platform/locations.ts';
import { patchDocument, whyNotChanged } from '../settings/change-setting.ts';
import type { Shell } from '../shell.ts';

type Command = Extract<PageCommand, { kind: 'save-command' | 'remove-command' | 'forbid-command' }>;

interface Parts {
  readonly places: Places;
  readonly shell: Pick<Shell, 'state' | 'set' | 'notify'>;
}

const title = (): string => say('The saved command');

export async function changeCommands(parts: Parts, command: Command): Promise<void> {
  if (command.kind === 'forbid-command') return forbid(parts, command);
  const before = { command: undefined as SavedCommand | undefined, place: -1 };
  const after = command.kind === 'save-command' ? (was: SavedCommand | undefined) => commandOf(command.form, was) : () => undefined;
  const of = command.kind === 'save-command' ? command.of : command;
  const changed = await patch(parts, (commands) => {
    before.place = of === null ? commands.length : placeOf(commands, of);
    before.command = commands[before.place];
    if (before.place < 0) return null;
    const changedTo = after(before.command);
    return commands.toSpliced(before.place, 1, ...(changedTo === undefined ? [] : [changedTo]));
  });
  if (!changed) return;
  if (before.place < 0) return parts.shell.notify('error', changedMeanwhile());
  const now = after(before.command);
  if (command.kind === 'save-command') parts.shell.set({ savedCommand: command.sent });
  const name = shownName(now ?? before.command ?? { name: '' });
  const said = now === undefined ? () => say('{name} was removed', { name }) : () => say('{name} was saved', { name });
  parts.shell.notify('success', said, () => undo(parts, before, now));
}

interface Before {
  readonly command?: SavedCommand | undefined;
  readonly place: number;
}

/** What somebody else has changed meanwhile stays: what is undone is exactly what was made, wherever it is by now. Names say nothing: several commands may have one. */
async function undo(parts: Parts, { command, place }: Before, now: SavedCommand | undefined): Promise<void> {
  let isGone = false;
  const back = command === undefined ? [] : [command];
  const undone = await patch(parts, (commands) => {
    const at = now === undefined ? Math.min(place, commands.length) : placeOfSame(commands, now, place);
    isGone = at < 0;
    return isGone ? null : commands.toSpliced(at, now === undefined ? 0 : 1, ...back);
  });
  if (undone && isGone) parts.shell.notify('error', changedMeanwhile());
}

/** The place of a command with exactly this content: the one that it had, if it is there; -1 if it is nowhere. */
function placeOfSame(commands: readonly SavedCommand[], wanted: SavedCommand, place: number): number {
  // A document has its values in one form, such as `Ctrl+P` for `ctrl+p`.
  const read = commandsDocument.safeParse({ commands: [wanted] });
  const isSame = (command: SavedCommand | undefined): boolean => isDeepStrictEqual(command, read.data?.commands[0] ?? wanted);
  return isSame(commands[place]) ? place : commands.findIndex(isSame);
}

const changedMeanwhile = (): string => say('The command has been changed meanwhile; look at it again');

/** Whether the document is as asked; a failure is said. `changedTo` may give null for a change that is not to be made. */
async function patch(
  { places, shell }: Parts,
  changedTo: (commands: readonly SavedCommand[]) => readonly SavedCommand[] | null,
): Promise<boolean> {
  const changed = await patchDocument(places, 'commands', (value) => {
    const commands = changedTo(commandsIn({ value }));
    return commands === null ? null : { patch: { commands: commands.length === 0 ? null : commands } };
  });
  if (!changed.ok) shell.notify('error', whyNotChanged(title(), 'commands', changed.reason, changed.detail));
  return changed.ok;
}

async function forbid(parts: Parts, of: Extract<Command, { kind: 'forbid-command' }>): Promise<void> {
  const { places, shell } = parts;
  const commands = commandsIn(shell.state.documents.commands);
  const command = commands[placeOf(commands, of)];
  if (command === undefined) return shell.notify('error', changedMeanwhile());
  await tryForbid(places, command);
  showAllowed(parts);
  if (isAllowed(places, command)) return shell.notify('error', say('That could not be saved; the command may still run'));
  const name = shownName(command);
  const said = (): string => say('{name} asks again before it runs', { name });
  shell.notify('success', said, async () => {
    await tryAllow(places, command);
    showAllowed(parts);
  });
}

/** Other programs of Hub write it down too, so it is read while the settings are shown. */
export function showAllowed({ places, shell }: Parts): void {
  shell.set({ allowedCommands: allowedAmong(places, commandsIn(shell.state.documents.commands)) });
}

function commandsIn(read: Pick<DocumentRead, 'value'> | undefined): readonly SavedCommand[] {
  return (read?.value as unknown as CommandsDocument | undefined)?.commands ?? [];
}
