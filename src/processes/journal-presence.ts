/**
 * Notices that the journal which a process reads is not the one in its folder any more: somebody has removed it, or put another one in its place,
 * while Hub runs. What stood in it is lost then; nothing else is to be.
 */
import { onEachBeat } from '../base/beats.ts';
import { errorCode, type Log } from '../base/log.ts';
import { heartbeat } from '../contract/components.ts';
import type { JournalReader } from '../journal/journal.ts';

export interface JournalPresenceParts {
  readonly journal: JournalReader;
  readonly log: Log;
  /** Is to open the journal that is there now, or to end the process. What it throws is logged, and it is called again. */
  readonly gone: () => void;
  readonly everyMs?: number;
}

/** Looks at each heartbeat. */
export function watchJournalPresence({ journal, log, gone, everyMs = heartbeat.everyMs }: JournalPresenceParts): Disposable {
  return onEachBeat(everyMs, () => {
    if (!journal.isGone()) return;
    try {
      if (!journal.makeWay()) return;
      log.error('journal removed or replaced while Hub runs');
      gone();
    } catch (error) {
      log.error('journal not opened anew', { code: errorCode(error) });
    }
  });
}
