import { tooLate, within } from '../../base/deadline.ts';

/** What `work` gives, or null where it fails or takes longer: nothing that is only nice to have is waited for. Its signal ends with the time. */
export async function soon<Value>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Value>): Promise<Value | null> {
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
