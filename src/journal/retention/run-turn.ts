/**
 * One run of retention at a time in a home, whichever process makes it: a lock that the system frees at any death, and beside it a note about who has it, for
 * whoever comes meanwhile. The lock decides; the note only tells.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import type { RunOrder } from './run.ts';

export interface RunningNow {
  readonly by: RunOrder['by'];
  readonly pid: number;
  /** Unix time in ms. */
  readonly sinceMs: number;
}

/** Also the one who has it: null if it can't be told. */
export type RunTurn = Outcome<Disposable, 'held'> & { readonly running?: RunningNow | null };

/** `run`: the folder of the home for what is running. Throws what the disk does. */
export function takeRunTurn(run: string, by: RunOrder['by'], nowMs: number): RunTurn {
  makeFolders(run, 0o700);
  const note = path.join(run, 'retention.json');
  const lock = takeProcessLock(path.join(run, 'retention.lock'));
  if (!lock.ok) return { ...lock, running: readNote(note) };
  tryNote(() => writeFileSync(note, JSON.stringify({ by, pid: process.pid, sinceMs: nowMs }), { mode: 0o600 }));
  return done({
    [Symbol.dispose]: () => {
      tryNote(() => rmSync(note, { force: true }));
      lock.value[Symbol.dispose]();
    },
  });
}

/** Best effort: a full disk must not keep a run from making room. */
function tryNote(write: () => void): void {
  try {
    write();
  } catch {
    // Whoever comes is told that there is a run, and not whose.
  }
}

function readNote(file: string): RunningNow | null {
  try {
    const { by, pid, sinceMs } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, unknown>>;
    if (by !== 'schedule' && by !== 'command') return null;
    return Number.isSafeInteger(pid) && Number.isSafeInteger(sinceMs) ? { by, pid: Number(pid), sinceMs: Number(sinceMs) } : null;
  } catch {
    return null;
  }
}
