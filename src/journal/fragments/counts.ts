/** Counts of fragments, and of those that wait. Triggers keep one row for each state or reason (migrations/earlier/0007-counts.ts), so that reading a count is cheap. */
import { fragmentStates } from '../../contract/fragment-words.ts';
import { type FragmentReason, fragmentReasons } from '../../contract/journal.ts';
import type { FragmentState } from '../../contract/source-snapshot.ts';
import type { JournalReader } from '../journal.ts';
import { wholeNumber, wordOf } from '../row-values.ts';
import { indexSize } from '../search/index-size.ts';
import { countUnread } from './extracted-texts.ts';

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

/** A longer queue is this long, for whoever asks. */
export const mostCounted = 100_000;

export interface QueueLengths {
  /** Fragments that were captured, and not judged yet. */
  readonly judging: number;
  /** Fragments that wait for their file, those that were held up included. */
  readonly saving: number;
  /** Fragments whose save failed, and is tried again later. */
  readonly heldUp: number;
  /** Pictures of at most so many pixels that are to be read by themselves. */
  readonly pictures: number;
  /** Fragments that a search looks at one by one. */
  readonly indexing: number;
}

/**
 * How much waits for the work of Hub's processes.
 *
 * @param readPixels pictures of more pixels are read on request only; 0 if all are
 */
export function queueLengths(journal: JournalReader, readPixels: number): QueueLengths {
  const saving = journal
    .statement(`SELECT count(*) AS fragments FROM (SELECT 1 FROM fragments WHERE wants_save = 1 LIMIT ${mostCounted})`)
    .get();
  return {
    judging: atMost(fragmentsByState(journal).captured ?? 0),
    saving: wholeNumber(saving?.fragments) ?? 0,
    heldUp: atMost(heldUpSaves(journal).reduce((sum, { fragments }) => sum + fragments, 0)),
    pictures: readPixels === 0 ? 0 : countUnread(journal, readPixels, mostCounted),
    indexing: atMost(indexSize(journal).unindexed),
  };
}

function atMost(count: number): number {
  return Math.min(count, mostCounted);
}
