/**
 * Notices that another process wrote into the journal. Writers send a message, but it may be lost, and a command that found the core silent has
 * deleted a copy by itself.
 */
import { onEachBeat } from '../../base/aligned-interval.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { heartbeat } from '../../contract/components.ts';
import { dataVersion, type JournalReader } from '../../journal/journal.ts';

export interface JournalWatchParts {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly changed: () => void;
  readonly everyMs?: number;
}

const usuallyEveryMs: number = heartbeat.everyMs;

/** Checks at each heartbeat, which costs some microseconds. Writes of the core's own thread are noticed like any other. */
export function watchJournal({ journal, log, changed, everyMs = usuallyEveryMs }: JournalWatchParts): Disposable {
  let seen = dataVersion(journal);
  return onEachBeat(everyMs, () => {
    try {
      const now = dataVersion(journal);
      if (now === seen) return;
      changed();
      seen = now;
    } catch (error) {
      log.warn('journal not checked', { code: errorCode(error) });
    }
  });
}
