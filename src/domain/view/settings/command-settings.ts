/** The saved commands in the settings, and what a change of one means for their document. Pure. */
import { type CommandsDocument, commandKinds, commandOutputs, type SavedCommand } from '../../../contract/documents/commands.ts';
import { type CommandForm, type CommandRow, type CommandSettings, longestProgram } from '../../../contract/page-rows/command-settings.ts';
import { commandName, outputChoice, outputDetail, visibleWord } from '../../commands/command-in-words.ts';
import { type OwnShortcuts, reservedKeys } from '../../commands/own-shortcuts.ts';
import { agreedText, namedCommands } from '../../commands/saved-commands.ts';
import { clashInWords, shortcutClashes } from '../../commands/shortcut-clashes.ts';
import { say } from '../../language/say.ts';
import { shownShortcut } from '../../language/shown-shortcut.ts';
import { kindName } from '../kind-names.ts';
import type { DocumentRead } from './settings-groups.ts';

interface Known {
  /** What the user agreed to, as `agreedText` has it. */
  readonly allowed: readonly string[];
  readonly accepted: number;
  readonly own: OwnShortcuts;
}

export function commandSettings(read: DocumentRead, { allowed, accepted, own }: Known): CommandSettings {
  const { commands } = read.value as unknown as CommandsDocument;
  const named = namedCommands({ commands });
  const clashes = shortcutClashes(named, own);
  const rows = commands.map((command, place): CommandRow => {
    const called = named.find((one) => one.place === place);
    const clash = called === undefined ? undefined : clashes.get(called.id);
    const form = formOf(command);
    return {
      ...form,
      place,
      words: command.command.map(visibleWord).join(' '),
      detail: detailOf(command),
      isAllowed: allowed.includes(agreedText(command)),
      trouble: called === undefined ? sameName() : clash === undefined ? '' : say('{sentence}.', { sentence: clashInWords(called, clash) }),
      isForDocument: form.program.length > longestProgram || !isSame(wordsOf(form.program), command.command),
    };
  });
  return {
    rows,
    accepted,
    trouble: read.trouble?.() ?? null,
    reserved: reservedKeys(own, null),
    kinds: commandKinds.filter((kind) => kind !== 'picture').map((value) => ({ value, name: nameOfKind(value) })),
    outputs: commandOutputs.map((value) => ({ value, name: outputChoice(value) })),
  };
}

const sameName = (): string => say('Another command before it is called the same, so it never runs. Give it another name.');

function formOf({ name, command, kinds, output, shortcut = '', timeout_seconds }: SavedCommand): CommandForm {
  // Both are pictures, and the form has one box for them.
  const shown = [...new Set(kinds.map((kind) => (kind === 'picture' ? 'image' : kind)))];
  return { name, program: command.join('\n'), kinds: shown, output, shortcut, seconds: timeout_seconds };
}

function detailOf({ kinds, output, shortcut = '' }: SavedCommand): string {
  const what = kinds.length === 0 ? say('Any copy') : kinds.map(nameOfKind).join(', ');
  return [what, outputDetail(output), shownShortcut(shortcut)].filter((part) => part !== '').join(' · ');
}

function nameOfKind(kind: (typeof commandKinds)[number]): string {
  if (kind === 'text') return say('Any text');
  return kindName(kind === 'image' ? 'picture' : kind);
}

/** A command by the place that it had and its name; -1 if somebody else has changed it meanwhile. */
export function placeOf(commands: readonly SavedCommand[], { place, name }: Pick<CommandRow, 'place' | 'name'>): number {
  return commands[place]?.name === name ? place : -1;
}

/** The command that a form describes. Keys that Hub does not know, and its own id, stay. */
export function commandOf(form: CommandForm, before: SavedCommand | undefined): SavedCommand {
  const { id, shortcut: _, ...kept } = before ?? {};
  const { name, program, kinds, output, shortcut, seconds } = form;
  return {
    ...kept,
    ...(id === undefined ? {} : { id }),
    name: name.trim(),
    command: [...wordsOf(program)],
    kinds: kinds as SavedCommand['kinds'],
    output,
    ...(shortcut === '' ? {} : { shortcut }),
    timeout_seconds: seconds,
  };
}

/** Whether a form that is only opened and saved leaves the words as they are. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, at) => word === others[at]);
}

/** One word per line; empty lines at the end are none. */
function wordsOf(program: string): readonly string[] {
  const lines = program.replaceAll('\r', '').split('\n');
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** Its name, as a notice says it. */
export function shownName({ name, id = '' }: Pick<SavedCommand, 'name' | 'id'>): string {
  return commandName({ id, name });
}
