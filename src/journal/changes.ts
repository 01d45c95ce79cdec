/** Noticing what other processes wrote. */
import type { Journal } from './journal.ts';

/** A number that is another one once somebody else has written (https://sqlite.org/pragma.html#pragma_data_version); what we write ourselves leaves it. */
export function writtenByOthers(journal: Journal): number {
  return Number(journal.statement('PRAGMA data_version').get()?.data_version);
}
