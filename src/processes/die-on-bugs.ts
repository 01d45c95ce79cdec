/** What a process of Hub does about an error that nobody expected. */
import { errorCode, errorOrigin, type Log } from '../base/log.ts';

/**
 * A throw that nobody expected is a bug, or a broken machine: it is logged without its message, and the supervisor starts us anew. `exit` is how the
 * process ends then.
 */
export function dieOnBugs(log: Log, exit: (code: number) => void = (code) => process.exit(code)): void {
  const die = (error: unknown): void => {
    log.critical('unexpected error, the process ends', { code: errorCode(error), origin: errorOrigin(error) });
    exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}
