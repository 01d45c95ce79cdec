/** When the core deletes by itself: a pass soon after the start and after a change of the rules, and then one every now and then. Never two at a time. */
import { everybodysTurnMs } from '../../../journal/transactions.ts';

export interface PassTimes {
  /** From one pass to the next. */
  readonly everyMs: number;
  /** From the start, or a change of the rules, to the next pass: whoever mistypes a rule can correct it before it deletes anything. */
  readonly firstAfterMs: number;
}

export interface PassParts extends PassTimes {
  /** One pass. It ends early once `isOver` says so. */
  readonly pass: (isOver: () => boolean) => Promise<void>;
  /** The pass has thrown this; the next one comes in its time. */
  readonly heldUp: (error: unknown) => void;
}

export interface Passes extends Disposable {
  /** Call when the rules have changed. */
  look(): void;
}

export function startPasses({ pass, heldUp, everyMs, firstAfterMs }: PassParts): Passes {
  let timer: NodeJS.Timeout | undefined;
  let [isAtWork, hasChanged, ended] = [false, false, false];
  const plan = (afterMs: number): void => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void work(), afterMs);
  };
  const work = async (): Promise<void> => {
    isAtWork = true;
    hasChanged = false;
    try {
      await pass(() => ended);
    } catch (error) {
      heldUp(error);
    }
    isAtWork = false;
    plan(hasChanged ? firstAfterMs : everyMs);
  };
  plan(firstAfterMs);
  return {
    look: () => {
      hasChanged = true;
      // A pass that goes on has begun by the rules of before.
      if (!isAtWork) plan(firstAfterMs);
    },
    [Symbol.dispose]: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}

/** Between two steps of a pass. */
export function pauseBetweenSteps(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, everybodysTurnMs).unref());
}
