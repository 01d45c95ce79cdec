/** The word `hub logs`. */
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { logLevels } from '../../base/log.ts';
import { localTimestamp, systemTimeZone } from '../../base/timestamp.ts';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { LogsOptions } from './logs.ts';
import { namesOfLines } from './wanted-lines.ts';

/** Adds the command to the program. */
export function addLogCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('logs')
    .description(say('print what the components logged, merged by time; or make a web page of it'))
    .option('--follow', say('keep printing lines as they are added, until Ctrl-C'))
    .option(
      '--level <level>',
      say('only lines of this level or above: {known}; several, with commas: only those', { known: logLevels.join(', ') }),
      repeated,
    )
    .option('--component <id>', say('only lines of this component; may be repeated: {known}', { known: namesOfLines.join(', ') }), repeated)
    .option(
      '--text <words>',
      say('only lines with all of these: words in the event or a field, fields such as verdict=save or event="copy gone"'),
    )
    .option('--since <time>', say('only lines since this time: 30m, 7d, 17:30, yesterday, "2026-11-20 17:30"'))
    .option('--until <time>', say('only lines until this time'))
    .option('--copy <id>', say('only lines about this copy, by its number in hub history'))
    .option('--max <count>', say('only this many of the newest lines'), lineCount)
    .option('--all-fields', say('also print the fields that are empty, and clockMs'))
    .option('--html', say('make a web page of them, and print its path'))
    .option('--open', say('with --html: open the page in the browser'))
    .option('--archive', say('write all logs into one zip file, as they are, to keep them; prints its path'))
    .option('--output <folder>', say('with --archive: the folder for it, created if it is missing; by default the current one'))
    .addOption(new Option('--json', say('print one JSON value; with --follow, one for each line')))
    .addHelpText(
      'after',
      () => `\n${say('Times are given and printed in the time zone of this machine: {zone}', { zone: timeZone(Date.now()) })}`,
    )
    .action(
      gives(
        () => import('./logs.ts'),
        ({ logs }, options: LogsOptions) => logs(surface, options),
      ),
    );
}

function repeated(word: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...word.split(',')];
}

function lineCount(word: string): number {
  if (!/^[1-9]\d{0,6}$/.test(word)) throw new InvalidArgumentError(say('Use a whole number from 1 to 9999999.'));
  return Number(word);
}

/** `Europe/Berlin (+01:00)`. */
function timeZone(nowMs: number): string {
  return `${systemTimeZone()} (${localTimestamp(nowMs).slice(-6)})`;
}
