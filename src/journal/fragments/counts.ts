/** Counts of fragments. Triggers keep one row for each state or reason (migrations/earlier/0007-counts.ts), so that reading a count is cheap. */
import { fragmentStates } from '../../contract/fragment-words.ts';
import { type FragmentReason, fragmentReasons } from '../../contract/journal.ts';
import type { FragmentState } from '../../contract/source-snapshot.ts';
import type { JournalReader } from '../journal.ts';
import { wholeNumber, wordOf } from '../row-values.ts';

/** How many fragments are in each state; a missing state has none. */
export function fragmentsByState(journal: JournalReader): Readonly<Partial<Record<FragmentState, number>>> {
  const rows = journal.statement('SELECT state, fragments FROM fragments_in_state WHERE fragments > 0').all();
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [state, fragments] = [wordOf(fragmentStates, row.state), wholeNumber(row.fragments)];
      return state === null || fragments === null ? [] : [[state, fragments]];
    }),
  );
}

/** The number of saves that failed and wait to be retried, by reason. Saves that are due at once, because something has changed, are not counted. */
export function heldUpSaves(journal: JournalReader): readonly { readonly reason: FragmentReason; readonly fragments: number }[] {
  const rows = journal.statement('SELECT reason, fragments FROM held_up_saves WHERE fragments > 0').all();
  return rows.flatMap((row) => {
    const [reason, fragments] = [wordOf(fragmentReasons, row.reason), wholeNumber(row.fragments)];
    return reason === null || fragments === null ? [] : [{ reason, fragments }];
  });
}
