/** The commands about the installation: whether there is a newer version, and leaving nothing behind. */
import { type Command, Option } from 'commander';
import { say } from '../../domain/language/say.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import type { UninstallOptions } from './uninstall.ts';
import type { UpdateOptions } from './update.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** Adds the commands to the program. */
export function addInstallingCommands(hub: Command, surface: Surface, gives: Gives): void {
  hub
    .command('update')
    .description(say('tell whether there is a newer version; nothing is downloaded'))
    .option('--check', say('the same as without it'))
    .addOption(json())
    .action(
      gives(
        () => import('./update.ts'),
        ({ update }, options: UpdateOptions) => update(surface, options),
      ),
    );
  hub
    .command('uninstall')
    .description(
      say(
        'stop Hub, and remove its menu entry, its start at login and its cache; what you copied stays. Then it says how to remove the program itself',
      ),
    )
    .option('--data', say('also delete the history, the settings and the logs; asks first. Saved files stay'))
    .option('--yes', say('do not ask'))
    .addOption(json())
    .action(
      gives(
        () => import('./uninstall.ts'),
        ({ uninstall }, options: UninstallOptions) => uninstall(surface, options),
      ),
    );
}
