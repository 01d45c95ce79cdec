/** The commands that start, stop and ask a Hub. */
import { type Command, Option } from 'commander';
import { actionVerbs } from '../../contract/words/listed-words.ts';
import { say } from '../../domain/language/say.ts';
import { verbRow } from '../../domain/verb-titles.ts';
import type { Gives } from '../gives.ts';
import type { Surface } from '../surface.ts';
import { formatTable } from '../table.ts';
import type { PauseOptions } from './pause.ts';
import type { StopOptions } from './stop.ts';

const json = (): Option => new Option('--json', say('print one JSON value'));

/** What each verb does. */
const verbsHelp = (): string =>
  `\n${verbTable()
    .map((line) => `  ${line}`)
    .join('\n')}`;

function verbTable(): readonly string[] {
  return formatTable(
    [say('VERB'), say('WHAT IT DOES')],
    actionVerbs.map((verb) => [verb, verbRow(verb).detail]),
  );
}

/** Adds the commands to the program. `program` is the file of the command itself, for starting Hub in the background. */
export function addRunningCommands(hub: Command, surface: Surface, gives: Gives, program: string): void {
  hub
    .command('run')
    .description(say('run Hub in the foreground; Ctrl-C stops it'))
    .option('--headless', say('without the window'))
    .option('--hidden', say('with the window hidden until it is asked for'))
    .action(() => {});
  hub
    .command('start')
    .description(say('start Hub in the background; returns when every component is up'))
    .option('--headless', say('without the window'))
    .option('--hidden', say('with the window hidden until it is asked for'))
    .addOption(json())
    .action(
      gives(
        () => import('./start.ts'),
        ({ start }, options: { json?: boolean; headless?: boolean; hidden?: boolean }) => start(surface, program, options),
      ),
    );
  hub
    .command('autostart [on|off|status]')
    .description(say('start Hub, with its window hidden, when you log in'))
    .addOption(json())
    .action(
      gives(
        () => import('./autostart.ts'),
        ({ autostart }, word: string | undefined, options: { json?: boolean }) => autostart(surface, word ?? 'status', options),
      ),
    );
  hub
    .command('stop')
    .description(say('stop Hub'))
    .option('--force', say('stop also if copies are lost by it, and kill what does not stop by itself'))
    .addOption(json())
    .action(
      gives(
        () => import('./stop.ts'),
        ({ stop }, options: StopOptions) => stop(surface, options),
      ),
    );
  hub
    .command('status')
    .description(say('one line per component, and counts of the copies'))
    .addOption(json())
    .action(
      gives(
        () => import('./status.ts'),
        ({ status }, options: { json?: boolean }) => status(surface, options),
      ),
    );
  hub
    .command('missed')
    .description(say('the last copies that were missed: when, from which program, and why'))
    .option('--dismiss', say('stop warning about them'))
    .addOption(json())
    .action(
      gives(
        () => import('./missed.ts'),
        ({ missed }, options: { json?: boolean; dismiss?: boolean }) => missed(surface, options),
      ),
    );
  hub
    .command('restart [component]')
    .description(say('restart a component, or start one that is not running'))
    .option('--desktop', say('move the window, the tray icon and the clipboard to the desktop where this is called'))
    .addOption(json())
    .action(
      gives(
        () => import('./restart.ts'),
        ({ restart }, id: string | undefined, options: { json?: boolean; desktop?: boolean }) => restart(surface, id, options),
      ),
    );
  hub
    .command('action [verb]')
    .description(say('have the running Hub do something'))
    .addHelpText('after', verbsHelp())
    .addOption(json())
    .action(
      gives(
        () => import('./action.ts'),
        ({ action }, verb: string | undefined, options: { json?: boolean }) => action(surface, verb, options),
      ),
    );
  hub
    .command('pair [list|revoke] [pairing]')
    .description(say('print a code that pairs a browser extension; or list the pairings, or revoke one by its ID or name'))
    .addOption(json())
    .action(
      gives(
        () => import('./pair.ts'),
        ({ pair }, word: string | undefined, pairing: string | undefined, options: { json?: boolean }) =>
          pair(surface, word, pairing, options),
      ),
    );
  hub
    .command('pause')
    .description(say('capture nothing, until a time or until hub resume'))
    .option('--for <time>', say('how long: 30m, 1h, 1h30m'))
    .option('--until <time>', say('until the clock shows 18:00, today or tomorrow'))
    .addOption(json())
    .action(
      gives(
        () => import('./pause.ts'),
        ({ pause }, options: PauseOptions) => pause(surface, options),
      ),
    );
  hub
    .command('ignore-next')
    .description(say('do not capture the next copy, and only that one'))
    .addOption(json())
    .action(
      gives(
        () => import('./pause.ts'),
        ({ ignoreNext }, options: { json?: boolean }) => ignoreNext(surface, options),
      ),
    );
  hub
    .command('resume')
    .description(say('capture every copy again: ends a pause, and cancels ignore-next'))
    .addOption(json())
    .action(
      gives(
        () => import('./pause.ts'),
        ({ resume }, options: { json?: boolean }) => resume(surface, options),
      ),
    );
}
