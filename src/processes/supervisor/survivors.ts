/**
 * Ends what a supervisor that was killed left behind, before its successor starts anything: a component that was too busy, or halted, to see
 * that its channel closed. A process is ended only where it is proven to be the one that was written down, by the time of its start, and on
 * Linux by its environment too; never by its name, and never by its number alone, which the system gives again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import type { ProcessIdentity } from '../../platform/process-identity/index.ts';
import { instanceVariable, type ProcessRecord, type RecordedProcess, readProcessRecord } from './process-record.ts';

export interface ReapParts {
  /** The record of the supervisor before; call before a new one is begun, and with the lock of the home held. */
  readonly file: string;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** How long they may take to end by themselves, which those do that see their channel close. */
  readonly waitMs: number;
}

/** What `reapSurvivors` found; `left` could be neither waited for nor killed. */
export interface Reaped {
  readonly endedThemselves: number;
  readonly killed: number;
  readonly left: number;
}

const lookEveryMs = 20;
/** A process that was sent SIGKILL is gone within milliseconds, unless the kernel is waiting for a disk for it. */
const killedWithinMs = 2_000;

/** Resolves when none of them is left, in `waitMs` + 2 s at most; at once after a stop in order. Never rejects for what the record holds. */
export async function reapSurvivors({ file, identity, log, waitMs }: ReapParts): Promise<Reaped> {
  const read = readProcessRecord(file);
  if (!read.ok) {
    if (read.reason !== 'absent') log.warn('the record of processes is not used', { because: read.reason });
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
  for (const survivor of left) log.error('survivor of the last supervisor not to be ended', { of: survivor.id, process: survivor.pid });
  return { endedThemselves: found.length - stubborn.length, killed: stubborn.length - left.length, left: left.length };
}

/** Whether the process that was written down lives, and is that process. */
function isProven(suspect: RecordedProcess, { instance }: ProcessRecord, identity: ProcessIdentity): boolean {
  if (suspect.pid <= 1 || suspect.pid === process.pid) return false;
  if (identity.startOf(suspect.pid) !== suspect.start) return false;
  // The supervisor was given no instance: it made it.
  return suspect.id === 'supervisor' || identity.wasGiven?.(suspect.pid, instanceVariable, instance) !== false;
}

/** Those that still live when the time is over. */
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

/** A component leads a group of its own, which goes with it. A supervisor may be in the group of a terminal's other programs: it goes alone. */
function kill({ id, pid }: RecordedProcess): void {
  try {
    process.kill(id === 'supervisor' || process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended meanwhile, or is not ours to end: the next look tells.
  }
}
