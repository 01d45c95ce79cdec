/** How long a caller waits for an answer. */
export interface CallTime {
  /** For the whole call. If this is not a number above 0, nothing is sent or waited for; more than `longestMs`, or than a minute without one, counts as that. */
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
  readonly longestMs?: number;
}

/** No other request to Hub takes longer: a caller that would wait forever learns that there is no answer. */
export const longestWaitMs = 60_000;

/** The text of a document may take as long: others before it, and their pages. */
export const longestExtractionMs = 3_600_000;

/** The timeout in effect, in ms; 0 for none. */
export function waitMsOf(timeoutMs: number, longestMs = longestWaitMs): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestMs) : 0;
}
