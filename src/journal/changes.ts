/** Noticing what others wrote: other processes, and the own one over another connection. */
import type { JournalReader } from './journal.ts';

/** A number that is another one once somebody else has written (https://sqlite.org/pragma.html#pragma_data_version); what we write ourselves leaves it. */
export function writtenByOthers(journal: JournalReader): number {
  return Number(journal.statement('PRAGMA data_version').get()?.data_version);
}
