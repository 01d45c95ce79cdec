/** Waiting with an end: every wait of Hub has one. */

/** What `within` answers when the time is over. */
export const tooLate = Symbol('too late');

/**
 * The promise's value, or `tooLate` after `timeoutMs`. The work behind the promise goes on; give it a signal where it should not.
 * Rejects when the promise does.
 */
export async function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value | typeof tooLate> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, tooLate);
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
