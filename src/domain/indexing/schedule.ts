/**
 * When the index is refreshed (§2.1 index_refresh). Pure: clock, time zone and idle time are given. A time of day that the change to summer time skips
 * is the end of that gap, and of an hour that comes twice the first counts: croner does both.
 */
import { Cron } from 'croner';

export interface RefreshSchedule {
  readonly mode: 'daily' | 'weekly';
  /** `HH:MM`. */
  readonly daily_time: string;
  readonly every_n_days: number;
  /** `sun`, `mon`, … */
  readonly weekly_days: readonly string[];
  /** Minutes. */
  readonly idle_after: number;
}

export interface ScheduleFacts {
  readonly schedule: RefreshSchedule;
  /** When the last refresh of everything began; null if there was none. */
  readonly lastMs: number | null;
  readonly nowMs: number;
  /** When Hub started. */
  readonly startedMs: number;
  /** As Intl takes it: `Europe/Berlin`, or an offset. */
  readonly timeZone: string;
}

/** What was missed is not made up for during the rush of a start. */
const afterStartMs = 120_000;
/** A computer that is never idle does not put a refresh off for longer. */
const longestOffMs = 86_400_000;
/** Cron's days of the week. */
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * When the next refresh is due; null if never (weekly, on no day). In the past, if it was missed: however many were, they are one. Without an earlier
 * refresh one is due at once.
 */
export function dueMs({ schedule, lastMs, nowMs, timeZone }: ScheduleFacts): number | null {
  const days = schedule.weekly_days.map((day) => weekdays.indexOf(day)).filter((day) => day >= 0);
  if (schedule.mode === 'weekly' && days.length === 0) return null;
  if (lastMs === null) return nowMs;
  const [hour = '0', minute = '0'] = schedule.daily_time.split(':');
  const cron = new Cron(`${Number(minute)} ${Number(hour)} * * ${schedule.mode === 'weekly' ? days.join(',') : '*'}`, {
    timezone: timeZone,
    paused: true,
  });
  // After a clock that was wrong: a refresh in the future has not happened.
  const from = new Date(Math.min(lastMs, nowMs));
  const runs = cron.nextRuns(schedule.mode === 'weekly' ? 1 : schedule.every_n_days, from);
  return runs.at(-1)?.getTime() ?? null;
}

/** What to do now. `ask-idle`: it is due; decide by how long the computer has been idle. */
export function scheduleStep(facts: ScheduleFacts): 'wait' | 'ask-idle' | 'refresh' {
  const due = dueMs(facts);
  const { schedule, nowMs, startedMs } = facts;
  if (due === null || due > nowMs || nowMs < startedMs + afterStartMs) return 'wait';
  const isLongDue = facts.lastMs !== null && nowMs - due > longestOffMs && nowMs - startedMs > longestOffMs;
  return schedule.idle_after === 0 || isLongDue ? 'refresh' : 'ask-idle';
}

/** Whether the computer has been idle for long enough. `idleMs` is null if nobody knows: then the refresh does not wait. */
export function isIdleEnough({ idle_after }: RefreshSchedule, idleMs: number | null): boolean {
  return idleMs === null || idleMs >= idle_after * 60_000;
}
