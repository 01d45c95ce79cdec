/** Which fragments were added, changed or deleted, from the rows that each transaction writes into `changes` (migrations/earlier/0010-changes.ts). */
import type { JournalReader } from './journal.ts';
import { wholeNumber } from './row-values.ts';

/** The number of the last change of a fragment, by any process; 0 if there was none. It only grows. */
export function lastChangeNumber(journal: JournalReader): number {
  const row = journal.statement(`SELECT max(number) AS last FROM changes WHERE number <= ${Number.MAX_SAFE_INTEGER}`).get();
  return wholeNumber(row?.last) ?? 0;
}

export interface FragmentChanges {
  /** The number of the last change. */
  readonly number: number;
  /** The current state of each fragment that was added, changed or deleted; null if there were too many changes to tell. */
  readonly fragments: ReadonlyMap<number, 'there' | 'gone'> | null;
}

/** The changes since the change with this number. The journal remembers the last few hundred. */
export function changesSince(journal: JournalReader, number: number): FragmentChanges {
  const rows = journal
    .statement(`SELECT number, fragment_id, is_gone FROM changes WHERE number BETWEEN ? AND ${Number.MAX_SAFE_INTEGER} ORDER BY number`)
    .all(number);
  const last = wholeNumber(rows.at(-1)?.number);
  // If no change is missing, the first row is the change with this number, or change 1 if the number is 0.
  const isWhole = number === 0 ? last === null || last === rows.length : last === number + rows.length - 1;
  if (!isWhole) return { number: lastChangeNumber(journal), fragments: null };
  const fragments = new Map<number, 'there' | 'gone'>();
  for (const row of rows) {
    const id = wholeNumber(row.fragment_id);
    if (wholeNumber(row.number) === number || id === null) continue;
    fragments.delete(id);
    fragments.set(id, row.is_gone === 1 ? 'gone' : 'there');
  }
  return { number: last ?? 0, fragments };
}
