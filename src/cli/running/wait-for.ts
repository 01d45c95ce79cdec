/** Polling with a deadline, for changes that have no event. */

const lookEveryMs = 50;

/** The first value that is not null; null if there is none within `withinMs`. */
export async function waitFor<Value>(withinMs: number, look: () => Promise<Value | null>): Promise<Value | null> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null || performance.now() > endMs) return seen;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
