/**
 * The run of retention that comes after a start or a change of the rules, whenever the last one was: the core notes its time, and whoever tells when the next run is reads
 * it here, so that all tell the same.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import type { RetentionPolicy } from '../../contract/documents/retention-policy.ts';
import { type LastRun, scheduledRunMs } from '../../domain/retention/rules.ts';

/** A note that is older than this is of a core that was killed: the run that it tells of begins at its time. */
const staleAfterMs = 60_000;
/** None is put off for longer; beyond that the clock was set back. */
const latestMs = 3_600_000;

/** Notes when the asked run is (Unix time in ms); null: there is none. `run`: the folder of the home for what is running. Best effort. */
export function noteAskedRun(run: string, atMs: number | null): void {
  try {
    if (atMs === null) return rmSync(noteIn(run), { force: true });
    makeFolders(run, 0o700);
    writeFileSync(noteIn(run), JSON.stringify({ atMs }), { mode: 0o600 });
  } catch {
    // A full disk must not keep a run from making room: then it is not told beforehand.
  }
}

/** When the next run by itself is (Unix time in ms): the earlier one of that by schedule and the asked one. Null while the policy is off. */
export function nextRunMs(run: string, policy: RetentionPolicy, last: LastRun | null, nowMs: number): number | null {
  const scheduledMs = scheduledRunMs(policy, last, nowMs);
  const askedMs = scheduledMs === null ? null : askedRun(run, nowMs);
  if (scheduledMs === null || askedMs === null) return scheduledMs;
  // What is overdue has to wait for the next look as well, and after a start that is the asked one.
  return scheduledMs <= nowMs ? askedMs : Math.min(scheduledMs, askedMs);
}

function askedRun(run: string, nowMs: number): number | null {
  try {
    const { atMs } = JSON.parse(readFileSync(noteIn(run), 'utf8')) as { readonly atMs?: unknown };
    if (!Number.isSafeInteger(atMs)) return null;
    return Number(atMs) < nowMs - staleAfterMs || Number(atMs) > nowMs + latestMs ? null : Number(atMs);
  } catch {
    return null;
  }
}

function noteIn(run: string): string {
  return path.join(run, 'retention-asked.json');
}
