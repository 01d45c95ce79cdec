/**
 * Notices that the open journal is no longer the one in its folder: somebody has removed it, or put another one in its place, while Hub runs. Its
 * contents are lost then; nothing else should be.
 */
import { onEachBeat } from '../base/aligned-interval.ts';
import { errorCode, type Log } from '../base/log.ts';
import { heartbeat } from '../contract/components.ts';
import type { JournalReader } from '../journal/journal.ts';

export interface JournalPresenceParts {
  readonly journal: Pick<JournalReader, 'isGone' | 'removeLog'>;
  readonly log: Log;
  /** Opens the journal that is there now, or ends the process. An exception is logged, and it is called again. */
  readonly gone: () => void;
  readonly everyMs?: number;
}

/** All processes look at the same beat, and one of them makes way within some milliseconds: the others need not wait for the next beat. */
const againAfterMs = 50;

/** Checks at each heartbeat. */
export function watchJournalPresence({ journal, log, gone, everyMs = heartbeat.everyMs }: JournalPresenceParts): Disposable {
  let again: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(again);
    if (!journal.isGone()) return;
    try {
      if (!journal.removeLog()) {
        again = setTimeout(look, againAfterMs);
        return;
      }
      log.error('journal removed or replaced while Hub runs');
      gone();
    } catch (error) {
      log.error('journal not reopened', { code: errorCode(error) });
    }
  };
  const beats = onEachBeat(everyMs, look);
  return {
    [Symbol.dispose]: () => {
      beats[Symbol.dispose]();
      clearTimeout(again);
    },
  };
}
