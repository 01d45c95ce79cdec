/** What is known about the last copies that were missed, or gone before they could be read: time, program and reason, and nothing of their content or of a window's title. */
import { goneReasons, isGoneReason, type MissedCopy, missedReasons } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';

/** The journal keeps this many that were missed, and as many that were gone; the counters count all. */
export const mostMissed = 100;
/** A program chooses its own name. */
const longestName = 200;

/** Adds missed copies, oldest first, and drops the oldest ones beyond `mostMissed`. Call it within a transaction. */
export function recordMissed(journal: Journal, missed: readonly MissedCopy[]): void {
  for (const { atMs, program, because } of missed)
    journal
      .statement('INSERT INTO missed_copies (missed_at, program, because) VALUES (?, ?, ?)')
      .run(atMs, program?.slice(0, longestName) ?? null, because);
  // A program that copies in a burst does not push out what was missed.
  if (missed.length > 0)
    for (const isOne of ['IN', 'NOT IN'])
      journal
        .statement(
          `DELETE FROM missed_copies WHERE because ${isOne} ${ofGone} AND id NOT IN
             (SELECT id FROM missed_copies WHERE because ${isOne} ${ofGone} ORDER BY id DESC LIMIT ?)`,
        )
        .run(mostMissed);
}

const ofGone = `(${goneReasons.map((reason) => `'${reason}'`).join(', ')})`;

/** Of these, oldest first, the ones that the journal keeps. */
export function lastOfThem(missed: readonly MissedCopy[]): readonly MissedCopy[] {
  const gone = missed.filter(({ because }) => isGoneReason(because)).slice(-mostMissed);
  const others = missed.filter(({ because }) => !isGoneReason(because)).slice(-mostMissed);
  const kept = new Set([...gone, ...others]);
  return missed.filter((copy) => kept.has(copy));
}

/** The last copies that were missed or gone, newest first. Damaged rows are left out. */
export function readMissed(journal: JournalReader): readonly MissedCopy[] {
  const rows = journal.statement('SELECT missed_at, program, because FROM missed_copies ORDER BY id DESC LIMIT ?').all(2 * mostMissed);
  return rows.flatMap((row) => {
    const [atMs, because] = [timeOf(row.missed_at), wordOf([...missedReasons, ...goneReasons], row.because)];
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
