/** Detailed log lines about a save: each step, its duration and its result. Never a name or a path. */
import { type Log, type Vetted, vetted } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { aboutFragment } from '../about-copy.ts';

export type SaveStep =
  | 'workspace'
  | 'receipt'
  | 'room'
  | 'head'
  | 'folder'
  | 'free-name'
  | 'temporary-file'
  | 'name'
  | 'folder-synced'
  | 'receipt-written';

/** Runs the work, and logs it. */
export type SaveSteps = <Value>(step: SaveStep, work: () => Promise<Value>) => Promise<Value>;

/** Logs nothing. */
export const withoutLog: SaveSteps = (_step, work) => work();

/** Writes to the log, if it is detailed. */
export function saveSteps(log: Log, fragment: Pick<JournalFragment, 'id' | 'captureId'>): SaveSteps {
  if (!log.isDetailed) return withoutLog;
  return async (step, work) => {
    const startedAtMs = machineClockMs();
    let outcome: Vetted | null | 'rejected' = 'rejected';
    try {
      const value = await work();
      outcome = outcomeOf(value);
      return value;
    } finally {
      log.debug('save step', { ...aboutFragment(fragment), step, outcome, ms: toMicroseconds(machineClockMs() - startedAtMs) });
    }
  };
}

/** The reason of an unsuccessful outcome. */
function outcomeOf(value: unknown): Vetted | null {
  const isFailure = typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'reason' in value;
  return vetted(isFailure ? String(value.reason) : 'done');
}
