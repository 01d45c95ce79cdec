/** For a log line about what somebody else does as often as they like: how often it may be written. */

export interface RareLine {
  /**
   * Null where nothing is to be written now; else how many were held back since the last line. A first one is written at once; what comes
   * within `everyMs` of a line is only counted.
   */
  due(): { readonly heldBack: number } | null;
}

/** A line that is written at most once in `everyMs`. */
export function rareLine(everyMs: number, nowMs: () => number = () => performance.now()): RareLine {
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
