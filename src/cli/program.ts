/** Parses the command line. Each command is a function in its own file, which is loaded when it runs. */
import { Command, CommanderError, Option } from 'commander';
import { version } from '../contract/version.ts';
import { say } from '../domain/language/say.ts';
import { addConfigurationCommands } from './configuration/commands.ts';
import { addDiagnosticsCommands } from './diagnostics/commands.ts';
import { withGuess } from './did-you-mean.ts';
import { addExtractingCommands } from './extracting/commands.ts';
import { addIndexCommands } from './file-index/commands.ts';
import type { Gives } from './gives.ts';
import { addHistoryCommands } from './history/commands.ts';
import { addInstallingCommands } from './installing/commands.ts';
import { failureTeller } from './json-failure.ts';
import { addLogCommands } from './logs/commands.ts';
import { addRetentionCommands } from './retention/commands.ts';
import { addRunningCommands } from './running/commands.ts';
import { addSavedCommands } from './saved-commands/commands.ts';
import { type ExitStatus, failedBecause, type Surface, usageError } from './surface.ts';
import { oneLine } from './table.ts';
import { speakHelpCommands, spokenHelp, usageMistake } from './usage-texts.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Runs one command and resolves to its exit status. `program` is the file of the command itself, for starting Hub in the background. */
export async function runCommand(words: readonly string[], given: Surface, program: string): Promise<ExitStatus> {
  const { surface, tell } = failureTeller(given);
  let exitStatus: ExitStatus = 0;
  const gives: Gives =
    (load, run) =>
    async (...words) => {
      // Relative to the folder of each terminal it would be another Hub in each.
      const isLost = surface.places.relativeVariable === 'HUB_HOME';
      exitStatus = isLost
        ? failedBecause(surface, say('{name} must be an absolute path', { name: 'HUB_HOME' }))
        : await tried(surface, async () => run(await load(), ...words));
      if (words.some(isForPrograms)) tell(exitStatus);
    };
  const hub = hubCommand(surface, gives, program);
  // Not before: commands copy these settings when they are created, and they must not accept excess arguments.
  hub.allowExcessArguments();
  try {
    await hub.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (isJsonAsked(words)) tell(2);
    return 2;
  }
  return exitStatus;
}

/** The table of the commands. `gives` makes an action of what a command does; who only reads the table gives it nothing to do. */
export function hubCommand(surface: Surface, gives: Gives, program: string): Command {
  const hub = new Command('hub')
    .description(say('Hub keeps what you copy, knows what it is, and saves it under the right name into your WorkSpace.'))
    .version(version, '-V, --version', say('output the version number'))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surface.print(text.trimEnd()),
      writeErr: (text) => surface.complain(text.trimEnd(), usageError),
      outputError: (text, write) => write(`hub: ${usageMistake(text.replace(/^error: /, ''))}`),
    })
    .configureHelp(spokenHelp)
    .helpOption('-h, --help', say('display help for command'))
    .helpCommand(false)
    // The options of a command that does not exist are not the mistake.
    .allowUnknownOption()
    .action(async () => {
      const [word] = hub.args;
      if (word !== undefined) hub.error(`error: ${whyUnknown(word, hub)}`, { exitCode: 2 });
      await gives(
        () => import('./running/action.ts'),
        ({ restoreOrStart }) => restoreOrStart(surface, program),
      )();
    });

  addRunningCommands(hub, surface, gives, program);
  hub
    .command('save [file]')
    .description(say('save a text file, or standard input, into the WorkSpace; prints the path'))
    .option('--name <name>', say('the file name to save it under'))
    .addOption(json())
    .action(
      gives(
        () => import('./save.ts'),
        ({ save }, file: string | undefined, options: { name?: string; json?: boolean }) => save(surface, file, options),
      ),
    );
  addHistoryCommands(hub, surface, gives);
  addSavedCommands(hub, surface, gives);
  hub
    .command('detect [files...]')
    .description(say('detect types and embedded file names of files, or of standard input (-)'))
    .addOption(json())
    .option('--why', say('explain each answer'))
    .action(
      gives(
        () => import('./detect.ts'),
        ({ detect }, files: string[], options: { json?: boolean; why?: boolean }) => detect(surface, files, options),
      ),
    );
  addExtractingCommands(hub, surface, gives);
  addConfigurationCommands(hub, surface, gives);

  addIndexCommands(hub, surface, gives);
  addRetentionCommands(hub, surface, gives);
  addDiagnosticsCommands(hub, surface, gives);
  addInstallingCommands(hub, surface, gives);
  addLogCommands(hub, surface, gives);
  speakHelpCommands(hub);
  hub
    .command('help [command]')
    .description(say('display help for a command'))
    .allowUnknownOption()
    .allowExcessArguments()
    .action((name: string | undefined) => {
      const command = name === undefined ? hub : hub.commands.find((one) => one.name() === name);
      if (command === undefined) return hub.error(`error: ${whyUnknown(name ?? '', hub)}`, { exitCode: 2 });
      command.outputHelp();
    });
  return hub;
}

/** A journal can fail at any statement; this is the one place that reports it. Every other error is a bug. */
async function tried(surface: Surface, run: () => Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (error) {
    const access = await import('./history/journal-access.ts').catch(() => null); // where packages are missing, that is the error
    const why = access?.whyUnusable(error) ?? null;
    if (why === null) throw error;
    return failedBecause(surface, why, 'unavailable');
  }
}

function whyUnknown(word: string, hub: Command): string {
  const shown = oneLine(word, 40);
  if (word.startsWith('-')) {
    const options = hub.options.flatMap(({ long }) => long ?? []);
    return withGuess(say('unknown option {option}', { option: `'${shown}'` }), word, [...options, '--help']);
  }
  const sentence = say('unknown command {command}; run "hub --help" for a list', { command: `'${shown}'` });
  const names = hub.commands.map((command) => command.name());
  return withGuess(sentence, word, names);
}

/** By the words alone: what makes no sense was not parsed to its end. */
export function isJsonAsked(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).includes('--json');
}

/** Whether one of a command's arguments is its options with `--json`. */
function isForPrograms(word: unknown): boolean {
  return typeof word === 'object' && word !== null && 'json' in word && word.json === true;
}
