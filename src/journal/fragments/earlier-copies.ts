/** The earlier copies of a content that was copied more than once (migrations/0015-earlier-copies.ts). */
import { sourceTypes } from '../../contract/fragment-words.ts';
import type { CaptureSource } from '../../contract/journal.ts';
import type { JournalReader } from '../journal.ts';
import { textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';

/** How many are remembered with their time and source; older ones only count. */
export const mostEarlierCopies = 100;

export interface EarlierCopy {
  /** Unix time in ms. */
  readonly copiedAtMs: number;
  readonly source: Pick<CaptureSource, 'type' | 'name' | 'path'> & { readonly app: Pick<CaptureSource['app'], 'name' | 'executable'> };
}

/** The last of the earlier copies of a fragment, newest first. A damaged row is left out. */
export function readEarlierCopies(journal: JournalReader, fragmentId: number): readonly EarlierCopy[] {
  return journal
    .statement(
      `SELECT copied_at, source_type, source_name, source_path, app_name, app_executable FROM earlier_copies
       WHERE fragment_id = ? ORDER BY copied_at DESC, id DESC LIMIT ?`,
    )
    .all(fragmentId, mostEarlierCopies)
    .flatMap((row) => {
      const copiedAtMs = timeOf(row.copied_at);
      if (copiedAtMs === null) return [];
      const app = { name: textOf(row.app_name), executable: textOf(row.app_executable) };
      const type = wordOf(sourceTypes, row.source_type) ?? 'other';
      return [{ copiedAtMs, source: { type, name: textOf(row.source_name) ?? '', path: textOf(row.source_path) ?? '', app } }];
    });
}

/** The number that a fragment has now: that of the newest copy of its content, if it was merged into one; otherwise its own. */
export function currentNumber(journal: JournalReader, number: number): number {
  return wholeNumber(journal.statement('SELECT fragment_id FROM earlier_copies WHERE number = ?').get(number)?.fragment_id) ?? number;
}
