/**
 * Counts attempts at judging. Each is counted before it begins, so that the count reveals a content that crashes its judge, whether that takes down a
 * thread, the process or the machine.
 */
import type { Journal, JournalReader } from '../journal.ts';
import { oneMore, wholeNumber } from '../row-values.ts';

/** Counts the beginning of an attempt, and returns how many there are now. Null for a fragment that does not wait to be judged (any more). */
export function countAttempt(journal: Journal, fragmentId: number): number | null {
  const row = journal.transaction(() =>
    journal
      .statement(
        `UPDATE fragments SET judge_attempts = ${oneMore('judge_attempts')} WHERE id = ? AND state = 'captured' RETURNING judge_attempts`,
      )
      .get(fragmentId),
  );
  return row === undefined ? null : Number(row.judge_attempts);
}

/**
 * The ids of the oldest fragments after `afterId` that wait to be judged, at most `limit`. Fragments that are held back wait for other rules instead,
 * and are not among them.
 */
export function unjudgedFragments(journal: JournalReader, afterId: number, limit: number): readonly number[] {
  return journal
    .statement("SELECT id FROM fragments WHERE state = 'captured' AND reason IS NULL AND id > ? ORDER BY id LIMIT ?")
    .all(afterId, limit)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
}

/** Lets fragments that were held back under earlier rules be judged again. */
export function releaseHeldBack(journal: Journal): void {
  const held = journal.statement("SELECT 1 FROM fragments WHERE state = 'captured' AND reason IS NOT NULL LIMIT 1").get();
  if (held === undefined) return;
  journal.transaction(() =>
    journal
      .statement("UPDATE fragments SET reason = NULL WHERE state = 'captured' AND reason IS NOT NULL AND typeof(capture_id) = 'integer'")
      .run(),
  );
}
