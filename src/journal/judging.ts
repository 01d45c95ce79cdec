/**
 * Judging that can be survived: each attempt is counted before it begins, so that a content which ends its judge is known by the count that it
 * leaves, whatever ended: a thread, the process, or the machine.
 */
import type { Journal, JournalReader } from './journal.ts';
import { oneMore, wholeNumber } from './row.ts';

/** Counts the beginning of an attempt, and tells how many there are now. Null for a fragment that does not wait to be judged (any more). */
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
 * Numbers of fragments that wait to be judged: the oldest after `afterId`, at most so many. Those that are held back wait for other rules, and are
 * not among them.
 */
export function unjudgedFragments(journal: JournalReader, afterId: number, limit: number): readonly number[] {
  return journal
    .statement("SELECT id FROM fragments WHERE state = 'captured' AND reason IS NULL AND id > ? ORDER BY id LIMIT ?")
    .all(afterId, limit)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
}

/** What was held back under earlier rules waits to be judged again. */
export function releaseHeldBack(journal: Journal): void {
  const held = journal.statement("SELECT 1 FROM fragments WHERE state = 'captured' AND reason IS NOT NULL LIMIT 1").get();
  if (held === undefined) return;
  journal.transaction(() =>
    journal
      .statement("UPDATE fragments SET reason = NULL WHERE state = 'captured' AND reason IS NOT NULL AND typeof(capture_id) = 'integer'")
      .run(),
  );
}
