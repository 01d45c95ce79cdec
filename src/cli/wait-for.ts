/** Looking again and again, under a deadline, for what no event tells a command of. */

const lookEveryMs = 50;

/** The first value that is not null; null when there is none within `withinMs`. */
export async function waitFor<Value>(withinMs: number, look: () => Promise<Value | null>): Promise<Value | null> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null || performance.now() > endMs) return seen;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
