/** Waiting with an end: every wait of Hub has one. */

/** What `within` answers when the time is over. */
export const tooLate = Symbol('too late');

/** The longest that a timer of Node waits: what is longer would fire at once (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const longestMs = 2 ** 31 - 1;

/**
 * The promise's value, or `tooLate` after `timeoutMs`, whatever number that is: none is no time, endless is 24 days. The work behind the promise goes on; give it a signal where it should not.
 * Rejects when the promise does.
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

/** A promise with its handles outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

export function deferred<Value>(): Deferred<Value> {
  let settle: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
