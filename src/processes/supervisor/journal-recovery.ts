/**
 * Puts a damaged journal aside while Hub runs. The process that finds the damage leaves a mark (`journal/damage/damage.ts`). Then the components that
 * use the journal are stopped, which write held copies; the journal is put aside, and they are started with a new one.
 */
import { Worker } from 'node:worker_threads';
import { onEachBeat } from '../../base/aligned-interval.ts';
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { type ComponentId, heartbeat } from '../../contract/components.ts';
import { told } from '../../domain/language/say.ts';
import { isMarkedDamagedLater } from '../../journal/damage/damage.ts';
import type { Places } from '../../platform/locations.ts';
import { logOpened } from './prepare-home.ts';
import type { QuarantineOrder, QuarantineOutcome } from './quarantine-thread.ts';
import type { Supervisor } from './supervisor.ts';

export interface JournalRecoveryParts {
  readonly places: Pick<Places, 'home' | 'journal'>;
  readonly supervisor: Pick<Supervisor, 'whileStopped'>;
  readonly log: Log;
  readonly everyMs?: number;
}

/** The components that have the journal open; `web_listener` has as soon as an extension is paired. */
const users: readonly ComponentId[] = ['save_worker', 'python_core', 'clipboard', 'web_listener'];
/** In one run of Hub: another new journal does not fix a disk that damages each one. The next start of Hub counts from 0. */
export const mostRecoveries = 3;
const putAsideWithinMs = 20_000;

/** Checks for a mark at each heartbeat. */
export function recoverJournal({ places, supervisor, log, everyMs = heartbeat.everyMs }: JournalRecoveryParts): Disposable {
  let recoveries = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (recoveries > mostRecoveries || !(await isMarkedDamagedLater(places.journal))) return;
    recoveries += 1;
    if (recoveries > mostRecoveries) return log.critical('journal damaged again, left as it is', { recoveries: mostRecoveries });
    log.error('journal damaged, it is put aside');
    await supervisor.whileStopped(users, told('the journal is damaged and is being put aside'), () => putAside(places.home, log));
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

async function putAside(home: string, log: Log): Promise<void> {
  const workerData: QuarantineOrder = { home };
  const thread = new Worker(new URL('./quarantine-thread.ts', import.meta.url), { workerData });
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
  logOpened(outcome, log);
}
