/**
 * When a component that ended is restarted: soon at first, later each time, and not at all once it fails too often. Failures are forgiven after a
 * time in which the component was well; otherwise one whose hangs take ten seconds to detect would never have failed often enough.
 */

export const restartPolicy = {
  /** After an end that was not a quick failure: the component was well until then, and clients wait for it. So often in a window; later each time after that. */
  soonMs: 50,
  soonTimes: 5,
  firstDelayMs: 200,
  longestDelayMs: 8_000,
  /** Plus or minus this part of the delay, so that components that failed together are not restarted in step. */
  jitter: 0.2,
  /** A process that ended sooner than this after it was ready could not do its work: it counts as a quick failure. */
  healthyAfterMs: 3_000,
  /** The same for one that hung: detecting that took seconds, in which it did not work. */
  hangsRarelyAfterMs: 10_000,
  /** A quick failure is forgotten once the component was well for this long since, and any other one after this time. */
  windowMs: 30_000,
  quickFailures: 5,
  failures: 20,
} as const;

/** One end of a process, on the monotonic clock: changes of the wall clock have no effect. */
export interface ProcessFailure {
  readonly atMs: number;
  readonly quick: boolean;
  /** From when it was ready to its end, or to its last message if it hung. */
  readonly wellMs: number;
}

export type RestartDecision = { readonly kind: 'restart'; readonly delayMs: number } | { readonly kind: 'give-up' };

/** Decides from the failures so far, newest last and included. `random` is in 0..1. */
export function decideRestart(failures: readonly ProcessFailure[], nowMs: number, random: number): RestartDecision {
  const counting = failuresThatCount(failures, nowMs);
  const quick = counting.filter((failure) => failure.quick).length;
  const recent = counting.filter((failure) => isRecent(failure, nowMs)).length;
  if (quick >= restartPolicy.quickFailures || recent >= restartPolicy.failures) return { kind: 'give-up' };
  const late = recent - restartPolicy.soonTimes;
  const delayMs = failures.at(-1)?.quick ? doubledDelayMs(quick) : late > 0 ? doubledDelayMs(late) : restartPolicy.soonMs;
  return { kind: 'restart', delayMs: delayMs * (1 + restartPolicy.jitter * (2 * random - 1)) };
}

function doubledDelayMs(times: number): number {
  return Math.min(restartPolicy.longestDelayMs, restartPolicy.firstDelayMs * 2 ** Math.max(0, times - 1));
}

/** The failures that still count: the quick ones by how long the component was well since, the others by the clock. */
export function failuresThatCount<Each extends ProcessFailure>(failures: readonly Each[], nowMs: number): readonly Each[] {
  let wellSinceMs = 0;
  return failures
    .toReversed()
    .filter((failure) => {
      const counts = failure.quick ? wellSinceMs < restartPolicy.windowMs : isRecent(failure, nowMs);
      wellSinceMs += failure.wellMs;
      return counts;
    })
    .toReversed();
}

function isRecent(failure: ProcessFailure, nowMs: number): boolean {
  return nowMs - failure.atMs < restartPolicy.windowMs;
}

/** The times of one process, on the monotonic clock. */
export interface LifeTimes {
  /** Null if it never was ready. */
  readonly readyAtMs: number | null;
  /** Its last message. */
  readonly heardAtMs: number;
  readonly endedAtMs: number;
}

/** Who ended a process: itself, we (it hung), or somebody else. */
export type EndedBy = 'itself' | 'us' | 'others';

/** How long a process was well. One that hung was so only until its last message. */
export function wellFor({ readyAtMs, heardAtMs, endedAtMs }: LifeTimes, endedBy: EndedBy): number {
  return readyAtMs === null ? 0 : (endedBy === 'us' ? heardAtMs : endedAtMs) - readyAtMs;
}

/** Whether an end is a quick failure. A process that somebody else ended did not fail by itself, if it was ready. */
export function isQuick(times: LifeTimes, endedBy: EndedBy): boolean {
  if (times.readyAtMs === null) return true;
  if (endedBy === 'others') return false;
  return wellFor(times, endedBy) < (endedBy === 'us' ? restartPolicy.hangsRarelyAfterMs : restartPolicy.healthyAfterMs);
}
