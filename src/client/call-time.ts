/** How long a caller waits for an answer. */
export interface CallTime {
  /** For all of the call. None is waited for, and nothing sent, unless this is a number above 0; more than a minute is a minute. */
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** Nothing that Hub is asked for takes longer: a caller that would wait for ever is told that there is no answer. */
export const longestWaitMs = 60_000;

/** The time to wait in fact, in ms; 0 for none. */
export function waitMsOf(timeoutMs: number): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestWaitMs) : 0;
}
