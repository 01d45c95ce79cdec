/** Erases deleted copies once the time to undo it is over: at the start what is due by then, and after that each deletion in its time. */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { type AdoptStep, nextDue } from '../../../journal/keeping/deletions.ts';
import { resultOfWrite } from '../../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';

export interface DueErasing extends Disposable {
  /** Call when something may have been deleted. */
  look(): void;
}

export interface DueErasingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** Called after each erasure. */
  readonly erased: () => void;
  /** Unix time in ms. */
  readonly nowMs?: () => number;
}

/** Others get their turn between two steps. */
const pauseMs = 5;
/** If the journal accepts nothing, or can't be read, the next attempt follows after this. */
const retryMs = 1_000;
/** A timer runs slow while the machine sleeps, and the clock may be set. */
const mostWaitMs = 10_000;

export function startErasingDue({ journal, writer, log, erased, nowMs = Date.now }: DueErasingParts): DueErasing {
  let timer: NodeJS.Timeout | undefined;
  let isAtWork = false;
  let ended = false;
  const plan = (afterMs: number): void => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void step(), Math.min(afterMs, mostWaitMs));
  };
  const step = async (): Promise<void> => {
    isAtWork = true;
    try {
      while (!ended && (nextDue(journal, nowMs()) ?? Number.POSITIVE_INFINITY) <= nowMs()) {
        await resultOfWrite(writer.write('eraseDue', nowMs()));
        erased();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      isAtWork = false;
      look();
    } catch (error) {
      isAtWork = false;
      log.warn('deleted copies not erased yet', { code: errorCode(error), origin: errorOrigin(error) });
      plan(retryMs);
    }
  };
  const look = (): void => {
    if (isAtWork) return;
    try {
      const dueMs = nextDue(journal, nowMs());
      if (dueMs !== null) plan(Math.max(pauseMs, dueMs - nowMs()));
    } catch {
      plan(retryMs);
    }
  };
  /** Only damage leaves any. */
  const adopt = async (): Promise<void> => {
    try {
      for (let after: number | null = 0; after !== null && !ended; ) {
        const step: AdoptStep = await resultOfWrite(writer.write('adoptLost', after));
        after = step.after;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } catch (error) {
      log.warn('deleted copies not looked for', { code: errorCode(error), origin: errorOrigin(error) });
    }
    look();
  };
  look();
  void adopt();
  return {
    look,
    [Symbol.dispose]: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
