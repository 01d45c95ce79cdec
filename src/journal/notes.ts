/**
 * What is written about copies beside the copies themselves: counts, and what is present. A note is a value, so that those which wait for
 * the journal one after the other become one, and nothing of them is lost however long it takes.
 */
import type { Absence, CounterName } from '../contract/journal.ts';
import { count, replacesPresent, setPresent } from './captures.ts';
import { forgetDeleted } from './deleted-copies.ts';
import type { Journal } from './journal.ts';

/** What the clipboard holds from `atMs` on: a capture that Hub has put there again, or nothing that is shown, and why. */
export type PresentChange = { readonly atMs: number } & ({ readonly captureId: number } | { readonly absence: Absence });

export interface CopyNote {
  readonly counts: Readonly<Partial<Record<CounterName, number>>>;
  readonly present: PresentChange | null;
  /** The clipboard holds something else than before, of which nothing may have been read. */
  readonly isAnother?: true | undefined;
}

/** Both in one, `later` after `earlier`. */
export function together(earlier: CopyNote, later: CopyNote): CopyNote {
  const names = new Set([...Object.keys(earlier.counts), ...Object.keys(later.counts)] as CounterName[]);
  const counts = Object.fromEntries([...names].map((name) => [name, (earlier.counts[name] ?? 0) + (later.counts[name] ?? 0)]));
  const isAnother = earlier.isAnother ?? later.isAnother;
  return { counts, present: laterPresent(earlier.present, later.present), ...(isAnother ? { isAnother } : {}) };
}

function laterPresent(earlier: PresentChange | null, later: PresentChange | null): PresentChange | null {
  if (earlier === null || later === null) return later ?? earlier;
  return replacesPresent(later.atMs, earlier.atMs) ? later : earlier;
}

/** Counts, and says what is present. */
export function recordNote(journal: Journal, { counts, present, isAnother }: CopyNote): void {
  journal.transaction(() => {
    for (const [name, times] of Object.entries(counts)) count(journal, name as CounterName, times);
    if (isAnother) forgetDeleted(journal);
    if (present === null) return;
    if ('captureId' in present) setPresent(journal, present.captureId, present.atMs);
    else setPresent(journal, null, present.atMs, present.absence);
  });
}
