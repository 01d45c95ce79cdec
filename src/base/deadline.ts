/** Waiting with a deadline: every wait of Hub has one. */

/** What `within` returns when the time is up. */
export const tooLate = Symbol('too late');

/** The longest that a Node timer waits: a longer one would fire at once (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const longestMs = 2 ** 31 - 1;

/**
 * The promise's value, or `tooLate` after `timeoutMs`, whatever number that is: none means no time, infinity means 24 days. The work behind the
 * promise continues; pass it a signal if it should not. Rejects when the promise does.
 */
export async function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value | typeof tooLate> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(resolve, Math.min(Math.max(timeoutMs || 0, 0), longestMs), tooLate);
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
