/** Fills the search indexes, in small steps between other work. */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import { resultOfWrite } from '../../../journal/writing/write-table.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';

/** A step blocks other writes for about this long, and then they get their turn: a million fragments take some minutes. */
const stepMs = 8;
const pauseMs = 20;
/** Of several copies in a row, which may have completed a block. */
const soonMs = 2_000;
/** If the journal accepts nothing, the next attempt follows after this. */
const retryMs = 5_000;

export interface BlockIndexing extends Disposable {
  /** Call when something may have changed that a search compares. */
  look(): void;
}

/** Begins with what is left from before. */
export function startBlockIndexing({ writer, log }: { readonly writer: JournalWriter; readonly log: Log }): BlockIndexing {
  let timer: NodeJS.Timeout | null = null;
  let isAtWork = false;
  let looksAgain = false;
  let ended = false;
  const plan = (afterMs: number): void => {
    if (!ended) timer = setTimeout(() => void step(), afterMs);
  };
  const step = async (): Promise<void> => {
    timer = null;
    isAtWork = true;
    looksAgain = false;
    const waitMs = await resultOfWrite(writer.write('indexBlocksStep', stepMs))
      .then((indexed) => ({ done: null, more: pauseMs })[indexed])
      .catch((error: unknown) => {
        log.warn('indexing held up', { code: errorCode(error), origin: errorOrigin(error) });
        return retryMs;
      });
    isAtWork = false;
    if (waitMs !== null || looksAgain) plan(waitMs ?? soonMs);
  };
  plan(pauseMs);
  return {
    look: () => {
      looksAgain = true;
      if (timer === null && !isAtWork) plan(soonMs);
    },
    [Symbol.dispose]: () => {
      ended = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
