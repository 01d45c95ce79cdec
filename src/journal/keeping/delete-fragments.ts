/** Deletes fragments and what only they use: contents, search entries, captures. Any number of them, in slices between other writes. */
import { dropUnreferencedBlobs } from '../blobs.ts';
import { rememberDeleted } from '../captures/deleted-copies.ts';
import { erasedLater } from '../fragments/erasing.ts';
import { type ContentPlace, contentPlaces } from '../fragments/fragments.ts';
import { dropUnreferencedReceipts } from '../fragments/receipts.ts';
import type { Journal } from '../journal.ts';
import { type OnHold, onHold } from '../retention/holds-in-force.ts';

/** Deletes a fragment. False for an unknown id, and for one that is on hold. */
export function deleteFragment(journal: Journal, id: number): boolean {
  return deleteSlice(journal, [id], Number.POSITIVE_INFINITY).deleted === 1;
}

/** `looked`: how many of the ids were handled; `deleted`: how many of them there were and are not on hold; `onHold`: the others. */
export interface DeletedSlice {
  readonly looked: number;
  readonly deleted: number;
  readonly onHold: readonly OnHold[];
}

/**
 * Deletes the first of these fragments, in one transaction of about `budgetMs`, and at least one. Their files are deleted after that: if the process
 * ends in between, `sweepBlobs` does it. `erased`: when their words go from the search indexes (fragments/erasing.ts).
 */
export function deleteSlice(journal: Journal, ids: readonly number[], budgetMs: number, erased: 'soon' | 'later' = 'soon'): DeletedSlice {
  const endMs = performance.now() + budgetMs;
  const contents: ContentPlace[] = [];
  const deleteRowsInTime = (): DeletedSlice => {
    let [looked, deleted] = [0, 0];
    const kept: OnHold[] = [];
    for (const id of ids) {
      if (looked > 0 && performance.now() >= endMs) break;
      looked += 1;
      const hold = onHold(journal, id);
      const places = hold === null ? deleteWithin(journal, id) : null;
      if (hold !== null) kept.push(hold);
      if (places === null) continue;
      deleted += 1;
      contents.push(...places);
    }
    return { looked, deleted, onHold: kept };
  };
  const slice = journal.transaction(() => (erased === 'soon' ? deleteRowsInTime() : erasedLater(journal, deleteRowsInTime)));
  dropUnreferenced(journal, contents);
  return slice;
}

/**
 * Deletes a fragment, and does the work in the same transaction. Holds do not matter: it is for what was never to be kept, such as a password that its
 * program has cleared.
 */
export function deleteFragmentAnd<Result>(journal: Journal, id: number, work: () => Result): Result {
  const contents = contentPlaces(journal, id);
  const result = journal.durableTransaction(() => {
    deleteRows(journal, id);
    return work();
  });
  dropUnreferenced(journal, contents);
  return result;
}

/** Deletes the rows of a fragment, and returns its contents for `dropUnreferenced`; null for an unknown id. Call it within a transaction. */
export function deleteWithin(journal: Journal, id: number): readonly ContentPlace[] | null {
  const places = contentPlaces(journal, id);
  return deleteRows(journal, id) ? places : null;
}

/** Deletes the files of these contents that no row names any more. Call it after the transaction. */
export function dropUnreferenced(journal: Journal, contents: readonly ContentPlace[]): void {
  dropUnreferencedBlobs(
    journal,
    contents.filter((place) => 'file' in place).map(({ sha256 }) => sha256),
  );
  if (contents.length > 0)
    journal.transaction(() =>
      dropUnreferencedReceipts(
        journal,
        contents.map(({ sha256 }) => sha256),
      ),
    );
}

function deleteRows(journal: Journal, id: number): boolean {
  rememberDeleted(journal, id);
  const fragment = journal.statement('DELETE FROM fragments WHERE id = ? RETURNING capture_id').get(id);
  if (fragment === undefined) return false;
  journal
    .statement('DELETE FROM captures WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM fragments WHERE capture_id = ?1)')
    .run(fragment.capture_id ?? null);
  return true;
}
