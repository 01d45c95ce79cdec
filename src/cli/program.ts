/** The command line: which words mean what. Each command is a function of its own file; this one only reads the words. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../contract/version.ts';
import { action, restoreOrStart, verbsHelp } from './action.ts';
import { detect } from './detect.ts';
import { copy, remove } from './fragment-commands.ts';
import { history, show } from './history.ts';
import { whyUnusable } from './journal-access.ts';
import { restart } from './restart.ts';
import { save } from './save.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { stop } from './stop.ts';
import { type ExitStatus, failedBecause, type Surface } from './surface.ts';
import { oneLine } from './table.ts';
import { failureTeller } from './told-failure.ts';

const json = (): Option => new Option('--json', 'print one JSON value');

/** Runs one command and resolves to its exit status. `program` is the file of the command itself, for starting Hub in the background. */
export async function runCommand(words: readonly string[], given: Surface, program: string): Promise<ExitStatus> {
  const { surface, tell } = failureTeller(given);
  let exitStatus: ExitStatus = 0;
  const gives = <Arguments extends readonly unknown[]>(run: (...words: Arguments) => ExitStatus | Promise<ExitStatus>) => {
    return async (...words: Arguments): Promise<void> => {
      exitStatus = await tried(surface, () => run(...words));
      if (words.some(isForPrograms)) tell(exitStatus);
    };
  };
  const hub = new Command('hub')
    .description('Hub keeps what you copy, knows what it is, and saves it under the right name into your WorkSpace.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => surface.print(text.trimEnd()), writeErr: (text) => surface.complain(text.trimEnd()) })
    .helpCommand(true)
    .action(gives(() => (hub.args.length === 0 ? restoreOrStart(surface, program) : unknownCommand(surface, hub.args[0] ?? ''))));

  hub
    .command('run')
    .description('run Hub in the foreground; Ctrl-C stops it')
    .option('--headless', 'without the window')
    .action(() => {});
  hub
    .command('start')
    .description('start Hub in the background; returns when every component is up')
    .option('--headless', 'without the window')
    .addOption(json())
    .action(gives((options: { json?: boolean; headless?: boolean }) => start(surface, program, options)));
  hub
    .command('stop')
    .description('stop Hub')
    .addOption(json())
    .action(gives((options: { json?: boolean }) => stop(surface, options)));
  hub
    .command('status')
    .description('one row per component, and what happened to the copies')
    .addOption(json())
    .action(gives((options: { json?: boolean }) => status(surface, options)));
  hub
    .command('restart <component>')
    .description('restart a component, or start it')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean }) => restart(surface, id, options)));
  hub
    .command('action <verb>')
    .description('ask the running Hub to do an action')
    .addHelpText('after', verbsHelp)
    .addOption(json())
    .action(gives((verb: string, options: { json?: boolean }) => action(surface, verb, options)));
  hub
    .command('save [file]')
    .description('save a text file, or the standard input, into the WorkSpace; prints the path')
    .option('--name <name>', 'the file name to save it under')
    .addOption(json())
    .action(gives((file: string | undefined, options: { name?: string; json?: boolean }) => save(surface, file, options)));
  hub
    .command('history')
    .description('what was copied, newest first')
    .option('--limit <count>', 'how many', wholeNumber, 20)
    .addOption(json())
    .action(gives((options: { limit: number; json?: boolean }) => history(surface, options)));
  hub
    .command('search <query...>')
    .description('copies that contain all of these words')
    .option('--limit <count>', 'how many', wholeNumber, 20)
    .addOption(json())
    .action(
      gives((query: string[], options: { limit: number; json?: boolean }) => history(surface, { ...options, query: query.join(' ') })),
    );
  hub
    .command('show <id>')
    .description('one fragment of the history')
    .option('--content', 'print its bytes and nothing else')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean; content?: boolean }) => show(surface, id, options)));
  hub
    .command('copy <id>')
    .description('put a fragment back on the clipboard')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean }) => copy(surface, id, options)));
  hub
    .command('delete <id>')
    .description('remove a fragment from the history; a saved file stays')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean }) => remove(surface, id, options)));
  hub
    .command('detect [files...]')
    .description('file types and embedded file names of files, or of the standard input (-)')
    .addOption(json())
    .option('--why', 'explain each answer')
    .action(gives((files: string[], options: { json?: boolean; why?: boolean }) => detect(surface, files, options)));

  // Not before: the commands take over what holds when they are made, and of their words none is to be too many.
  hub.allowExcessArguments();
  try {
    await hub.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return exitStatus;
}

/** A journal can fail at any statement, and tells of it in one place. Every other error is a bug. */
async function tried(surface: Surface, run: () => ExitStatus | Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (error) {
    const why = whyUnusable(error);
    if (why === null) throw error;
    return failedBecause(surface, why, 'unavailable');
  }
}

function unknownCommand(surface: Surface, word: string): ExitStatus {
  surface.complain(`hub: unknown command ${oneLine(word, 40)}; for a list of commands: hub --help`);
  return 2;
}

/** Of what a command is called with, its options, where they ask for JSON. */
function isForPrograms(word: unknown): boolean {
  return typeof word === 'object' && word !== null && 'json' in word && word.json === true;
}

function wholeNumber(word: string): number {
  if (!/^[1-9]\d{0,4}$/.test(word)) throw new InvalidArgumentError('A whole number from 1 to 99999 is needed.');
  return Number(word);
}
