/**
 * Text that was selected with the mouse and not copied (PRIMARY on X11). It is in the journal beside the copies, and kept apart from them: it never is what is
 * on the clipboard, never becomes one entry with a copy, and lists and counts of copies leave it out.
 */
import type { Journal, JournalReader } from '../journal.ts';
import { deleteSlice } from '../keeping/delete-fragments.ts';
import { isSoundId, wholeNumber } from '../row-values.ts';

/** The SQL for: the fragment was selected, and not copied. */
export const isSelected = "fragments.capture_id IN (SELECT id FROM captures WHERE origin = 'selection')";

/** How many there are; with those that are deleted and not erased yet only if `withDeleted`. */
export function countSelections(journal: JournalReader, withDeleted: 'with-deleted' | 'shown'): number {
  const shown = withDeleted === 'shown' ? " AND state <> 'deleted'" : '';
  return wholeNumber(journal.statement(`SELECT count(*) AS selections FROM fragments WHERE ${isSelected}${shown}`).get()?.selections) ?? 0;
}

/** More are removed with the next selections. */
const mostAtOnce = 64;
const budgetMs = 8;

/** Removes the oldest selections beyond this number, but never a pinned one, or one that waits. Returns how many were removed. */
export function trimSelections(journal: Journal, most: number): number {
  const ids = journal
    .statement(
      `SELECT fragments.id FROM fragments WHERE ${isSelected} AND state <> 'deleted' AND ${isSoundId('fragments.id')} ORDER BY fragments.id DESC LIMIT -1 OFFSET ?`,
    )
    .all(most)
    .map(({ id }) => Number(id));
  const doomed = ids.toReversed().filter((id) => mayGo(journal, id));
  return doomed.length === 0 ? 0 : deleteSlice(journal, doomed.slice(0, mostAtOnce), budgetMs, 'later').deleted;
}

function mayGo(journal: JournalReader, id: number): boolean {
  const row = journal
    .statement(
      `SELECT 1 FROM fragments WHERE id = ? AND state <> 'captured' AND wants_save = 0
         AND NOT EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1)`,
    )
    .get(id);
  return row !== undefined;
}
