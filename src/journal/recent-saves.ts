/** What was sent to be saved of late, for the core, which counts how much of what each program copies becomes a file. */
import type { AppIdentity } from '../contract/source-snapshot.ts';
import type { JournalReader } from './journal.ts';

export interface RecentSave {
  readonly fragmentId: number;
  readonly app: Pick<AppIdentity, 'executable' | 'name'>;
  readonly bytes: number;
  readonly copiedAtMs: number;
}

/** The number before that of the oldest among the newest `count` fragments. */
export function beforeNewest(journal: JournalReader, count: number): number {
  return Math.max(0, Number(journal.statement('SELECT max(id) AS id FROM fragments').get()?.id ?? 0) - count);
}

/** Copies that are files or wait to be: the next ones after a fragment, oldest first, at most so many. */
export function savesAfter(journal: JournalReader, fragmentId: number, limit: number): readonly RecentSave[] {
  return journal
    .statement(
      `SELECT fragments.id, app_executable, app_name, bytes, copied_at FROM fragments JOIN captures ON captures.id = capture_id
       JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE fragments.id > ? AND origin <> 'bridge' AND (state = 'saved' OR wants_save = 1) ORDER BY fragments.id LIMIT ?`,
    )
    .all(fragmentId, limit)
    .map((row) => ({
      fragmentId: Number(row.id),
      app: { executable: textOrNull(row.app_executable), name: textOrNull(row.app_name) },
      bytes: Number(row.bytes),
      copiedAtMs: Number(row.copied_at),
    }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
