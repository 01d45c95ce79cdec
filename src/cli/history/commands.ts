/** The words of the history: `hub history`, `search`, `show`, `delete`, `import` and the others about copies. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { searchKeys } from '../../domain/search/query.ts';
import type { Gives } from '../configuration/commands.ts';
import { type ImportOptions, importFiles } from '../import/import-history.ts';
import type { ExitStatus, Surface } from '../surface.ts';
import { wholeNumber } from '../whole-number.ts';
import { note, pin, tag, title, unpin } from './annotate.ts';
import { type DeleteOptions, removeMany, undeleteMany } from './delete-many.ts';
import { type ExplainOptions, explain } from './explain.ts';
import { type ExportOptions, exportHistory } from './export.ts';
import { copy, remove } from './fragment-commands.ts';
import { history, show } from './history.ts';
import { type KeepOptions, keep } from './keep.ts';

const json = (): Option => new Option('--json', 'print one JSON value');

/** Adds the commands to the program. */
export function addHistoryCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('history')
    .description('list the copies, newest first')
    .option('--limit <count>', 'how many to list', wholeNumber, 20)
    .addOption(json())
    .action(gives((options: { limit: number; json?: boolean }) => history(surface, options)));
  hub
    .command('search <word...>')
    .description('list the copies that contain all of these words, and meet all of these conditions')
    .addHelpText('after', searchHelp)
    .option('--limit <count>', 'how many to list', wholeNumber, 20)
    .addOption(json())
    .action(
      gives((query: string[], options: { limit: number; json?: boolean }) => history(surface, { ...options, query: query.join(' ') })),
    );
  hub
    .command('show <id>')
    .description('show one copy of the history')
    .option('--content', 'print its bytes and nothing else')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean; content?: boolean }) => show(surface, id, options)));
  hub
    .command('copy <id>')
    .description('put a copy back on the clipboard')
    .option('--plain', 'only its plain text')
    .addOption(json())
    .action(gives((id: string, options: { json?: boolean; plain?: boolean }) => copy(surface, id, options)));
  hub
    .command('delete [id...]')
    .description('remove copies from the history; saved files stay')
    .option('--query <words>', 'all copies that contain these words')
    .option('--since <age>', 'only copies that are not older: 30m, 2h, 7d')
    .option('--all', 'all copies')
    .option('--pinned', 'with --query, --since and --all: pinned ones too')
    .option('--now', 'erase them at once; otherwise they can be brought back for one minute')
    .option('--yes', 'do not ask')
    .addOption(json())
    .action(gives((ids: string[], options: DeleteOptions) => removeAny(surface, ids, options)));
  hub
    .command('undelete [id...]')
    .description('bring deleted copies back, within one minute; without an ID those of the last deletion')
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => undeleteMany(surface, ids, options)));
  hub
    .command('export')
    .description('write the history into a folder: one JSON line for each copy, and its contents as files')
    .option('--query <words>', 'only copies that contain these words')
    .option('--output <folder>', 'a new or an empty folder; without it, hub-export-DATE-TIME in the folder that you are in')
    .addOption(json())
    .action(gives((options: ExportOptions) => exportHistory(surface, options)));
  hub
    .command('import <file...>')
    .description('add the history of another program, or one from hub export; what Hub has already stays one copy')
    .option('--dry-run', 'only say what would be imported')
    .addOption(json())
    .action(gives((files: string[], options: ImportOptions) => importFiles(surface, files, options)));
  hub
    .command('pin <id...>')
    .description('mark copies that are to stay')
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => pin(surface, ids, options)));
  hub
    .command('unpin <id...>')
    .description('remove that mark')
    .addOption(json())
    .action(gives((ids: string[], options: { json?: boolean }) => unpin(surface, ids, options)));
  hub
    .command('tag <words...>')
    .usage('<id...> +new -old [--json]')
    .description('add tags to copies, and remove others: hub tag 7 +work -old')
    .addOption(json())
    .allowUnknownOption() // -old
    .action(gives((words: string[], options: { json?: boolean }) => tag(surface, words, options)));
  hub
    .command('title <id> <text>')
    .description('give a copy a title of your own; an empty one removes it')
    .addOption(json())
    .action(gives((id: string, text: string, options: { json?: boolean }) => title(surface, id, text, options)));
  hub
    .command('note <id> <text>')
    .description('write a note on a copy, from standard input with -; an empty one removes it')
    .addOption(json())
    .action(gives((id: string, text: string, options: { json?: boolean }) => note(surface, id, text, options)));
  hub
    .command('keep [id]')
    .description('keep a copy that the content filter left out, or what is on the clipboard now')
    .option('--always', 'from now on keep all copies with this kind of secret')
    .addOption(json())
    .action(gives((id: string | undefined, options: KeepOptions) => keep(surface, id, options)));
  hub
    .command('explain [id]')
    .description('which rule of the content filter decides about a copy, or would decide about a text')
    .option('--last', 'the last copy, kept or not')
    .option('--text <text>', 'a text that would be copied; - for standard input')
    .option('--app <name>', 'the application that would copy')
    .option('--window <title>', 'the title of its window')
    .option('--file <path>', 'a file that would be copied')
    .addOption(json())
    .action(gives((id: string | undefined, options: ExplainOptions) => explain(surface, id, options)));
}

const searchHelp = `
Conditions:
${Object.entries(searchKeys)
  .map(([key, { about, example }]) => `  ${`${key}:${example}`.padEnd(20)} ${about}`)
  .join('\n')}

Quotes make a phrase, - excludes, and OR lets either of two hold.

Examples:
  hub search 'type:python app:code since:2d "def main"'
  hub search 'error OR failed -type:log size:>1k'`;

/** One copy is deleted by the running Hub, many by the command itself. */
function removeAny(surface: Surface, ids: readonly string[], options: DeleteOptions): Promise<ExitStatus> {
  const { query, since, all } = options;
  const [id, ...more] = ids;
  const isOne = id !== undefined && more.length === 0 && query === undefined && since === undefined && all === undefined;
  return isOne ? remove(surface, id, options) : removeMany(surface, ids, options);
}
