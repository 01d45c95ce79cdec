/** The commands as rows, from the table that the command itself is made of: what the completions and the manual are written from. */
import type { Command } from 'commander';
import { hubCommand } from '../../../src/cli/program.ts';
import type { Surface } from '../../../src/cli/surface.ts';
import { actionVerbs } from '../../../src/contract/action-verbs.ts';
import { componentIds } from '../../../src/contract/components.ts';
import { documentNames } from '../../../src/contract/documents.ts';
import { checks } from '../../../src/diagnostics/doctor/checks.ts';

export interface OptionRow {
  /** Such as `--limit`, with `-h` before it where there is one. */
  readonly flags: readonly string[];
  /** The name of its value, as the help shows it; null if it takes none. */
  readonly value: string | null;
  readonly about: string;
}

export interface CommandRow {
  /** The words after `hub`; none for `hub` itself. */
  readonly path: readonly string[];
  /** Its arguments, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly OptionRow[];
  /** Words that may come next: its own commands, or those that its arguments take. */
  readonly words: readonly WordRow[];
  /** Whether its arguments are names of files. */
  readonly takesFiles: boolean;
}

export interface WordRow {
  readonly word: string;
  readonly about: string;
}

/** What an argument of this name takes. */
const known: Readonly<Record<string, readonly string[]>> = {
  verb: actionVerbs,
  component: componentIds,
  document: documentNames,
  checks: checks.map(({ id }) => id),
};
const files = /^(?:file|files|folder|path|input)$/;

/** `hub` and all its commands, each before its own. Hidden ones are left out. */
export function commandRows(): readonly CommandRow[] {
  const surface = { complain: () => {}, print: () => {} } as unknown as Surface;
  return rowsOf(
    hubCommand(surface, () => async () => {}, ''),
    [],
  );
}

function rowsOf(command: Command, path: readonly string[]): readonly CommandRow[] {
  const help = command.createHelp();
  const inner = help.visibleCommands(command).filter((one) => one.name() !== 'help' || path.length === 0);
  const names = command.registeredArguments.map((argument) => argument.name());
  const row: CommandRow = {
    path,
    usage: help
      .commandUsage(command)
      .replace(/^.*?\[options\] ?/, '')
      .trim(),
    about: command.description(),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined),
      value: /[<[][^\]>]{1,40}[\]>]/.exec(option.flags)?.[0] ?? null,
      about: option.description,
    })),
    words: [
      ...inner.map((one) => ({ word: one.name(), about: one.description() })),
      ...names.flatMap((name) => (name.includes('|') ? name.split('|') : (known[name] ?? []))).map((word) => ({ word, about: '' })),
    ],
    takesFiles: names.some((name) => files.test(name)),
  };
  return [row, ...inner.flatMap((one) => rowsOf(one, [...path, one.name()]))];
}
