/** How long a caller waits for an answer. */
export interface CallTime {
  /** For the whole call. If this is not a number above 0, nothing is sent or waited for; more than a minute counts as a minute. */
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** No request to Hub takes longer: a caller that would wait forever learns that there is no answer. */
export const longestWaitMs = 60_000;

/** The timeout in effect, in ms; 0 for none. */
export function waitMsOf(timeoutMs: number): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestWaitMs) : 0;
}
