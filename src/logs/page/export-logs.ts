/**
 * Makes a page of the logs (§4.2, `ExportLogsHtml`). A process of its own makes it: the asker has other things to do, and a call to a disk that does not answer
 * would hold whoever made it, also when it wants to end.
 */
import path from 'node:path';
import { type ProgramFailure, runBounded } from '../../base/bounded-program.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Language } from '../../contract/documents/hub.ts';
import type { LogFilter } from '../log-filter.ts';
import type { PageOrder } from './log-pages.ts';
import type { WrittenPage } from './write-page.ts';

/**
 * `no-logs`: there is no line at all. `no-lines`: none of them is wanted. `no-viewer`: setup has not built it. `too-many`: they need more
 * memory than a page may take. `too-slow`: they, or the disk, need more time. `stopped`: by the signal. The detail of `not-written` is a `DiskReason` or a `FolderFlaw`.
 */
export type MadePage = Outcome<WrittenPage, 'no-logs' | 'no-lines' | 'no-viewer' | 'too-many' | 'too-slow' | 'stopped' | 'not-written'>;

export interface ExportOrder {
  /** The folder of the logs. */
  readonly logs: string;
  readonly filter?: LogFilter;
  /** The newest lines, at most so many. */
  readonly maxEntries: number;
  readonly language: Language;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** What the process is told, and its thread. */
export interface ThreadOrder {
  readonly order: PageOrder;
  readonly language: Language;
}

/** For that many lines a page still opens in seconds. */
export const usualEntries = 1_000_000;
const program = path.join(import.meta.dirname, 'page-program.ts');
/** A million lines take some 20 seconds. */
const longestMs = 300_000;
const mostAnswerBytes = 65_536;
const unmade: Readonly<Partial<Record<ProgramFailure, 'too-slow' | 'stopped'>>> = { 'too-late': 'too-slow', stopped: 'stopped' };

/** Never rejects. After `withinMs` the process is killed, and nobody waits for one that a disk holds. */
export async function exportLogs(
  { logs, filter = {}, maxEntries, language, env, signal }: ExportOrder,
  withinMs = longestMs,
): Promise<MadePage> {
  if (!(maxEntries >= 1)) return failed('no-lines');
  const order: ThreadOrder = { order: { logs, filter, most: Math.min(Math.floor(maxEntries), usualEntries * 4) }, language };
  const ended = await runBounded({
    words: [process.execPath, program],
    env,
    input: Buffer.from(JSON.stringify(order)),
    timeoutMs: withinMs,
    mostOutputBytes: mostAnswerBytes,
    ...(signal !== undefined && { signal }),
  });
  if (!ended.ok) return failed(unmade[ended.reason] ?? 'not-written');
  try {
    return JSON.parse(new TextDecoder().decode(ended.value.output)) as MadePage;
  } catch {
    return failed('not-written'); // it has ended without an answer
  }
}
