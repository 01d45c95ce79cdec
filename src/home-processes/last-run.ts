/**
 * Whether the last run of a Hub ended without shutting down. Its supervisor keeps a mark while it runs, and removes it once it is told to stop: a mark
 * that is left, while no supervisor runs, is that of one that crashed or was killed, or of a computer that failed. The mark is touched once a minute, so
 * its time says when Hub was last known to run. The next start replaces it by the record of a crash, which `hub doctor` and a bundle read.
 */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { isProcessLockHeld } from '../base/files/process-lock.ts';
import { placeOf } from './process-record.ts';

/**
 * Whether a supervisor keeps a mark on this system. Not on Windows: Hub is not told there that the session ends (WM_ENDSESSION), so that each log-off and shutdown
 * would look like a crash.
 */
export function keepsRunMark(platform: NodeJS.Platform): boolean {
  return platform !== 'win32';
}

/** Names of files in the folder of the home for what is running. */
export const [runMarkName, crashName, homeLockName] = ['running.json', 'last-crash.json', 'supervisor.lock'] as const;

/** The event of its log line. */
export const crashEvent = 'the last run ended without shutting down: Hub crashed or was killed, or the computer failed';

/** A Unix time, ms: one that a date can have (ECMA-262, "Time Values and Time Range"), because a larger one can't be shown. */
const latestMs = 8.64e15;
const timeMs = z.int().min(0).max(latestMs);
const runMark = z.object({ file: z.string(), startedMs: timeMs });
const crash = z.object({
  file: z.string(),
  /** Null if the mark was damaged, as it may be when a computer loses its power. */
  startedMs: timeMs.nullable(),
  lastSeenMs: timeMs,
  noticedMs: timeMs,
});
/** The clock of a disk lags behind by some milliseconds. A start that is further ahead of the mark's own time was on a clock that was set back since. */
const mostDiskLagMs = 5_000;

/** A run that ended without shutting down. */
export type EndedRun = Pick<z.infer<typeof crash>, 'startedMs' | 'lastSeenMs'>;
/** The same, once a later start has noticed it. */
export type NoticedCrash = EndedRun & Pick<z.infer<typeof crash>, 'noticedMs'>;

const toldForMs = 24 * 3_600_000;

/** Whether people are still told of it: for a day. A clock that was set back does not keep it for longer. */
export function isRecent({ noticedMs }: NoticedCrash, nowMs: number): boolean {
  return Math.abs(nowMs - noticedMs) < toldForMs;
}

/** The text of the mark of a run. Throws if the folder is missing. */
export function runMarkText(run: string, startedMs: number): string {
  return `${JSON.stringify({ file: placeOf(path.join(run, runMarkName)), startedMs } satisfies z.infer<typeof runMark>)}\n`;
}

/**
 * The run whose mark is in this folder: the one that goes on, or the last one if it ended without shutting down. Null without a mark, or with one of a
 * home that this is a copy of. Never throws.
 */
export function markedRun(run: string): EndedRun | null {
  const file = path.join(run, runMarkName);
  try {
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts?.isFile() !== true) return null;
    const mark = runMark.safeParse(readJson(file));
    if (mark.success && mark.data.file !== placeOf(file)) return null;
    const startedMs = mark.success ? mark.data.startedMs : null;
    const seenMs = Math.min(Math.max(Math.round(facts.mtimeMs), 0), latestMs);
    return { startedMs, lastSeenMs: startedMs !== null && startedMs - seenMs <= mostDiskLagMs ? Math.max(seenMs, startedMs) : seenMs };
  } catch {
    return null;
  }
}

/**
 * The last run, if it ended without shutting down and Hub was not started since. Null while a supervisor holds the lock of the home, also one that does not
 * answer, or answers where the caller does not look. Never throws.
 */
export function crashedRun(run: string): EndedRun | null {
  return isProcessLockHeld(path.join(run, homeLockName)) ? null : markedRun(run);
}

/** Replaces a mark that is left by the record of the crash, while holding the lock of the home. Null if the last run ended in order. Never throws. */
export function noticeCrash(run: string, nowMs: number): NoticedCrash | null {
  const ended = markedRun(run);
  try {
    if (ended !== null) {
      const file = path.join(run, crashName);
      rmSync(file, { force: true }); // whatever else has its name is not written through
      const record = { file: placeOf(file), ...ended, noticedMs: nowMs } satisfies z.infer<typeof crash>;
      writeFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
    }
    forgetRun(run);
  } catch {
    // A full disk must not keep Hub from starting, and the log says it all the same.
  }
  return ended === null ? null : { ...ended, noticedMs: nowMs };
}

/** The last crash that a start has noticed; null if there was none. Never throws. */
export function noticedCrash(run: string): NoticedCrash | null {
  const file = path.join(run, crashName);
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
    const record = crash.safeParse(readJson(file));
    return record.success && record.data.file === placeOf(file) ? record.data : null;
  } catch {
    return null;
  }
}

/** Removes the mark: this run was told to end, or somebody has ended it by force. Throws the system's error. */
export function forgetRun(run: string): void {
  rmSync(path.join(run, runMarkName), { force: true });
}

/** A mark or a record is far shorter. */
const longestBytes = 64 * 1024;

function readJson(file: string): unknown {
  try {
    return lstatSync(file).size > longestBytes ? null : JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
