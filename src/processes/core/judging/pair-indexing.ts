/** Adds copies from before the index of pairs to it, in small steps between other work. */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import { resultOfWrite } from '../../../journal/writing/write-table.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';

/** A step blocks other writes for about this long, and then they get their turn: a million fragments take some minutes. */
const stepMs = 8;
const pauseMs = 20;
/** If the journal accepts nothing, the next attempt follows after this. */
const retryMs = 5_000;

/** Begins if there is something to do, and ends by itself. */
export function startPairIndexing({ writer, log }: { readonly writer: JournalWriter; readonly log: Log }): Disposable {
  let timer: NodeJS.Timeout;
  let ended = false;
  const plan = (afterMs: number): void => {
    if (!ended) timer = setTimeout(() => void step(), afterMs);
  };
  const step = async (): Promise<void> => {
    try {
      if ((await resultOfWrite(writer.write('indexPairsStep', stepMs))) === 'more') plan(pauseMs);
    } catch (error) {
      log.warn('indexing held up', { code: errorCode(error), origin: errorOrigin(error) });
      plan(retryMs);
    }
  };
  plan(pauseMs);
  return {
    [Symbol.dispose]: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
