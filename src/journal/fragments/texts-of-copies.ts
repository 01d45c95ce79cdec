/** Which fragment is the text of which (migrations/0027-texts-of-copies.ts). A link says a number, and the copy of that number may have become part of another. */
import type { JournalFragment } from '../../contract/journal.ts';
import type { JournalReader } from '../journal.ts';
import { wholeNumber } from '../row-values.ts';
import { currentNumber } from './earlier-copies.ts';
import { readFragment } from './fragments.ts';

/** The fragment that this one is the text of; null if it is no such text, or that fragment was deleted. */
export function textOf(journal: JournalReader, fragment: Pick<JournalFragment, 'id' | 'textOf'>): JournalFragment | null {
  if (fragment.textOf === null) return null;
  const of = readFragment(journal, currentNumber(journal, fragment.textOf));
  return of === null || of.id === fragment.id || of.state === 'captured' || of.state === 'filtered' ? null : of;
}

/** The number of the text that was taken out of this fragment last, whatever number that had then; null if there is none in the history. */
export function textCopyOf(journal: JournalReader, id: number): number | null {
  const row = journal
    .statement(
      `SELECT fragments.id FROM captures JOIN fragments ON capture_id = captures.id
       WHERE text_of IN (SELECT ?1 UNION SELECT number FROM earlier_copies WHERE fragment_id = ?1)
         AND fragments.id <> ?1 AND state IN ('kept', 'saved', 'failed') ORDER BY fragments.id DESC LIMIT 1`,
    )
    .get(id);
  return wholeNumber(row?.id);
}
