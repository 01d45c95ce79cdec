/**
 * Which recorded processes still live, and ending them. A process is killed only if it is proven to be the recorded one, by its start time, and on
 * Linux by its environment too; never by its name, and never by its pid alone, which the system reuses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessIdentity } from '../platform/process-identity/index.ts';
import { instanceVariable, type ProcessRecord, type RecordedProcess } from './process-record.ts';

const lookEveryMs = 20;
/** A process that was sent SIGKILL is gone within milliseconds, unless the kernel waits for a disk. */
export const killedWithinMs = 2_000;

/** Whether the recorded process is alive, and the same process. This process itself never is. */
export function isProven(suspect: RecordedProcess, { instance }: ProcessRecord, identity: ProcessIdentity): boolean {
  if (suspect.pid <= 1 || suspect.pid === process.pid) return false;
  if (identity.startOf(suspect.pid) !== suspect.start) return false;
  // The supervisor was not given an instance: it created it.
  return suspect.id === 'supervisor' || identity.wasGiven?.(suspect.pid, instanceVariable, instance) !== false;
}

/** Those that are still alive after `waitMs`; returns as soon as none is. */
export async function livingAfter(
  processes: readonly RecordedProcess[],
  lives: (suspect: RecordedProcess) => boolean,
  waitMs: number,
): Promise<readonly RecordedProcess[]> {
  const endMs = performance.now() + waitMs;
  let living = processes.filter(lives);
  while (living.length > 0 && performance.now() < endMs) {
    await pause(lookEveryMs);
    living = living.filter(lives);
  }
  return living;
}

/**
 * Sends SIGKILL to a process that was proven a moment ago. A component leads a group of its own, which is killed with it. A supervisor may be in the
 * group of a terminal's other programs: only it is killed. Never throws.
 */
export function killProven({ id, pid }: RecordedProcess): void {
  try {
    process.kill(id === 'supervisor' || process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It exited meanwhile, or we may not kill it: the next check shows which.
  }
}
