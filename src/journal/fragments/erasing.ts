/**
 * Makes deleted content unreadable. `secure_delete` overwrites it in the pages of the database, but two places remain. The search indexes only mark an
 * entry as deleted, and keep its letters until their segments are merged. The log (WAL) keeps earlier versions of every page.
 */
import type { SQLOutputValue } from 'node:sqlite';
import type { Journal } from '../journal.ts';
import { emptyEarlierIndexes } from '../search/earlier-indexes.ts';
import { forgetUnusedFacts } from '../search/index-blocks.ts';

/** `not-now`: another process reads or writes at this moment. */
export type EraseProgress = 'done' | 'more' | 'not-now';

/** A step of this many pages of 4 KiB takes a few milliseconds. */
const pagesAtOnce = 16;

/** Does one step, and returns whether there is another one. Cheap if nothing was deleted. */
export function eraseStep(journal: Journal): EraseProgress {
  const waiting = journal.statement('SELECT in_index, in_log FROM erasure').get();
  const [inIndex, inLog] = [waiting?.in_index ?? null, waiting?.in_log ?? null];
  if (waiting === undefined) return 'done';
  if (inIndex !== 0) {
    if (emptyEarlierIndexes(journal) === 'done') mergeIndex(journal, inIndex);
    return 'more';
  }
  if (inLog === 0) return 'done';
  if (!journal.tryEmptyLog()) return 'not-now';
  // If more was deleted meanwhile, the count differs, and the next step handles it.
  journal.transaction(() => journal.statement('UPDATE erasure SET in_log = 0 WHERE in_log IS ?').run(inLog));
  return 'more';
}

/** Has the next steps erase what the limits of the history removed. */
export function eraseTrimmed(journal: Journal): void {
  journal.transaction(() =>
    journal
      .statement('UPDATE erasure SET in_index = in_index + 1, in_log = in_log + 1, in_index_later = 0 WHERE in_index_later IS NOT 0')
      .run(),
  );
}

/** Runs a deletion whose traces in the indexes are erased with the next ones, or by `eraseTrimmed`. Call it within a transaction. */
export function erasedLater<Result>(journal: Journal, deletion: () => Result): Result {
  const before = journal.statement('SELECT in_index FROM erasure').get()?.in_index;
  const result = deletion();
  if (before === 0) journal.statement('UPDATE erasure SET in_index_later = in_index_later + in_index, in_index = 0').run();
  return result;
}

/** Runs a deletion that leaves nothing to erase, because the same content stays in the journal. Call it within a transaction. */
export function withoutErasing(journal: Journal, deletion: () => void): void {
  const before = journal.statement('SELECT in_index, in_log FROM erasure').get();
  deletion();
  journal.statement('UPDATE erasure SET in_index = ?, in_log = ?').run(before?.in_index ?? 1, before?.in_log ?? 1);
}

/**
 * Merges both indexes further, until each is a single segment without deleted entries, and then forgets the values that were only in these. For the commands, and how to detect the end, see §6.8 of the
 * FTS5 manual.
 */
function mergeIndex(journal: Journal, seen: SQLOutputValue): void {
  journal.transaction(() => {
    const isMerged = ['text_index', 'short_index'].map((index) => {
      const before = changesSoFar(journal);
      journal.statement(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(-pagesAtOnce);
      return changesSoFar(journal) - before < 2;
    });
    if (!isMerged.includes(false) && forgetUnusedFacts(journal))
      journal.statement('UPDATE erasure SET in_index = 0 WHERE in_index IS ?').run(seen);
  });
}

function changesSoFar(journal: Journal): number {
  return Number(journal.statement('SELECT total_changes() AS changes').get()?.changes);
}
