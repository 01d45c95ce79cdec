/** The words of the history: `hub history`, `search`, `show`, `delete`, `import` and the others about copies. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../configuration/commands.ts';
import { type DeleteOptions, removeMany } from '../deleting/delete-many.ts';
import { undeleteMany } from '../deleting/undelete.ts';
import { keptInWords, mayWait } from '../deleting/waiting-copies.ts';
import { type ImportOptions, importFiles } from '../import/import-history.ts';
import type { ExitStatus, Surface } from '../surface.ts';
import { searchHelp } from '../usage-texts.ts';
import { wholeNumber } from '../whole-number.ts';
import { note, pin, tag, title, unpin } from './annotate.ts';
import { type ExplainOptions, explain } from './explain.ts';
import { type ExportOptions, exportHistory } from './export.ts';
import { copy, copyTexts, open, remove } from './fragment-commands.ts';
import { type HistoryOptions, history } from './history.ts';
import { type KeepOptions, keep } from './keep.ts';
import { namesOnDesktop } from './program-names.ts';
import { show } from './show.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addHistoryCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('history')
    .description(say('list the copies, newest first'))
    .option('--limit <count>', say('how many to list'), wholeNumber, 20)
    .addOption(json())
    .action(gives((options: { limit: number; json?: boolean }) => list(surface, options)));
  hub
    .command('search <word...>')
    .description(say('list the copies that contain all of these words, and meet all of these conditions'))
    .addHelpText('after', searchHelp())
    .option('--limit <count>', say('how many to list'), wholeNumber, 20)
    .addOption(json())
    .action(gives((query: string[], options: { limit: number; json?: boolean }) => list(surface, { ...options, query: query.join(' ') })));
  hub
    .command('show <id>')
    .description(say('show one copy of the history'))
    .option('--content', say('print its bytes and nothing else'))
    .addOption(json())
    .action(
      gives(async (id: string, options: { json?: boolean; content?: boolean }) =>
        show(surface, id, options, options.json || options.content ? undefined : await namesOnDesktop(surface)),
      ),
    );
  hub
    .command('copy <id...>')
    .description(say('put a copy back on the clipboard, or the texts of several, each on a line of its own'))
    .option('--plain', say('only its plain text'))
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean; plain?: boolean }) => copyAny(surface, ids, options)));
  hub
    .command('open <id>')
    .description(say('open what a copy names, such as its page, or its file'))
    .option('--reveal', say('show its file in its folder instead'))
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean; reveal?: boolean }) => open(surface, id, options)));
  hub
    .command('delete [id...]')
    .description(say('remove copies from the history; saved files stay, unless --with-file is given'))
    .option('--query <words>', say('all copies that contain these words'))
    .option('--since <time>', say('only copies made since this time: 30m, 7d, 17:30, yesterday, "2026-11-20 17:30"'))
    .option('--all', say('all copies'))
    .option('--pinned', say('with --query, --since and --all: pinned ones too'))
    .option('--with-file', say('move their files to the trash too'))
    .option('--now', say('erase them at once; otherwise they can be brought back for one minute'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .action(gives((ids: string[], options: DeleteOptions) => removeAny(surface, ids, options)));
  hub
    .command('undelete [id...]')
    .description(say('bring deleted copies back, within one minute; without an ID those of the last deletion'))
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => undeleteMany(surface, ids, options)));
  hub
    .command('export [folder]')
    .description(say('write the history into a folder: one JSON line for each copy, and its contents as files'))
    .option('--query <words>', say('only copies that contain these words'))
    .option(
      '--output <folder>',
      say('the same as the folder: a new or an empty one; without it, hub-export-DATE-TIME in the folder that you are in'),
    )
    .addOption(json())
    .action(gives((folder: string | undefined, options: ExportOptions) => exportHistory(surface, folder, options)));
  hub
    .command('import <file...>')
    .description(say('add the history of another program, or one from hub export; what Hub has already stays one copy'))
    .option('--dry-run', say('only say what would be imported'))
    .addOption(json())
    .action(gives((files: string[], options: ImportOptions) => importFiles(surface, files, options)));
  hub
    .command('pin <id...>')
    .description(say('mark copies to keep'))
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => pin(surface, ids, options)));
  hub
    .command('unpin <id...>')
    .description(say('remove that mark'))
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => unpin(surface, ids, options)));
  hub
    .command('tag <words...>')
    .usage('<id...> +new -old [--json]')
    .description(say('add tags to copies, and remove others: hub tag 7 +work -old'))
    .addOption(json())
    .allowUnknownOption() // -old
    .action(gives((words: string[], options: { json?: boolean }) => tag(surface, words, options)));
  hub
    .command('title <id> <text>')
    .description(say('give a copy a title of your own; an empty one removes it'))
    .addOption(json())
    .action(gives((id: string, text: string, options: { json?: boolean }) => title(surface, id, text, options)));
  hub
    .command('note <id> <text>')
    .description(say('write a note on a copy, from standard input with -; an empty one removes it'))
    .addOption(json())
    .action(gives((id: string, text: string, options: { json?: boolean }) => note(surface, id, text, options)));
  hub
    .command('keep [id]')
    .description(say('keep a copy that the content filter left out, or what is on the clipboard now'))
    .option('--always', say('from now on keep all copies with this kind of secret'))
    .addOption(json())
    .action(gives((id: string | undefined, options: KeepOptions) => keep(surface, id, options)));
  hub
    .command('explain [id]')
    .description(say('which rule of the content filter decides about a copy, or would decide about a text'))
    .option('--last', say('the last copy, kept or not'))
    .option('--text <text>', say('a text that would be copied; - for standard input'))
    .option('--app <name>', say('the application that would copy'))
    .option('--window <title>', say('the title of its window'))
    .option('--file <path>', say('a file that would be copied'))
    .addOption(json())
    .action(gives((id: string | undefined, options: ExplainOptions) => explain(surface, id, options)));
}

function copyAny(surface: Surface, ids: readonly string[], options: { json?: boolean; plain?: boolean }): Promise<ExitStatus> {
  const [id = '', ...more] = ids;
  return more.length === 0 ? copy(surface, id, options) : copyTexts(surface, ids, options);
}

/** One copy is deleted by the running Hub, many by the command itself, as is one that waits in a damaged journal. */
async function removeAny(surface: Surface, ids: readonly string[], options: DeleteOptions): Promise<ExitStatus> {
  const { query, since, all } = options;
  const [id, ...more] = ids;
  const isOne = id !== undefined && more.length === 0 && query === undefined && since === undefined && all === undefined;
  if (!isOne || mayWait(surface, id)) return removeMany(surface, ids, options);
  const status = await remove(surface, id, options);
  const kept = status === 0 && !options.json ? keptInWords(surface) : '';
  if (kept !== '') surface.print(kept);
  return status;
}

/** Other programs get the names as they were recorded. */
async function list(surface: Surface, options: HistoryOptions): Promise<ExitStatus> {
  return history(surface, options, options.json ? undefined : await namesOnDesktop(surface));
}
