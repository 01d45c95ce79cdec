/** The commands about Hub itself: what is wrong with it, and what somebody who helps needs. */
import { type Command, Option } from 'commander';
import { supportPresets } from '../../contract/words/listed-words.ts';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { SupportOptions } from './support-bundle.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));
const oneMore = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

/** Adds the commands to the program. */
export function addDiagnosticsCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('doctor [checks...]')
    .description(
      say(
        'check everything that Hub needs, and say how to fix what is wrong; or make only these checks. “bridge” runs only if it is named: it saves a text and removes it again',
      ),
    )
    .addOption(json())
    .action(
      gives(
        () => import('./doctor.ts'),
        ({ doctor }, checks: string[], options: { json?: boolean }) => doctor(surface, checks, options),
      ),
    );
  hub
    .command('support-bundle')
    .description(
      say('write a zip file for whoever helps you: versions, states, figures and logs, but nothing that you copied; sends nothing'),
    )
    .option('--preset <preset>', say('how much: {known}', { known: supportPresets.join(', ') }), 'standard')
    .option('--output <folder>', say('the folder for it, created if it is missing; by default the current one'), '.')
    .addOption(new Option('--redact <word>', say('a word to redact wherever it appears; may be repeated')).argParser(oneMore))
    .option('--open', say('open the report in the browser (the default at a terminal)'))
    .option('--no-open', say('do not show the report'))
    .addOption(json())
    .action(
      gives(
        () => import('./support-bundle.ts'),
        ({ supportBundle }, options: SupportOptions) => supportBundle(surface, options),
      ),
    );
}
