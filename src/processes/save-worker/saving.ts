/** Saves what waits, oldest first; tries again what a full disk or a missing right held up. No save that goes wrong keeps the next one waiting. */
import { realDisk } from '../../base/disk.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { nextAttemptAt, nextToSave } from '../../journal/progress.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';
import { Publisher, sweepWorkspace } from './publish.ts';
import { saveOne } from './save-one.ts';

export interface SavingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** The active WorkSpace, asked for at each save. */
  readonly workspace: () => string;
  readonly settled: (fragmentId: number) => void;
  /** How long a save may take before it is left to itself. */
  readonly saveWithinMs?: number;
}

export interface Saving extends AsyncDisposable {
  /** Says that there may be something to save. */
  look(): void;
  /** Makes what waits for another try due now. Resolves when that is so, and never rejects. */
  retryNow(): Promise<void>;
}

/** A row that takes no result, or a journal that gives none, is asked again after this and no sooner. */
const heldUpMs = 2_000;
const longestWaitMs = 300_000;

/** Starts with what a killed worker left: its temporary files go, what waits is saved. */
export function startSaving(parts: SavingParts, disk = realDisk): Saving {
  const { journal, writer, log } = parts;
  const publisher = new Publisher(disk);
  const swept = sweepWorkspace(parts.workspace(), disk);
  if (swept > 0) log.info('temporary files removed', { files: swept });
  const hanging = new Map<string, Set<number>>();
  let work: Promise<void> | null = null;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const saveAll = async (): Promise<number> => {
    let leastWaitMs = 0;
    let last = 0;
    const next = (): number | null => nextToSave(journal, Date.now(), last);
    for (let id = next(); id !== null && !stopping; id = next()) {
      last = id;
      try {
        await saveOne({ ...parts, hanging }, publisher, id);
      } catch (error) {
        log.error('save not recorded', { fragmentId: id, code: errorCode(error), origin: errorOrigin(error) });
        leastWaitMs = heldUpMs;
      }
    }
    const waitMs = Math.max(leastWaitMs, (nextAttemptAt(journal) ?? Number.POSITIVE_INFINITY) - Date.now());
    log.debug('nothing more is due', { lastFragmentId: last, nextInMs: waitMs === Number.POSITIVE_INFINITY ? null : waitMs });
    return waitMs;
  };
  const look = (): void => {
    if (stopping || work !== null) return;
    clearTimeout(timer);
    work = saveAll()
      .catch((error) => {
        log.error('saving held up', { code: errorCode(error), origin: errorOrigin(error) });
        return heldUpMs;
      })
      .then((waitMs) => {
        work = null;
        if (!stopping && waitMs !== Number.POSITIVE_INFINITY) timer = setTimeout(look, Math.min(longestWaitMs, waitMs));
      });
  };
  look();
  return {
    look,
    retryNow: async () => {
      await written(writer.write('retryNow')).catch((error) =>
        log.error('saving held up', { code: errorCode(error), origin: errorOrigin(error) }),
      ); // each save's own time comes
      look();
    },
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      clearTimeout(timer);
      await work;
    },
  };
}
