/** Work in the journal that goes on in small steps between other writes, until nothing is left to do: erasing what was deleted, and indexing. */
import { errorCode, errorOrigin, type Log, type Vetted } from '../../base/log.ts';
import { resultOfWrite } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';

interface StepsParts {
  /** One step. `not-now`: another process uses the journal. May throw: then it is tried again. */
  readonly step: () => Promise<'more' | 'done' | 'not-now'>;
  /** Logs that a step threw, with the facts of its error. */
  readonly heldUp: (error: { readonly code: Vetted; readonly origin: Vetted }) => void;
  /** Other writes get their turn between two steps. */
  readonly pauseMs: number;
  /** From a call of `look` to the next step. */
  readonly lookAfterMs: number;
  /** From a step that failed or had to wait to the next one. */
  readonly retryMs: number;
}

export interface BackgroundWork extends Disposable {
  /** Call when there may be something to do again. */
  look(): void;
}

/** Begins with what is left from before. */
function startSteps({ step, heldUp, pauseMs, lookAfterMs, retryMs }: StepsParts): BackgroundWork {
  let timer: NodeJS.Timeout | null = null;
  let isAtWork = false;
  let looksAgain = false;
  let ended = false;
  const plan = (afterMs: number): void => {
    if (!ended) timer = setTimeout(() => void run(), afterMs);
  };
  const run = async (): Promise<void> => {
    timer = null;
    isAtWork = true;
    looksAgain = false;
    const waitMs = await step()
      .then((stepped) => ({ done: null, more: pauseMs, 'not-now': retryMs })[stepped])
      .catch((error: unknown) => {
        heldUp({ code: errorCode(error), origin: errorOrigin(error) });
        return retryMs;
      });
    isAtWork = false;
    if (waitMs !== null || looksAgain) plan(waitMs ?? lookAfterMs);
  };
  plan(pauseMs);
  return {
    look: () => {
      looksAgain = true; // the running step may have seen the end already
      if (timer === null && !isAtWork) plan(lookAfterMs);
    },
    [Symbol.dispose]: () => {
      ended = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** What the limits of the history removed stays in the search indexes for this long: erasing it writes all of an index anew. */
const trimmedEveryMs = 24 * 3_600_000;

interface JournalParts {
  readonly writer: JournalWriter;
  readonly log: Log;
}

/** Erases deleted content, until nothing of it is left in the journal's files. Call `look` when there may be something to erase. */
export function startErasing({ writer, log }: JournalParts): BackgroundWork {
  const steps = startSteps({
    step: () => resultOfWrite(writer.write('eraseStep')),
    heldUp: (error) => log.warn('erasing held up', error),
    pauseMs: 5,
    lookAfterMs: 5,
    retryMs: 500,
  });
  const eraseTrimmed = async (): Promise<void> => {
    await writer.write('eraseTrimmed'); // if that fails, it is done the next day
    steps.look();
  };
  void eraseTrimmed();
  const daily = setInterval(() => void eraseTrimmed(), trimmedEveryMs).unref();
  return {
    look: steps.look,
    [Symbol.dispose]: () => {
      clearInterval(daily);
      steps[Symbol.dispose]();
    },
  };
}

/** A step blocks other writes for about this long, and then they get their turn: a million fragments take some minutes. */
const indexingStepMs = 8;
/** Of several copies in a row, which may have completed a block. */
const indexingLookMs = 2_000;

/** Fills the search indexes. Call `look` when something may have changed that a search compares. */
export function startBlockIndexing({ writer, log }: JournalParts): BackgroundWork {
  return startSteps({
    step: () => resultOfWrite(writer.write('indexBlocksStep', indexingStepMs)),
    heldUp: (error) => log.warn('indexing held up', error),
    pauseMs: 20,
    lookAfterMs: indexingLookMs,
    retryMs: 5_000,
  });
}
