/** What a process of Hub does about an error that nobody expected. */
import { errorCode, errorOrigin, type Log } from '../base/log.ts';
import { exitCodes } from '../contract/components.ts';
import { isDamage } from '../journal/damage.ts';

/**
 * A throw that nobody expected is a bug, or a broken machine: it is logged without its message, and the supervisor starts us anew. `exit` is how the
 * process ends then; by its code it tells of a journal that is damaged.
 */
export function dieOnBugs(log: Log, exit: (code: number) => void = (code) => process.exit(code)): void {
  const die = (error: unknown): void => {
    if (isDamage(error)) log.critical('the journal is damaged');
    log.critical('unexpected error, the process ends', { code: errorCode(error), origin: errorOrigin(error) });
    exit(isDamage(error) ? exitCodes.journalDamaged : 1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}
