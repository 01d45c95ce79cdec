/** Waiting for what no event tells of: looked for again and again, under a deadline. */

const usualWaitMs = 20_000;
const lookEveryMs = 20;

/** The first value that is neither undefined nor false. Throws when there is none within `waitMs`, and names `what` was waited for. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
  waitMs: number = usualWaitMs,
): Promise<Exclude<Value, false>> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<Value, false>;
    if (performance.now() > endMs) throw new Error(`no ${what} within ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
