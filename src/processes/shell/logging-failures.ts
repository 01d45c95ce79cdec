/** Messages from outside (the page, the core, the desktop) are handled one by one: a failure is logged, and the next message is handled. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';

/** The sender. */
type Speaker = 'page' | 'core' | 'supervisor' | 'tray' | 'desktop' | 'system' | 'state';

/** `hear`, wrapped so that it neither throws nor rejects. */
export function loggingFailures<Words extends readonly unknown[]>(
  log: Log,
  from: Speaker,
  hear: (...words: Words) => unknown,
): (...words: Words) => void {
  const fail = (error: unknown): void => log.error('message not handled', { from, code: errorCode(error), origin: errorOrigin(error) });
  return (...words) => {
    try {
      Promise.resolve(hear(...words)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
