/** Recent saves, from which the core counts how many files each program causes. */
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import type { JournalReader } from '../journal.ts';
import { textOf, timeOf, wholeNumber } from '../row-values.ts';

export interface RecentSave {
  readonly fragmentId: number;
  readonly app: Pick<AppIdentity, 'executable' | 'name'>;
  readonly bytes: number;
  readonly copiedAtMs: number;
}

/** The id after which the fragments of the last `withinMs` before the newest one begin. Examines at most `count` fragments. */
export function idBeforeRecent(journal: JournalReader, { count, withinMs }: { readonly count: number; readonly withinMs: number }): number {
  const newest = journal
    .statement(
      `SELECT fragments.id, copied_at FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id <= ${Number.MAX_SAFE_INTEGER} ORDER BY fragments.id DESC LIMIT 1`,
    )
    .get();
  const first = Math.max(0, (wholeNumber(newest?.id) ?? 0) - count);
  const earlier = journal
    .statement(
      `SELECT fragments.id FROM fragments JOIN captures ON captures.id = capture_id
       WHERE fragments.id > ? AND copied_at < ? ORDER BY fragments.id DESC LIMIT 1`,
    )
    .get(first, (timeOf(newest?.copied_at) ?? 0) - withinMs);
  return wholeNumber(earlier?.id) ?? first;
}

/** The fragments after this one that are saved or wait to be, oldest first, at most `limit`. */
export function savesAfter(journal: JournalReader, fragmentId: number, limit: number): readonly RecentSave[] {
  return journal
    .statement(
      `SELECT fragments.id, app_executable, app_name, bytes, copied_at FROM fragments JOIN captures ON captures.id = capture_id
       JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE fragments.id > ? AND origin <> 'bridge' AND (state = 'saved' OR wants_save = 1) ORDER BY fragments.id LIMIT ?`,
    )
    .all(fragmentId, limit)
    .flatMap((row) => {
      const fragmentId = wholeNumber(row.id);
      if (fragmentId === null) return [];
      const app = { executable: textOf(row.app_executable), name: textOf(row.app_name) };
      return [{ fragmentId, app, bytes: wholeNumber(row.bytes) ?? 0, copiedAtMs: timeOf(row.copied_at) ?? 0 }];
    });
}
