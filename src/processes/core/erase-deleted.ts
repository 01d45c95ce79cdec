/** Erases deleted content, in small steps between other work, until nothing of it is left in the journal's files. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { resultOfWrite } from '../../journal/writing/write-table.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';

export interface Erasing extends Disposable {
  /** Call when there may be something to erase. */
  look(): void;
}

/** Others get their turn between two steps. */
const pauseMs = 5;
/** If another process uses the journal, or it accepts nothing, the next attempt follows after this. */
const retryMs = 500;
/** What the limits of the history removed stays in the search indexes for this long: erasing it writes all of an index anew. */
const trimmedEveryMs = 24 * 3_600_000;

/** Starts with what is pending from before. */
export function startErasing({ writer, log }: { readonly writer: JournalWriter; readonly log: Log }): Erasing {
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
    const waitMs = await resultOfWrite(writer.write('eraseStep'))
      .then((erased) => ({ done: null, more: pauseMs, 'not-now': retryMs })[erased])
      .catch((error: unknown) => {
        log.warn('erasing held up', { code: errorCode(error), origin: errorOrigin(error) });
        return retryMs;
      });
    isAtWork = false;
    if (waitMs !== null || looksAgain) plan(waitMs ?? pauseMs);
  };
  const look = (): void => {
    looksAgain = true; // the running step may have seen the end already
    if (timer === null && !isAtWork) plan(pauseMs);
  };
  const eraseTrimmed = async (): Promise<void> => {
    await writer.write('eraseTrimmed'); // if that fails, it is done the next day
    look();
  };
  void eraseTrimmed();
  const daily = setInterval(() => void eraseTrimmed(), trimmedEveryMs).unref();
  return {
    look,
    [Symbol.dispose]: () => {
      ended = true;
      clearInterval(daily);
      if (timer !== null) clearTimeout(timer);
    },
  };
}
