/** That a thread of a component can't be started any more, as the component says it of itself: nearly always its file is gone, or not the one that the process was started with. */
import { told } from '../language/say.ts';

const sentence = told(
  'a part of Hub can no longer be started, perhaps because Hub was updated, moved or removed while running; copies wait until Hub is started again: hub stop, then hub start',
);
/** How that reason begins. */
export const partNotStartedBegins: RegExp = /^a part of Hub can no longer be started\b/;
const missed = /; (\d{1,9}) missed meanwhile$/;

/**
 * The reason of a component with such a thread. `own`: what it lacks besides. On a full disk that stays: the stop that would help, for copies that are held in memory are
 * then written to the disk, would lose them. The number of missed copies is told in any case.
 */
export function partNotStarted(own: string | null): string {
  if (own !== null && isDiskFull(own)) return own;
  const count = missedIn(own);
  return count === 0 ? sentence : told('{reason}; {count} missed meanwhile', { reason: sentence, count });
}

/** A monitor that can't write to the journal says so of the disk. */
export function isDiskFull(reason: string): boolean {
  return reason.includes(': the disk is full;');
}

export function isPartNotStarted(reason: string | null): boolean {
  return partNotStartedBegins.test(reason ?? '');
}

/** How many copies were missed, as a monitor that can't count them in the journal says it with its reason. */
export function missedIn(reason: string | null): number {
  return Number(missed.exec(reason ?? '')?.[1] ?? 0);
}
