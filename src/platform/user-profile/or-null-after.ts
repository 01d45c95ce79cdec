import { tooLate, within } from '../../base/deadline.ts';

/** The result of `work`, or null if it fails or takes longer: optional values are not waited for. Its signal aborts at the deadline. */
export async function orNullAfter<Value>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Value>): Promise<Value | null> {
  const controller = new AbortController();
  try {
    const value = await within(timeoutMs, work(controller.signal));
    return value === tooLate ? null : value;
  } catch {
    return null;
  } finally {
    controller.abort();
  }
}
