/** Brings what was copied before there was an index of pairs into it, in small steps between other work. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { Journal } from '../../journal/journal.ts';
import { pairStep } from '../../journal/pair-index.ts';

/** A step holds the event loop for about so long, and then others get their turn: a million fragments take some minutes. */
const stepMs = 8;
const pauseMs = 20;
/** A journal that takes nothing is tried again after this. */
const retryMs = 5_000;

/** Begins, where there is something to do, and ends by itself. */
export function startPairing({ journal, log }: { readonly journal: Journal; readonly log: Log }): Disposable {
  let timer: NodeJS.Timeout;
  const step = (): void => {
    try {
      if (pairStep(journal, stepMs) === 'more') timer = setTimeout(step, pauseMs);
    } catch (error) {
      log.warn('indexing held up', { code: errorCode(error), origin: errorOrigin(error) });
      timer = setTimeout(step, retryMs);
    }
  };
  timer = setTimeout(step, pauseMs);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
