/** When a component that ended is started again: soon at first, later each time, and not at all once it fails too often. */

export const restartPolicy = {
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

/** One end of a process, on the monotonic clock. */
export interface Failure {
  readonly atMs: number;
  readonly quick: boolean;
}

export type RestartDecision = { readonly kind: 'restart'; readonly delayMs: number } | { readonly kind: 'give-up' };

/** Decides by the failures so far, the newest included. `random` is in 0..1. */
export function decideRestart(failures: readonly Failure[], nowMs: number, random: number): RestartDecision {
  const recent = recentFailures(failures, nowMs);
  const quick = recent.filter((failure) => failure.quick).length;
  if (quick >= restartPolicy.quickFailures || recent.length >= restartPolicy.failures) return { kind: 'give-up' };
  const delayMs = Math.min(restartPolicy.longestDelayMs, restartPolicy.firstDelayMs * 2 ** Math.max(0, quick - 1));
  return { kind: 'restart', delayMs: delayMs * (1 + restartPolicy.jitter * (2 * random - 1)) };
}

/** The failures that still count. */
export function recentFailures(failures: readonly Failure[], nowMs: number): readonly Failure[] {
  return failures.filter((failure) => nowMs - failure.atMs < restartPolicy.windowMs);
}
