/**
 * Notices that somebody else wrote into the journal: whoever does so says it, but the word may be lost, and a command that found the core
 * silent has deleted a copy by itself.
 */
import { onEachBeat } from '../../base/beats.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { heartbeat } from '../../contract/components.ts';
import { writtenByOthers } from '../../journal/changes.ts';
import type { JournalReader } from '../../journal/journal.ts';

export interface JournalWatchParts {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly changed: () => void;
  readonly everyMs?: number;
}

const usuallyEveryMs: number = heartbeat.everyMs;

/** Looks at each heartbeat, which costs some microseconds. What the core writes itself, by its thread, is noticed like any other write. */
export function watchJournal({ journal, log, changed, everyMs = usuallyEveryMs }: JournalWatchParts): Disposable {
  let seen = writtenByOthers(journal);
  return onEachBeat(everyMs, () => {
    try {
      const now = writtenByOthers(journal);
      if (now === seen) return;
      changed();
      seen = now;
    } catch (error) {
      log.warn('journal not looked at', { code: errorCode(error) });
    }
  });
}
