/** What comes from outside (the page, the core, the desktop) is heard one by one: one that can't be handled is logged, and the next one is heard. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';

/** From whom. */
type Speaker = 'page' | 'core' | 'supervisor' | 'tray' | 'desktop' | 'system' | 'state';

/** `hear`, which throws and rejects no more. */
export function eachSurvived<Words extends readonly unknown[]>(
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
