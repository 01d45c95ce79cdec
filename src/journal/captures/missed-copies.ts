/** What is known about the last missed copies: time, program and reason, and nothing of their content or of a window's title. */
import { type MissedCopy, missedReasons } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';

/** The journal keeps this many; the counter counts all. */
export const mostMissed = 100;
/** A program chooses its own name. */
const longestName = 200;

/** Adds missed copies, oldest first, and drops the oldest ones beyond `mostMissed`. Call it within a transaction. */
export function recordMissed(journal: Journal, missed: readonly MissedCopy[]): void {
  for (const { atMs, program, because } of missed)
    journal
      .statement('INSERT INTO missed_copies (missed_at, program, because) VALUES (?, ?, ?)')
      .run(atMs, program?.slice(0, longestName) ?? null, because);
  if (missed.length > 0)
    journal.statement('DELETE FROM missed_copies WHERE id NOT IN (SELECT id FROM missed_copies ORDER BY id DESC LIMIT ?)').run(mostMissed);
}

/** The last missed copies, newest first. Damaged rows are left out. */
export function readMissed(journal: JournalReader): readonly MissedCopy[] {
  const rows = journal.statement('SELECT missed_at, program, because FROM missed_copies ORDER BY id DESC LIMIT ?').all(mostMissed);
  return rows.flatMap((row) => {
    const [atMs, because] = [timeOf(row.missed_at), wordOf(missedReasons, row.because)];
    return atMs === null || because === null ? [] : [{ atMs, program: textOf(row.program), because }];
  });
}

/** How many of the missed copies the user has dismissed: nobody warns of them any more. They stay counted and known. */
export function readDismissed(journal: JournalReader): number {
  return wholeNumber(journal.statement("SELECT value FROM counters WHERE name = 'dismissed'").get()?.value) ?? 0;
}

/** Dismisses all copies that are missed by now. */
export function dismissMissed(journal: Journal): void {
  journal
    .statement(
      `INSERT INTO counters (name, value) SELECT 'dismissed', value FROM counters WHERE name = 'missed' AND typeof(value) = 'integer'
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .run();
}
