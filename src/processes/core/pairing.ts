/** Brings what was copied before there was an index of pairs into it, in small steps between other work. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';

/** A step holds up other writes for about so long, and then they get their turn: a million fragments take some minutes. */
const stepMs = 8;
const pauseMs = 20;
/** A journal that takes nothing is tried again after this. */
const retryMs = 5_000;

/** Begins, where there is something to do, and ends by itself. */
export function startPairing({ writer, log }: { readonly writer: JournalWriter; readonly log: Log }): Disposable {
  let timer: NodeJS.Timeout;
  let ended = false;
  const plan = (afterMs: number): void => {
    if (!ended) timer = setTimeout(() => void step(), afterMs);
  };
  const step = async (): Promise<void> => {
    try {
      if ((await written(writer.write('pairStep', stepMs))) === 'more') plan(pauseMs);
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
