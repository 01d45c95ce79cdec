/** Which records are known to be gone without a warning any more, because whoever looked into it has said so. The records themselves say for good that they are gone. */
import type { Journal, JournalReader } from '../journal.ts';
import { wholeNumber } from '../row-values.ts';

const counter = 'records gone dismissed';

/** How many of the records that are gone nobody warns of any more. */
export function readDismissedGone(journal: JournalReader): number {
  return wholeNumber(journal.statement('SELECT value FROM counters WHERE name = ?').get(counter)?.value) ?? 0;
}

/** Dismisses all that are gone by now; `gone`: how many that are. */
export function dismissGone(journal: Journal, gone: number): void {
  journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)').run(counter, gone);
}
