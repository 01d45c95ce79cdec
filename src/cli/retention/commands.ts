/** The words of `hub retention`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { HoldOptions } from './hold-options.ts';
import type { RunOptions } from './run.ts';
import type { VerifyOptions } from './verify.ts';

interface Options {
  readonly json?: boolean;
}

const json = (): Option => new Option('--json', say('print one JSON value'));
const collect = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

const holdHelp = (): string => `
${say('A copy is on hold if a hold lists its number, or if all the other conditions of that hold apply to it.')}

${say('Examples:')}
  hub retention hold add case-17 --query 'acme' --from 2026-01-01
  hub retention hold add taxes --app libreoffice --until 2026-12-31
  hub retention hold add these --copy 4711 4712`;

/** Adds the commands to the program. */
export function addRetentionCommands(hub: Command, surface: Surface, gives: Gives): void {
  const retention = hub
    .command('retention')
    .description(say('delete copies by rules, with evidence, and protect others from being deleted'));
  retention
    .command('policy')
    .description(say('the rules in force, in words'))
    .addOption(json())
    .action(
      gives(
        () => import('./policy.ts'),
        ({ showPolicy }, options: Options) => showPolicy(surface, options),
      ),
    );
  retention
    .command('run')
    .description(say('permanently delete what the rules say, and record it'))
    .option('--dry-run', say('only say what would be deleted'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .action(
      gives(
        () => import('./run.ts'),
        ({ run }, options: RunOptions) => run(surface, options),
      ),
    );
  retention
    .command('verify')
    .description(say('prove that the records are intact, and that what they say is true'))
    .option('--from <path>', say('an exported folder, or one file of records, instead of this Hub’s own records'))
    .option('--head <hash>', say('a head that you wrote down earlier: one of the records must have it'))
    .option('--dismiss', say('stop warning about the records that are missing so far'))
    .addOption(json())
    .action(
      gives(
        () => import('./verify.ts'),
        ({ verify }, options: VerifyOptions) => verify(surface, options),
      ),
    );
  retention
    .command('evidence')
    .description(say('export the policy, the legal holds and the records as a BagIt folder; prints its path'))
    .option('--output <folder>', say('where the new folder is created; by default in the current one'), '.')
    .addOption(json())
    .action(
      gives(
        () => import('./evidence.ts'),
        ({ evidence }, options: Options & { readonly output: string }) => evidence(surface, options),
      ),
    );
  addHoldCommands(retention, surface, gives);
}

function addHoldCommands(retention: Command, surface: Surface, gives: Gives): void {
  const hold = retention.command('hold').description(say('the legal holds: what must not be deleted')).addHelpText('after', holdHelp());
  hold
    .command('list')
    .description(say('the legal holds in force'))
    .addOption(json())
    .action(
      gives(
        () => import('./holds.ts'),
        ({ listHolds }, options: Options) => listHolds(surface, options),
      ),
    );
  hold
    .command('add')
    .argument('<name>', say('a name for the hold'))
    .argument('[ids...]', say('more copies, after --copy'))
    .description(say('protect copies from being deleted, including ones made later'))
    .option('--copy <id>', say('this copy; more may follow'), collect)
    .option('--from <day>', say('copied since this day or time: 2026-03-31, 2026-03-31T18:00, yesterday, 23:54, 2h'))
    .option('--until <day>', say('copied until this day or time'))
    .option('--app <name>', say('copied from this application'))
    .option('--query <words>', say('what a search for this finds'))
    .option('--note <text>', say('what the hold is for'))
    .addOption(json())
    .action(
      gives(
        () => import('./holds.ts'),
        ({ addHold }, name: string, ids: readonly string[], options: HoldOptions) =>
          addHold(surface, name, { ...options, more: ids, isNameFirst: isBeforeCopies(name, hold.args) }),
      ),
    );
  hold
    .command('remove <names...>')
    .description(say('end holds'))
    .addOption(json())
    .action(
      gives(
        () => import('./holds.ts'),
        ({ removeHolds }, names: readonly string[], options: Options) => removeHolds(surface, names, options),
      ),
    );
  hold
    .command('restore')
    .description(say('write the last valid holds again, if legal-hold.json is gone'))
    .addOption(json())
    .action(
      gives(
        () => import('./holds.ts'),
        ({ restoreHolds }, options: Options) => restoreHolds(surface, options),
      ),
    );
}

const withValue = ['--from', '--until', '--app', '--query', '--note'];

/** Whether this word comes before the first copy, and is no value of another option. */
function isBeforeCopies(name: string, words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--copy' || word.startsWith('--copy=')) return false;
    if (withValue.includes(word)) at += 1;
    else if (word === name) return true;
  }
  return false;
}
