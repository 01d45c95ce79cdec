/** The words of the history: `hub history`, `search`, `show`, `delete`, `import` and the others about copies. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { DeleteOptions } from '../deleting/delete-many.ts';
import type { Gives } from '../gives.ts';
import type { ImportOptions } from '../import/import-history.ts';
import type { Surface } from '../surface.ts';
import { searchHelp } from '../usage-texts.ts';
import { wholeNumber } from '../whole-number.ts';
import type { ExplainOptions } from './explain.ts';
import type { ExportOptions } from './export.ts';
import type { KeepOptions } from './keep.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addHistoryCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('history')
    .description(say('list the copies, newest first'))
    .option('--limit <count>', say('how many to list'), wholeNumber, 20)
    .addOption(json())
    .action(
      gives(
        () => import('./history.ts'),
        ({ listCopies }, options: { limit: number; json?: boolean }) => listCopies(surface, options),
      ),
    );
  hub
    .command('search <word...>')
    .description(say('list the copies that contain all of these words, and meet all of these conditions'))
    .addHelpText('after', searchHelp())
    .option('--limit <count>', say('how many to list'), wholeNumber, 20)
    .addOption(json())
    .action(
      gives(
        () => import('./history.ts'),
        ({ listCopies }, query: string[], options: { limit: number; json?: boolean }) =>
          listCopies(surface, { ...options, query: query.join(' ') }),
      ),
    );
  hub
    .command('show <id>')
    .description(say('show one copy of the history'))
    .option('--content', say('print its bytes and nothing else'))
    .addOption(json())
    .action(
      gives(
        () => import('./show.ts'),
        ({ showCopy }, id: string, options: { json?: boolean; content?: boolean }) => showCopy(surface, id, options),
      ),
    );
  hub
    .command('copy <id...>')
    .description(say('put a copy back on the clipboard, or the texts of several, each on a line of its own'))
    .option('--plain', say('only its plain text'))
    .addOption(json())
    .action(
      gives(
        () => import('./fragment-commands.ts'),
        ({ copyAny }, ids: string[], options: { json?: boolean; plain?: boolean }) => copyAny(surface, ids, options),
      ),
    );
  hub
    .command('open <id>')
    .description(say('open what a copy names, such as its page, or its file'))
    .option('--reveal', say('show its file in its folder instead'))
    .addOption(json())
    .action(
      gives(
        () => import('./fragment-commands.ts'),
        ({ open }, id: string, options: { json?: boolean; reveal?: boolean }) => open(surface, id, options),
      ),
    );
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
    .action(
      gives(
        () => import('../deleting/delete-many.ts'),
        ({ deleteCopies }, ids: string[], options: DeleteOptions) => deleteCopies(surface, ids, options),
      ),
    );
  hub
    .command('undelete [id...]')
    .description(say('bring deleted copies back, within one minute; without an ID those of the last deletion'))
    .addOption(json())
    .action(
      gives(
        () => import('../deleting/undelete.ts'),
        ({ undeleteMany }, ids: string[], options: { json?: boolean }) => undeleteMany(surface, ids, options),
      ),
    );
  hub
    .command('export [folder]')
    .description(say('write the history into a folder: one JSON line for each copy, and its contents as files'))
    .option('--query <words>', say('only copies that contain these words'))
    .option(
      '--output <folder>',
      say('the same as the folder: a new or an empty one; without it, hub-export-DATE-TIME in the folder that you are in'),
    )
    .addOption(json())
    .action(
      gives(
        () => import('./export.ts'),
        ({ exportHistory }, folder: string | undefined, options: ExportOptions) => exportHistory(surface, folder, options),
      ),
    );
  hub
    .command('import <file...>')
    .description(say('add the history of another program, or one from hub export; what Hub has already stays one copy'))
    .option('--dry-run', say('only say what would be imported'))
    .addOption(json())
    .action(
      gives(
        () => import('../import/import-history.ts'),
        ({ importFiles }, files: string[], options: ImportOptions) => importFiles(surface, files, options),
      ),
    );
  hub
    .command('pin <id...>')
    .description(say('mark copies to keep'))
    .addOption(json())
    .action(
      gives(
        () => import('./annotate.ts'),
        ({ pin }, ids: string[], options: { json?: boolean }) => pin(surface, ids, options),
      ),
    );
  hub
    .command('unpin <id...>')
    .description(say('remove that mark'))
    .addOption(json())
    .action(
      gives(
        () => import('./annotate.ts'),
        ({ unpin }, ids: string[], options: { json?: boolean }) => unpin(surface, ids, options),
      ),
    );
  hub
    .command('tag <words...>')
    .usage('<id...> +new -old [--json]')
    .description(say('add tags to copies, and remove others: hub tag 7 +work -old'))
    .addOption(json())
    .allowUnknownOption() // -old
    .action(
      gives(
        () => import('./annotate.ts'),
        ({ tag }, words: string[], options: { json?: boolean }) => tag(surface, words, options),
      ),
    );
  hub
    .command('title <id> <text>')
    .description(say('give a copy a title of your own; an empty one removes it'))
    .addOption(json())
    .action(
      gives(
        () => import('./annotate.ts'),
        ({ title }, id: string, text: string, options: { json?: boolean }) => title(surface, id, text, options),
      ),
    );
  hub
    .command('note <id> <text>')
    .description(say('write a note on a copy, from standard input with -; an empty one removes it'))
    .addOption(json())
    .action(
      gives(
        () => import('./annotate.ts'),
        ({ note }, id: string, text: string, options: { json?: boolean }) => note(surface, id, text, options),
      ),
    );
  hub
    .command('keep [id]')
    .description(say('keep a copy that the content filter left out, or what is on the clipboard now'))
    .option('--always', say('from now on keep all copies with this kind of secret'))
    .addOption(json())
    .action(
      gives(
        () => import('./keep.ts'),
        ({ keep }, id: string | undefined, options: KeepOptions) => keep(surface, id, options),
      ),
    );
  hub
    .command('explain [id]')
    .description(say('which rule of the content filter decides about a copy, or would decide about a text'))
    .option('--last', say('the last copy, kept or not'))
    .option('--text <text>', say('a text that would be copied; - for standard input'))
    .option('--app <name>', say('the application that would copy'))
    .option('--window <title>', say('the title of its window'))
    .option('--file <path>', say('a file that would be copied'))
    .addOption(json())
    .action(
      gives(
        () => import('./explain.ts'),
        ({ explain }, id: string | undefined, options: ExplainOptions) => explain(surface, id, options),
      ),
    );
}
