/** Counts of fragments, at the cost of a row for each state or reason: the rows themselves keep them (migrations/0007-counts.ts). */
import type { Reason } from '../contract/journal.ts';
import type { FragmentState } from '../contract/source-snapshot.ts';
import type { JournalReader } from './journal.ts';

/** How many fragments are in each state; none in one that is not named. */
export function fragmentsByState(journal: JournalReader): Readonly<Partial<Record<FragmentState, number>>> {
  const rows = journal.statement('SELECT state, fragments FROM fragments_in_state WHERE fragments > 0').all();
  return Object.fromEntries(rows.map((row) => [String(row.state), Number(row.fragments)]));
}

/** Saves that failed and wait for another try, by reason. One that is to be tried at once, since something has changed, is none of them. */
export function heldUpSaves(journal: JournalReader): readonly { readonly reason: Reason; readonly fragments: number }[] {
  const rows = journal.statement('SELECT reason, fragments FROM held_up_saves WHERE fragments > 0').all();
  return rows.map((row) => ({ reason: row.reason as Reason, fragments: Number(row.fragments) }));
}
