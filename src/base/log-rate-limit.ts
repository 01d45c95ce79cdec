/** Limits how often a log line about the actions of others may be written. */

export interface LimitedLine {
  /**
   * Null if nothing is to be written now; otherwise how many were held back since the last line. A first one is written at once; what comes within
   * `everyMs` of a line is only counted.
   */
  due(): { readonly heldBack: number } | null;
}

/** A line that is written at most once per `everyMs`. */
export function limitedLine(everyMs: number, nowMs: () => number = () => performance.now()): LimitedLine {
  let lastMs = Number.NEGATIVE_INFINITY;
  let heldBack = 0;
  return {
    due: () => {
      if (nowMs() - lastMs < everyMs) {
        heldBack += 1;
        return null;
      }
      lastMs = nowMs();
      const before = heldBack;
      heldBack = 0;
      return { heldBack: before };
    },
  };
}
