/**
 * Making deleted content unreadable. `secure_delete` overwrites it in the database's own pages; two places are left. The search indexes
 * only mark an entry as deleted, and keep its letters until their segments are merged. The log (WAL) keeps every page as it was before.
 */
import type { SQLOutputValue } from 'node:sqlite';
import type { Journal } from './journal.ts';

/** `not-now`: another process reads or writes at this moment. */
export type Erased = 'done' | 'more' | 'not-now';

/** A step of this many pages of 4 KiB takes a few milliseconds. */
const pagesAtOnce = 16;

/** Does one step, and tells whether there is another. Cheap when nothing was deleted. */
export function eraseStep(journal: Journal): Erased {
  const waiting = journal.statement('SELECT in_index, in_log FROM erasure').get();
  const [inIndex, inLog] = [waiting?.in_index ?? null, waiting?.in_log ?? null];
  if (waiting === undefined) return 'done';
  if (inIndex !== 0) {
    mergeIndex(journal, inIndex);
    return 'more';
  }
  if (inLog === 0) return 'done';
  if (!journal.tryEmptyLog()) return 'not-now';
  // What was deleted meanwhile waits for the next step.
  journal.transaction(() => journal.statement('UPDATE erasure SET in_log = 0 WHERE in_log IS ?').run(inLog));
  return 'more';
}

/** Merges both on towards a single segment, in which deleted entries are no more; the commands and their end are FTS5's (§6.8 of its manual). */
function mergeIndex(journal: Journal, seen: SQLOutputValue): void {
  journal.transaction(() => {
    const isMerged = ['search', 'pairs'].map((index) => {
      const before = changesSoFar(journal);
      journal.statement(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(-pagesAtOnce);
      return changesSoFar(journal) - before < 2;
    });
    if (!isMerged.includes(false)) journal.statement('UPDATE erasure SET in_index = 0 WHERE in_index IS ?').run(seen);
  });
}

function changesSoFar(journal: Journal): number {
  return Number(journal.statement('SELECT total_changes() AS changes').get()?.changes);
}
