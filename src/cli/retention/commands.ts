/** The words of `hub retention`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../configuration/commands.ts';
import type { Surface } from '../surface.ts';
import { evidence } from './evidence.ts';
import { addHold, type HoldOptions, listHolds, removeHolds } from './holds.ts';
import { type RunOptions, run, showPolicy } from './run.ts';
import { type VerifyOptions, verify } from './verify.ts';

interface Options {
  readonly json?: boolean;
}

const json = (): Option => new Option('--json', say('print one JSON value'));
const collect = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

const holdHelp = (): string => `
${say('A copy is on hold if one hold has its number, or if all other conditions of that hold are true of it.')}

${say('Examples:')}
  hub retention hold add case-17 --query 'acme' --from 2026-01-01
  hub retention hold add taxes --app libreoffice --until 2026-12-31
  hub retention hold add this-one --copy 4711`;

/** Adds the commands to the program. */
export function addRetentionCommands(hub: Command, surface: Surface, gives: Gives): void {
  const retention = hub.command('retention').description(say('delete copies by rules, with evidence, and keep others whatever deletes'));
  retention
    .command('policy')
    .description(say('the rules that are in force, in words'))
    .addOption(json())
    .action(gives((options: Options) => showPolicy(surface, options)));
  retention
    .command('run')
    .description(say('delete what the rules say, for good, and record it'))
    .option('--dry-run', say('only say what would be deleted'))
    .addOption(json())
    .action(gives((options: RunOptions) => run(surface, options)));
  retention
    .command('verify')
    .description(say('prove that the records are as they were written, and that what they say is true'))
    .option('--from <folder>', say('an exported folder instead of the records of this Hub'))
    .option('--head <hash>', say('a head that was written down elsewhere: it has to be that of a record'))
    .addOption(json())
    .action(gives((options: VerifyOptions) => verify(surface, options)));
  retention
    .command('evidence')
    .description(say('export the policy, the legal holds and the records as a BagIt folder; prints its path'))
    .requiredOption('--output <folder>', say('where the new folder is made'))
    .addOption(json())
    .action(gives((options: Options & { readonly output: string }) => evidence(surface, options)));
  addHoldCommands(retention, surface, gives);
}

function addHoldCommands(retention: Command, surface: Surface, gives: Gives): void {
  const hold = retention.command('hold').description(say('the legal holds: what must not be deleted')).addHelpText('after', holdHelp());
  hold
    .command('list')
    .description(say('the legal holds that are in force'))
    .addOption(json())
    .action(gives((options: Options) => listHolds(surface, options)));
  hold
    .command('add <name>')
    .description(say('keep copies from being deleted, also those that come later'))
    .option('--copy <id>', say('this copy; may be given several times'), collect)
    .option('--from <day>', say('copied since this day or time: 2026-03-31, 2026-03-31T18:00'))
    .option('--until <day>', say('copied until this day or time'))
    .option('--app <name>', say('copied in this application'))
    .option('--query <words>', say('what a search for this finds'))
    .option('--note <text>', say('what the hold is for'))
    .addOption(json())
    .action(gives((name: string, options: HoldOptions) => addHold(surface, name, options)));
  hold
    .command('remove <names...>')
    .description(say('end holds'))
    .addOption(json())
    .action(gives((names: readonly string[], options: Options) => removeHolds(surface, names, options)));
}
