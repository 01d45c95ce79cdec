/** Makes a page of the logs in a thread (§4.2, `ExportLogsHtml`). */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Language } from '../../contract/documents/hub.ts';
import type { LogFilter } from '../log-filter.ts';
import type { PageOrder } from './log-pages.ts';
import type { WrittenPage } from './write-page.ts';

/**
 * `no-lines`: there are no logs, or no line of them is wanted. `no-viewer`: setup has not built it. `too-many`: they need more
 * memory than a page may take. `too-slow`: they, or the disk, need more time. The detail of `not-written` is a `DiskReason`.
 */
export type MadePage = Outcome<WrittenPage, 'no-lines' | 'no-viewer' | 'too-many' | 'too-slow' | 'not-written'>;

export interface ExportOrder {
  /** The folder of the logs. */
  readonly logs: string;
  readonly filter?: LogFilter;
  /** The newest lines, at most so many. */
  readonly maxEntries: number;
  readonly language: Language;
}

/** For that many lines a page still opens in seconds. */
export const usualEntries = 1_000_000;
/** What is known of each line is outside of it. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/** A million lines take some 20 seconds. */
const longestMs = 300_000;

/** Never rejects. After `withinMs` the thread is ended, as soon as the disk has answered its last call. */
export async function exportLogs({ logs, filter = {}, maxEntries, language }: ExportOrder, withinMs = longestMs): Promise<MadePage> {
  if (!(maxEntries >= 1)) return failed('no-lines');
  const order: PageOrder = { logs, filter, most: Math.min(Math.floor(maxEntries), usualEntries * 4) };
  try {
    const thread = new Worker(new URL('./page-thread.ts', import.meta.url), { workerData: { order, language }, resourceLimits });
    const answer = new Promise<MadePage>((resolve) => {
      thread.once('message', resolve);
      thread.once('error', (error) => resolve(failed(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-many' : 'not-written')));
      thread.once('exit', () => resolve(failed('not-written')));
    });
    const made = await within(withinMs, answer);
    if (made !== tooLate) return made;
    void thread.terminate();
    return failed('too-slow');
  } catch {
    return failed('not-written');
  }
}
