/**
 * Notices that another process wrote into the journal. Writers send a message, but it may be lost, and a command that found the core silent has
 * deleted a copy by itself.
 */
import { onEachBeat } from '../../base/aligned-interval.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { limitedLine } from '../../base/log-rate-limit.ts';
import { heartbeat } from '../../contract/components.ts';
import { dataVersion, type JournalReader } from '../../journal/journal.ts';

export interface JournalWatchParts {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly changed: () => void;
  readonly everyMs?: number;
}

const failedEveryMs = 60_000;
const usuallyEveryMs: number = heartbeat.everyMs;

export interface JournalWatch extends Disposable {
  /** Calls `changed` at the next check in any case: something could not be read. */
  again(): void;
}

/** Checks at each heartbeat, which costs some microseconds. Writes of the core's own thread are noticed like any other. */
export function watchJournal({ journal, log, changed, everyMs = usuallyEveryMs }: JournalWatchParts): JournalWatch {
  const failed = limitedLine(failedEveryMs);
  let seen: number | null = dataVersion(journal);
  const beat = onEachBeat(everyMs, () => {
    try {
      const now = dataVersion(journal);
      if (now === seen) return;
      seen = now;
      changed();
    } catch (error) {
      seen = null;
      const line = failed.due();
      if (line !== null) log.warn('journal not checked', { code: errorCode(error), ...line });
    }
  });
  return {
    again: () => {
      seen = null;
    },
    [Symbol.dispose]: () => beat[Symbol.dispose](),
  };
}
