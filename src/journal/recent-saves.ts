/** What was sent to be saved of late, for the core, which counts how much of what each program copies becomes a file. */
import type { AppIdentity } from '../contract/source-snapshot.ts';
import type { JournalReader } from './journal.ts';

export interface RecentSave {
  readonly fragmentId: number;
  readonly app: Pick<AppIdentity, 'executable' | 'name'>;
  readonly bytes: number;
  readonly copiedAtMs: number;
}

/** The number before those that were copied within so long before the newest one, at most `count`: no others are looked at. */
export function beforeRecent(journal: JournalReader, { count, withinMs }: { readonly count: number; readonly withinMs: number }): number {
  const newest = journal
    .statement('SELECT fragments.id, copied_at FROM fragments JOIN captures ON captures.id = capture_id ORDER BY fragments.id DESC LIMIT 1')
    .get();
  const first = Math.max(0, Number(newest?.id ?? 0) - count);
  const earlier = journal
    .statement(
      `SELECT fragments.id FROM fragments JOIN captures ON captures.id = capture_id
       WHERE fragments.id > ? AND copied_at < ? ORDER BY fragments.id DESC LIMIT 1`,
    )
    .get(first, Number(newest?.copied_at ?? 0) - withinMs);
  return Number(earlier?.id ?? first);
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
