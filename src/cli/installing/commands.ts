/** The commands about the installation: whether there is a newer version, and leaving nothing behind. */
import { type Command, Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../configuration/commands.ts';
import type { Surface } from '../surface.ts';
import type { UninstallOptions } from './uninstall.ts';
import type { UpdateOptions } from './update.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. Each is loaded when it is used. */
export function addInstallingCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('update')
    .description(say('tell whether there is a newer version; nothing is downloaded'))
    .option('--check', say('look now'))
    .addOption(json())
    .action(gives(async (options: UpdateOptions) => (await import('./update.ts')).update(surface, options)));
  hub
    .command('uninstall')
    .description(
      say(
        'stop Hub, and remove its entries of the menu and the start at login; what you copied stays. Says how to remove the program itself',
      ),
    )
    .option('--data', say('also delete the history, the configuration and the logs; asks first. Saved files stay'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .action(gives(async (options: UninstallOptions) => (await import('./uninstall.ts')).uninstall(surface, options)));
}
