/** How long a pause still lasts. Pure: the clocks are given. */

/** When a pause ends. It lasts for an amount of time that really passes, so setting the clock neither ends nor prolongs it. In ms. */
export interface PauseEnd {
  /** Unix time, by the clock when this was written: for people, and for the time after a restart of the machine. */
  readonly endsAtMs: number;
  /** What was left then. */
  readonly leftMs: number;
  /** How long the machine had been running then, including the time for which it slept. */
  readonly uptimeMs: number;
  /** Which start of the machine that was; null if the system does not tell. */
  readonly boot: string | null;
}

/** What is not captured now: everything, or the `next` copy alone. `untilMs`: Unix time; null without an end. */
export interface Pause {
  readonly what: 'everything' | 'next';
  readonly untilMs: number | null;
  /** Private mode: the window, the picker and the tray show no copies either. */
  readonly isPrivate?: true;
}

/** Whether no copies are shown now. */
export function hidesCopies(pause: Pause | null): boolean {
  return pause?.isPrivate === true;
}

/** If nothing is copied within this time, the next copy is captured after all. */
export const ignoresNextForMs = 5 * 60_000;

export interface PauseClocks {
  /** Unix time. */
  readonly nowMs: number;
  /** Since the machine was started, including the time for which it slept. */
  readonly uptimeMs: number;
  /** Which start of the machine this is; null if the system does not tell. */
  readonly boot: string | null;
}

/** A clock that differs by less was not set. */
const toleranceMs = 2_000;

/** The end of a pause that begins now. */
export function endAfter(lengthMs: number, { nowMs, uptimeMs, boot }: PauseClocks): PauseEnd {
  return { endsAtMs: Math.round(nowMs + lengthMs), leftMs: Math.round(lengthMs), uptimeMs: Math.round(uptimeMs), boot };
}

/**
 * What is left of a pause; 0 if it is over. As long as the machine runs, the time counts that it has been running, and setting the clock changes
 * nothing. After a restart only the clock is left: then a pause lasts until its end, and never longer than was left when this was written.
 */
export function leftOf(end: PauseEnd, { nowMs, uptimeMs, boot }: PauseClocks): number {
  const isSameBoot = boot === end.boot && uptimeMs >= end.uptimeMs - toleranceMs;
  const leftMs = isSameBoot ? end.leftMs - (uptimeMs - end.uptimeMs) : end.endsAtMs - nowMs;
  return Math.max(0, Math.min(leftMs, end.leftMs));
}

/** The same end as the clocks are now: it differs if the clock was set, or the machine was restarted. */
export function endByNow(end: PauseEnd, clocks: PauseClocks): PauseEnd {
  const now = endAfter(leftOf(end, clocks), clocks);
  const isSame =
    now.boot === end.boot && now.uptimeMs >= end.uptimeMs - toleranceMs && Math.abs(now.endsAtMs - end.endsAtMs) <= toleranceMs;
  return isSame ? end : now;
}
