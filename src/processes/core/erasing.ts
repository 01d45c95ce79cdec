/** Erases what was deleted, in small steps between other work, until nothing of it is left in the journal's files. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { eraseStep } from '../../journal/erasing.ts';
import type { Journal } from '../../journal/journal.ts';

export interface Erasing extends Disposable {
  /** Says that there may be something to erase. */
  look(): void;
}

/** Others get their turn between two steps. */
const pauseMs = 5;
/** A journal that somebody is at, or that takes nothing, is tried again after this. */
const retryMs = 500;

/** Starts with what waits from before. */
export function startErasing({ journal, log }: { readonly journal: Journal; readonly log: Log }): Erasing {
  let timer: NodeJS.Timeout | null = null;
  let ended = false;
  const plan = (afterMs: number): void => {
    timer = setTimeout(step, afterMs);
  };
  const step = (): void => {
    timer = null;
    try {
      const erased = eraseStep(journal);
      if (erased !== 'done') plan(erased === 'more' ? pauseMs : retryMs);
    } catch (error) {
      log.warn('erasing held up', { code: errorCode(error), origin: errorOrigin(error) });
      plan(retryMs);
    }
  };
  const look = (): void => {
    if (timer === null && !ended) plan(pauseMs);
  };
  look();
  return {
    look,
    [Symbol.dispose]: () => {
      ended = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
