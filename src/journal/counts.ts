/** Counts of fragments, at the cost of a row for each state or reason: the rows themselves keep them (migrations/0007-counts.ts). */
import { fragmentStates } from '../contract/fragment-words.ts';
import { type Reason, reasons } from '../contract/journal.ts';
import type { FragmentState } from '../contract/source-snapshot.ts';
import type { JournalReader } from './journal.ts';
import { wholeNumber, wordOf } from './row.ts';

/** How many fragments are in each state; none in one that is not named. */
export function fragmentsByState(journal: JournalReader): Readonly<Partial<Record<FragmentState, number>>> {
  const rows = journal.statement('SELECT state, fragments FROM fragments_in_state WHERE fragments > 0').all();
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [state, fragments] = [wordOf(fragmentStates, row.state), wholeNumber(row.fragments)];
      return state === null || fragments === null ? [] : [[state, fragments]];
    }),
  );
}

/** Saves that failed and wait for another try, by reason. One that is to be tried at once, since something has changed, is none of them. */
export function heldUpSaves(journal: JournalReader): readonly { readonly reason: Reason; readonly fragments: number }[] {
  const rows = journal.statement('SELECT reason, fragments FROM held_up_saves WHERE fragments > 0').all();
  return rows.flatMap((row) => {
    const [reason, fragments] = [wordOf(reasons, row.reason), wholeNumber(row.fragments)];
    return reason === null || fragments === null ? [] : [{ reason, fragments }];
  });
}
