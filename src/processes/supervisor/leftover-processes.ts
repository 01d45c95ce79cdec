/**
 * Kills what a killed supervisor left behind, before its successor starts anything: a component that was too busy, or halted, to notice that its
 * channel closed. A process is killed only if it is proven to be the recorded one, by its start time, and on Linux by its environment too; never by
 * its name, and never by its pid alone, which the system reuses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import type { ProcessIdentity } from '../../platform/process-identity/index.ts';
import { instanceVariable, type ProcessRecord, type RecordedProcess, readProcessRecord } from './process-record.ts';

export interface ReapParts {
  /** The record of the previous supervisor; call before a new one is begun, and while holding the lock of the home. */
  readonly file: string;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** How long they may take to exit by themselves, as those do that notice the closed channel. */
  readonly waitMs: number;
}

/** The result of `killLeftoverProcesses`; `left` could not be killed in time. */
export interface LeftoverCounts {
  readonly endedThemselves: number;
  readonly killed: number;
  readonly left: number;
}

const lookEveryMs = 20;
/** A process that was sent SIGKILL is gone within milliseconds, unless the kernel waits for a disk. */
const killedWithinMs = 2_000;

/** Resolves when none of them is left, in `waitMs` + 2 s at most; at once after a normal stop. Never rejects, whatever the record contains. */
export async function killLeftoverProcesses({ file, identity, log, waitMs }: ReapParts): Promise<LeftoverCounts> {
  const read = readProcessRecord(file);
  if (!read.ok) {
    if (read.reason !== 'absent') log.warn('record of processes not usable', { because: read.reason });
    return { endedThemselves: 0, killed: 0, left: 0 };
  }
  const lives = (suspect: RecordedProcess): boolean => isProven(suspect, read.value, identity);
  const found = read.value.processes.filter(lives);
  const stubborn = await livingAfter(found, lives, waitMs);
  for (const survivor of stubborn) {
    if (!lives(survivor)) continue;
    log.warn('survivor of the last supervisor killed', { of: survivor.id, process: survivor.pid });
    kill(survivor);
  }
  const left = await livingAfter(stubborn, lives, killedWithinMs);
  for (const survivor of left) log.error('survivor of the last supervisor could not be killed', { of: survivor.id, process: survivor.pid });
  return { endedThemselves: found.length - stubborn.length, killed: stubborn.length - left.length, left: left.length };
}

/** Whether the recorded process is alive, and the same process. */
function isProven(suspect: RecordedProcess, { instance }: ProcessRecord, identity: ProcessIdentity): boolean {
  if (suspect.pid <= 1 || suspect.pid === process.pid) return false;
  if (identity.startOf(suspect.pid) !== suspect.start) return false;
  // The supervisor was not given an instance: it created it.
  return suspect.id === 'supervisor' || identity.wasGiven?.(suspect.pid, instanceVariable, instance) !== false;
}

/** Those that are still alive at the deadline. */
async function livingAfter(
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
 * A component leads a group of its own, which is killed with it. A supervisor may be in the group of a terminal's other programs: only it is killed.
 */
function kill({ id, pid }: RecordedProcess): void {
  try {
    process.kill(id === 'supervisor' || process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It exited meanwhile, or we may not kill it: the next check shows which.
  }
}
