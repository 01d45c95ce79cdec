/** When a component that ended is started again: soon at first, later each time, and not at all once it fails too often. */

export const restartPolicy = {
  /** After an end that was no quick failure: the component was well until then, and somebody waits for it. */
  soonMs: 50,
  firstDelayMs: 200,
  longestDelayMs: 8_000,
  /** Plus or minus this part of the delay, so that components that fell together do not come back in step. */
  jitter: 0.2,
  /** A process that ended sooner than this after it was ready could not do its work: it counts as a quick failure. */
  healthyAfterMs: 3_000,
  windowMs: 30_000,
  quickFailures: 5,
  failures: 20,
} as const;

/** One end of a process, on the monotonic clock: what the wall clock does in between changes nothing. */
export interface Failure {
  readonly atMs: number;
  readonly quick: boolean;
}

export type RestartDecision = { readonly kind: 'restart'; readonly delayMs: number } | { readonly kind: 'give-up' };

/** Decides by the failures so far, the newest last and included. `random` is in 0..1. */
export function decideRestart(failures: readonly Failure[], nowMs: number, random: number): RestartDecision {
  const recent = recentFailures(failures, nowMs);
  const quick = recent.filter((failure) => failure.quick).length;
  if (quick >= restartPolicy.quickFailures || recent.length >= restartPolicy.failures) return { kind: 'give-up' };
  const doubled = Math.min(restartPolicy.longestDelayMs, restartPolicy.firstDelayMs * 2 ** Math.max(0, quick - 1));
  const delayMs = failures.at(-1)?.quick ? doubled : restartPolicy.soonMs;
  return { kind: 'restart', delayMs: delayMs * (1 + restartPolicy.jitter * (2 * random - 1)) };
}

/** The failures that still count. */
export function recentFailures<Each extends Failure>(failures: readonly Each[], nowMs: number): readonly Each[] {
  return failures.filter((failure) => nowMs - failure.atMs < restartPolicy.windowMs);
}

/** The times of one process, on the monotonic clock. */
export interface LifeTimes {
  /** Null when it never was ready. */
  readonly readyAtMs: number | null;
  /** Its last word. */
  readonly heardAtMs: number;
  readonly endedAtMs: number;
}

/**
 * Whether an end is a quick failure, by who ended the process: itself, we (it hung, and was well only until its last word), or somebody else
 * (then it did not fail by itself, if it was ready).
 */
export function isQuick({ readyAtMs, heardAtMs, endedAtMs }: LifeTimes, endedBy: 'itself' | 'us' | 'others'): boolean {
  if (readyAtMs === null) return true;
  const wellUntilMs = endedBy === 'us' ? heardAtMs : endedAtMs;
  return endedBy !== 'others' && wellUntilMs - readyAtMs < restartPolicy.healthyAfterMs;
}
