/** Waits with a deadline: for conditions without an event, by checking them repeatedly, and for what a test is told. */

const usualWaitMs = 20_000;
const lookEveryMs = 20;

/** The first value that is neither undefined nor false. If there is none within `waitMs`, throws with `what` was awaited. */
export async function until<Value>(
  what: string | (() => string),
  look: () => Value | undefined | Promise<Value | undefined>,
  waitMs: number = usualWaitMs,
): Promise<Exclude<Value, false>> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<Value, false>;
    if (performance.now() > endMs) throw new Error(`no ${typeof what === 'string' ? what : what()} within ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** What it resolves with. If it does not within `waitMs`, throws with `what` was awaited. */
export async function inTime<Value>(what: string, told: Promise<Value>, waitMs: number = usualWaitMs): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no ${what} within ${waitMs} ms`)), waitMs);
  try {
    return await Promise.race([told, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
