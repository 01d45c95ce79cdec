/**
 * Has a journal that turned out to be damaged put aside while Hub runs. Whoever meets the damage leaves a mark (`journal/damage.ts`); then the
 * components that use the journal are stopped, which write down what the journal did not take, it is put aside, and they are started with a new one.
 */
import { readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { onEachBeat } from '../../base/beats.ts';
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { type ComponentId, heartbeat } from '../../contract/components.ts';
import { damageMark } from '../../journal/damage.ts';
import type { JournalPlace } from '../../journal/journal.ts';
import type { QuarantineOutcome } from '../../journal/quarantine-thread.ts';
import type { Supervisor } from './supervisor.ts';

export interface JournalRecoveryParts {
  readonly place: JournalPlace;
  readonly supervisor: Pick<Supervisor, 'whileStopped'>;
  readonly log: Log;
  readonly everyMs?: number;
}

/** Those that have the journal open. */
const users: readonly ComponentId[] = ['save_worker', 'python_core', 'clipboard'];
/** Of one run of Hub: a disk that damages each new journal is not mended by yet another one. The next start of Hub begins to count anew. */
export const mostRecoveries = 3;
const putAsideWithinMs = 20_000;

/** Looks at each heartbeat whether there is a mark. */
export function recoverJournal({ place, supervisor, log, everyMs = heartbeat.everyMs }: JournalRecoveryParts): Disposable {
  let recoveries = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (recoveries > mostRecoveries || !(await isMarked(place.file))) return;
    recoveries += 1;
    if (recoveries > mostRecoveries) return log.critical('journal damaged again, it is left as it is', { recoveries: mostRecoveries });
    log.error('journal damaged, it is put aside');
    await supervisor.whileStopped(users, 'the journal is damaged, and is put aside', () => putAside(place, log));
  };
  return onEachBeat(everyMs, () => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch((error: unknown) => log.error('journal not put aside', { code: errorCode(error) }))
      .finally(() => {
        isLooking = false;
      });
  });
}

/** Whether the mark means the journal that lies there now. Asks the disk without waiting for it. */
async function isMarked(file: string): Promise<boolean> {
  try {
    const meant = await readFile(damageMark(file), 'utf8');
    return meant === String((await stat(file, { bigint: true })).ino);
  } catch {
    return false;
  }
}

async function putAside(place: JournalPlace, log: Log): Promise<void> {
  const thread = new Worker(new URL('../../journal/quarantine-thread.ts', import.meta.url), { workerData: place });
  const outcome = await within(
    putAsideWithinMs,
    new Promise<QuarantineOutcome | null>((resolve) => {
      thread.once('message', resolve);
      thread.once('error', () => resolve(null));
      thread.once('exit', () => resolve(null));
    }),
  );
  if (outcome === tooLate || outcome === null) {
    void thread.terminate();
    return log.error('journal not put aside', { because: outcome === null ? 'its thread ended' : 'the disk does not answer' });
  }
  if (!outcome.ok) return log.error('journal not put aside', { code: outcome.code });
  if (outcome.putAside !== null) log.error('journal damaged, put aside', { as: outcome.putAside });
}
