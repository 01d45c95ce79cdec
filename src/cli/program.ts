/** Parses the command line. Each command is a function in its own file. */
import { Command, CommanderError, Option } from 'commander';
import { structureKinds } from '../contract/extraction/structured-text.ts';
import { version } from '../contract/version.ts';
import { say } from '../domain/language/say.ts';
import { addConfigurationCommands, type Gives } from './configuration/commands.ts';
import { detect } from './detect.ts';
import { addDiagnosticsCommands } from './diagnostics/commands.ts';
import { withGuess } from './did-you-mean.ts';
import { type ExtractOptions, extract } from './extracting/extract.ts';
import { type OcrOptions, ocr } from './extracting/ocr.ts';
import { type StructureOptions, structure, structureForms } from './extracting/structure.ts';
import { addIndexCommands } from './file-index/commands.ts';
import { addHistoryCommands } from './history/commands.ts';
import { whyUnusable } from './history/journal-access.ts';
import { addInstallingCommands } from './installing/commands.ts';
import { failureTeller } from './json-failure.ts';
import { addLogCommands } from './logs/commands.ts';
import { addRetentionCommands } from './retention/commands.ts';
import { action, restoreOrStart, verbsHelp } from './running/action.ts';
import { autostart } from './running/autostart.ts';
import { missed } from './running/missed.ts';
import { pair } from './running/pair.ts';
import { ignoreNext, type PauseOptions, pause, resume } from './running/pause.ts';
import { restart } from './running/restart.ts';
import { start } from './running/start.ts';
import { status } from './running/status.ts';
import { type StopOptions, stop } from './running/stop.ts';
import { save } from './save.ts';
import { listCommands } from './saved-commands/list-commands.ts';
import { type CommandOptions, runSaved } from './saved-commands/run-command.ts';
import { type ExitStatus, failedBecause, type Surface, usageError } from './surface.ts';
import { oneLine } from './table.ts';
import { speakHelpCommands, spokenHelp, usageMistake } from './usage-texts.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Runs one command and resolves to its exit status. `program` is the file of the command itself, for starting Hub in the background. */
export async function runCommand(words: readonly string[], given: Surface, program: string): Promise<ExitStatus> {
  const { surface, tell } = failureTeller(given);
  let exitStatus: ExitStatus = 0;
  const gives = <Arguments extends readonly unknown[]>(run: (...words: Arguments) => ExitStatus | Promise<ExitStatus>) => {
    return async (...words: Arguments): Promise<void> => {
      // Relative to the folder of each terminal it would be another Hub in each.
      const isLost = surface.places.relativeVariable === 'HUB_HOME';
      exitStatus = isLost
        ? failedBecause(surface, say('{name} must be an absolute path', { name: 'HUB_HOME' }))
        : await tried(surface, () => run(...words));
      if (words.some(isForPrograms)) tell(exitStatus);
    };
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
      await gives(() => restoreOrStart(surface, program))();
    });

  hub
    .command('run')
    .description(say('run Hub in the foreground; Ctrl-C stops it'))
    .option('--headless', say('without the window'))
    .option('--hidden', say('with the window hidden until it is asked for'))
    .action(() => {});
  hub
    .command('start')
    .description(say('start Hub in the background; returns when every component is up'))
    .option('--headless', say('without the window'))
    .option('--hidden', say('with the window hidden until it is asked for'))
    .addOption(json())
    .action(gives((options: { json?: boolean; headless?: boolean; hidden?: boolean }) => start(surface, program, options)));
  hub
    .command('autostart [on|off|status]')
    .description(say('start Hub, with its window hidden, when you log in'))
    .addOption(json())
    .action(gives((word: string | undefined, options: { json?: boolean }) => autostart(surface, word ?? 'status', options)));
  hub
    .command('stop')
    .description(say('stop Hub'))
    .option('--force', say('kill what does not stop by itself'))
    .addOption(json())
    .action(gives((options: StopOptions) => stop(surface, options)));
  hub
    .command('status')
    .description(say('one line per component, and counts of the copies'))
    .addOption(json())
    .action(gives((options: { json?: boolean }) => status(surface, options)));
  hub
    .command('missed')
    .description(say('the last copies that were missed: when, from which program, and why'))
    .option('--dismiss', say('stop warning about them'))
    .addOption(json())
    .action(gives((options: { json?: boolean; dismiss?: boolean }) => missed(surface, options)));
  hub
    .command('restart [component]')
    .description(say('restart a component, or start one that is not running'))
    .option('--desktop', say('move the window, the tray icon and the clipboard to the desktop where this is called'))
    .addOption(json())
    .action(gives((id: string | undefined, options: { json?: boolean; desktop?: boolean }) => restart(surface, id, options)));
  hub
    .command('action [verb]')
    .description(say('have the running Hub do something'))
    .addHelpText('after', verbsHelp())
    .addOption(json())
    .action(gives((verb: string | undefined, options: { json?: boolean }) => action(surface, verb, options)));
  hub
    .command('pair [list|revoke] [pairing]')
    .description(say('print a code that pairs a browser extension; or list the pairings, or revoke one by its ID or name'))
    .addOption(json())
    .action(
      gives((word: string | undefined, pairing: string | undefined, options: { json?: boolean }) => pair(surface, word, pairing, options)),
    );
  hub
    .command('pause')
    .description(say('capture nothing, until a time or until hub resume'))
    .option('--for <time>', say('how long: 30m, 1h, 1h30m'))
    .option('--until <time>', say('until the clock shows 18:00, today or tomorrow'))
    .addOption(json())
    .action(gives((options: PauseOptions) => pause(surface, options)));
  hub
    .command('ignore-next')
    .description(say('do not capture the next copy, and only that one'))
    .addOption(json())
    .action(gives((options: { json?: boolean }) => ignoreNext(surface, options)));
  hub
    .command('resume')
    .description(say('capture every copy again: ends a pause, and cancels ignore-next'))
    .addOption(json())
    .action(gives((options: { json?: boolean }) => resume(surface, options)));
  hub
    .command('save [file]')
    .description(say('save a text file, or standard input, into the WorkSpace; prints the path'))
    .option('--name <name>', say('the file name to save it under'))
    .addOption(json())
    .action(gives((file: string | undefined, options: { name?: string; json?: boolean }) => save(surface, file, options)));
  addHistoryCommands(hub, surface, gives);
  hub
    .command('commands')
    .description(say('list your saved commands, which get a copy'))
    .addOption(json())
    .action(gives((options: { json?: boolean }) => listCommands(surface, options)));
  hub
    .command('command <name> [id]')
    .description(say('run a saved command with a copy at its standard input; without an ID, what is on the clipboard'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .addOption(new Option('--shown <count>', say('with --json: at most so many characters of the output')).argParser(Number).hideHelp())
    .action(gives((name: string, id: string | undefined, options: CommandOptions) => runSaved(surface, name, id, options)));

  hub
    .command('detect [files...]')
    .description(say('detect types and embedded file names of files, or of standard input (-)'))
    .addOption(json())
    .option('--why', say('explain each answer'))
    .action(gives((files: string[], options: { json?: boolean; why?: boolean }) => detect(surface, files, options)));
  hub
    .command('extract [files...]')
    .description(
      say(
        'print the text of PDFs, Office documents, web pages, emails and pictures, or list the files of archives; - reads standard input',
      ),
    )
    .option('--output <folder>', say('write one text file per document into this folder'))
    .addOption(json())
    .action(gives((files: string[], options: ExtractOptions) => extract(surface, files, options)));
  hub
    .command('ocr [files...]')
    .description(say('recognize the text in pictures and scanned documents; - reads standard input'))
    .option(
      '--lang <languages>',
      say('languages of the text, such as eng+deu; the default comes from the quick settings, initially English'),
    )
    .option('--words', say('print each word with its position and confidence'))
    .option('--output <folder>', say('write one text file per document into this folder'))
    .option('--languages', say('list the available languages, and show which are installed and in use'))
    .addOption(new Option('--list').hideHelp()) // its earlier name
    .option('--install <languages>', say('download the data for languages, such as deu+fra'))
    .option('--remove <languages>', say('delete the data of languages, such as deu+fra'))
    .addOption(json())
    .action(gives((files: string[], options: OcrOptions) => ocr(surface, files, options)));
  hub
    .command('structure [files...]')
    .description(say('find tables, lists, code, links, dates and amounts in documents, pictures and texts; - reads standard input'))
    .option('--kind <kinds>', say('find only these kinds, separated by commas: {known}', { known: structureKinds.join(', ') }))
    .option(
      '--as <form>',
      say('output format: {forms}; the default comes from the quick settings, initially markdown', { forms: structureForms.join(', ') }),
    )
    .option('--save <folder>', say('write each table (as CSV, or as --as says) and each code block to its own file in this folder'))
    .option(
      '--exact',
      say('with csv and tsv: write cells unchanged, without an apostrophe before what a spreadsheet would take for a formula'),
    )
    .option(
      '--lang <languages>',
      say('languages of the text in pictures, such as eng+deu; the default comes from the quick settings, initially English'),
    )
    .addOption(json())
    .action(gives((files: string[], options: StructureOptions) => structure(surface, files, options)));
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
async function tried(surface: Surface, run: () => ExitStatus | Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    return await run();
  } catch (error) {
    const why = whyUnusable(error);
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
