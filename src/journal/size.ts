/** How much of the disk the journal takes, at the cost of two rows. */
import type { JournalReader } from './journal.ts';
import { wholeNumber } from './row.ts';

/** The database and the large contents, in bytes. Its log (WAL) is a few megabytes more. */
export function journalBytes(journal: JournalReader): number {
  const pages = journal.statement('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()').get();
  const blobs = journal.statement('SELECT total FROM blob_bytes').get();
  return (wholeNumber(pages?.bytes) ?? 0) + (wholeNumber(blobs?.total) ?? 0);
}
