/** The commands for the saved commands of the user. */
import { type Command, Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { CommandOptions } from './run-command.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addSavedCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('commands')
    .description(say('list your saved commands, which get a copy'))
    .addOption(json())
    .action(
      gives(
        () => import('./list-commands.ts'),
        ({ listCommands }, options: { json?: boolean }) => listCommands(surface, options),
      ),
    );
  hub
    .command('command <name> [id]')
    .description(say('run a saved command with a copy at its standard input; without an ID, what is on the clipboard'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .addOption(new Option('--shown <count>', say('with --json: at most so many characters of the output')).argParser(Number).hideHelp())
    .action(
      gives(
        () => import('./run-command.ts'),
        ({ runSaved }, name: string, id: string | undefined, options: CommandOptions) => runSaved(surface, name, id, options),
      ),
    );
}
