/**
 * How a process of Hub exits: after an unexpected error, and while a call to a disk that does not respond is pending. Then neither the end of its
 * program nor `process.exit` ends it: both wait for the threads with such calls, forever if necessary. By then nothing is left to be done cleanly.
 */

import { errorCode, errorOrigin, type Log } from '../base/log.ts';
import { urgentLines } from '../base/rotated-files/urgent-lines.ts';
import { exitCodes } from '../contract/components.ts';
import { isDamage } from '../journal/damage/damage.ts';

/** A process that has closed everything exits at once, unless a disk prevents that. */
const lingersMs = 300;

/** Kills this process at once, whatever it waits for. */
export function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Call when everything is closed: the process exits by itself, and is killed if a disk prevents that. */
export function killIfDiskHangs(): void {
  const look = (): void => {
    if (waitsForDisk()) killSelf();
  };
  setTimeout(look, lingersMs).unref();
}

/** For a process that writes its log later: exits with this code after the moment that its last lines need, whatever a disk prevents. */
export function exitEvenWithoutDisk(code: number): void {
  setTimeout(() => {
    if (waitsForDisk()) killSelf();
    else process.exit(code);
  }, lingersMs);
}

function waitsForDisk(): boolean {
  return urgentLines.isWaiting || process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
}

/**
 * An unexpected exception is a bug, or a broken machine: it is logged without its message, and the supervisor starts the process again. `exit` is how
 * the process exits then; its code reports a damaged journal.
 */
export function exitOnBugs(log: Log, exit: (code: number) => void = (code) => process.exit(code)): void {
  const die = (error: unknown): void => {
    if (isDamage(error)) log.critical('the journal is damaged');
    log.critical('unexpected error, the process exits', { code: errorCode(error), origin: errorOrigin(error) });
    exit(isDamage(error) ? exitCodes.journalDamaged : 1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
}
