/**
 * Kills what a killed supervisor left behind, before its successor starts anything: a component that was too busy, or halted, to notice that its
 * channel closed. A process is killed only if it is proven to be the recorded one (`src/home-processes/proven-processes.ts`).
 */
import type { Log } from '../../base/log.ts';
import { type RecordedProcess, readProcessRecord } from '../../home-processes/process-record.ts';
import { isProven, killedWithinMs, killProven, livingAfter } from '../../home-processes/proven-processes.ts';
import type { ProcessIdentity } from '../../platform/process-identity/index.ts';

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
    killProven(survivor);
  }
  const left = await livingAfter(stubborn, lives, killedWithinMs);
  for (const survivor of left) log.error('survivor of the last supervisor could not be killed', { of: survivor.id, process: survivor.pid });
  return { endedThemselves: found.length - stubborn.length, killed: stubborn.length - left.length, left: left.length };
}
