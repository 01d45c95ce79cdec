/** The words of `hub index`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import { wholeNumber } from '../whole-number.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addIndexCommands(hub: Command, surface: Surface, gives: Gives): void {
  const index = hub.command('index').description(say('the files in the WorkSpaces, whoever wrote them'));
  index
    .command('status')
    .description(say('what the index holds, and what its last refresh did'))
    .addOption(json())
    .action(
      gives(
        () => import('./index-status.ts'),
        ({ indexStatus }, options: { json?: boolean }) => indexStatus(surface, options),
      ),
    );
  index
    .command('refresh')
    .description(say('look for files that are new, changed or gone; waits until that is done'))
    .option('--workspace <id>', say('only in this WorkSpace'))
    .option('--stop', say('stop the refresh that is under way'))
    .addOption(json())
    .action(
      gives(
        () => import('./index-refresh.ts'),
        ({ indexRefresh }, options: { json?: boolean; workspace?: string; stop?: boolean }) => indexRefresh(surface, options),
      ),
    );
  index
    .command('search <word...>')
    .description(say('list the files that contain all of these words'))
    .option('--limit <count>', say('how many to list'), wholeNumber, 20)
    .addOption(json())
    .action(
      gives(
        () => import('./index-search.ts'),
        ({ indexSearch }, words: string[], options: { limit: number; json?: boolean }) => indexSearch(surface, words.join(' '), options),
      ),
    );
}
