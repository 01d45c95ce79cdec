/** The numbers that captures and fragments were given so far, which none is given again (`nextId`). */
import type { Journal, JournalReader } from './journal.ts';
import { wholeNumber } from './row-values.ts';

type Numbered = 'captures' | 'fragments';

/**
 * The next one gets a number above this one. Call it in a transaction. The number is cast: SQLite would store that of JavaScript as a real one, because this
 * column has no type, and `nextId` takes that for damage.
 */
export function passOverNumbers(journal: Journal, table: Numbered, last: number): void {
  if (lastNumber(journal, table) >= last) return;
  journal.statement('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
  journal.statement('INSERT INTO sqlite_sequence (name, seq) VALUES (?, CAST(? AS INTEGER))').run(table, last);
}

/** The last that is known to be given; 0 without one. */
export function lastNumber(journal: JournalReader, table: Numbered): number {
  const row = journal.statement("SELECT max(seq) AS last FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'").get(table);
  return wholeNumber(row?.last) ?? 0;
}
