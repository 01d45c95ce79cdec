/** Asks who the owner is until that is known, or for as long as it may take. */
import { setTimeout as pause } from 'node:timers/promises';
import { tooLate, within } from '../../base/deadline.ts';
import { type FoundOwner, unknownOwner } from './x11-owner.ts';

const askAgainMs = 100;

/** A program may tell of itself a moment after it has copied; where it matters who it is, it is asked again until then. Never fails. */
export async function findOwner(asked: {
  readonly identify: () => Promise<FoundOwner>;
  readonly withinMs: number;
  /** Rules ask who it is. */
  readonly isNeeded: boolean;
  /** Nobody wants to know any more. */
  readonly isGivenUp: () => boolean;
  /** Hears of each answer, and which one it is. */
  readonly say: (times: number, found: FoundOwner) => void;
  readonly onFault: (error: unknown) => void;
}): Promise<FoundOwner> {
  const untilMs = performance.now() + asked.withinMs;
  for (let times = 1; ; times += 1) {
    const looking = asked.identify().catch((error: unknown) => {
      asked.onFault(error);
      return unknownOwner;
    });
    const found = await within(untilMs - performance.now(), looking);
    asked.say(times, found === tooLate ? unknownOwner : found);
    if (found === tooLate) return unknownOwner;
    const isOver = asked.isGivenUp() || performance.now() + askAgainMs > untilMs;
    const isNamed = found.isComplete && found.isKnown && found.identity.name !== null;
    if (!asked.isNeeded || isOver || isNamed || found.mayBe !== null) return found;
    await pause(askAgainMs);
  }
}
