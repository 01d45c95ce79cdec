/**
 * Notes: facts about copies other than their content, which are counts and what is current. A note is a value, so that pending notes can be merged into
 * one without losing anything, however long they wait.
 */
import type { Absence, MissedCopy } from '../../contract/journal.ts';
import type { Journal } from '../journal.ts';
import { replacesPresent, setPresent } from './captures.ts';
import { addToCounters, type Counts, sumOf } from './counters.ts';
import { forgetDeleted } from './deleted-copies.ts';
import { lastOfThem, recordMissed } from './missed-copies.ts';

/**
 * What the clipboard holds from `atMs` on: a capture that Hub has put back there, or nothing to show, with the reason. `isLeft`: its program has left the
 * capture to Hub by exiting.
 */
export type PresentChange = { readonly atMs: number } & (
  | { readonly captureId: number; readonly isLeft?: true }
  | { readonly absence: Absence }
);

export interface CopyNote {
  readonly counts: Counts;
  readonly present: PresentChange | null;
  /** What is known about the last of the copies that it counts as missed or gone, oldest first. */
  readonly missed?: readonly MissedCopy[] | undefined;
  /** The clipboard holds new content, whether or not Hub could read it. */
  readonly isAnother?: true | undefined;
}

/** One note that has the effect of `earlier` followed by `later`. */
export function mergeNotes(earlier: CopyNote, later: CopyNote): CopyNote {
  const isAnother = earlier.isAnother ?? later.isAnother;
  const missed = lastOfThem([...(earlier.missed ?? []), ...(later.missed ?? [])]);
  return {
    counts: sumOf(earlier.counts, later.counts),
    present: laterPresent(earlier.present, later.present),
    ...(missed.length > 0 ? { missed } : {}),
    ...(isAnother ? { isAnother } : {}),
  };
}

function laterPresent(earlier: PresentChange | null, later: PresentChange | null): PresentChange | null {
  if (earlier === null || later === null) return later ?? earlier;
  return replacesPresent(later.atMs, earlier.atMs) ? later : earlier;
}

/** Adds the counts to the journal's, and records what is current. */
export function recordNote(journal: Journal, { counts, present, missed, isAnother }: CopyNote): void {
  journal.transaction(() => {
    addToCounters(journal, counts);
    recordMissed(journal, missed ?? []);
    if (isAnother) forgetDeleted(journal);
    if (present === null) return;
    if ('captureId' in present) setPresent(journal, present.captureId, present.atMs, present.isLeft ? 'cleared' : null);
    else setPresent(journal, null, present.atMs, present.absence);
  });
}
