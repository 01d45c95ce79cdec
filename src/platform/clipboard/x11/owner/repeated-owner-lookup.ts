/** Looks up the owner repeatedly until it is known, or the time is up. */
import { setTimeout as pause } from 'node:timers/promises';
import { tooLate, within } from '../../../../base/deadline.ts';
import { type FoundOwner, unknownOwner } from '../../found-owner.ts';

const askAgainMs = 100;

/** A program may identify itself a moment after it has copied. If the owner matters, it is looked up again until then. Never fails. */
export async function findOwner(asked: {
  readonly identify: () => Promise<FoundOwner>;
  readonly withinMs: number;
  /** Rules depend on the owner. */
  readonly isNeeded: boolean;
  /** The result is not needed any more. */
  readonly isGivenUp: () => boolean;
  /** Called with each answer and its ordinal. */
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
