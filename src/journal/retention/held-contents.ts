/** What the copies contain that a hold is to name: their numbers alone would be those of other copies in another journal. */
import type { LegalHold } from '../../contract/documents/legal-hold.ts';
import { currentNumber } from '../fragments/earlier-copies.ts';
import { contentDigestOf } from '../fragments/fragments.ts';
import type { JournalReader } from '../journal.ts';
import { digestKey, keyedDigest, nameOfKey } from './digest-key.ts';

/** `unknown`: numbers that no copy has. */
export interface HeldNow {
  readonly contents: NonNullable<LegalHold['contents']>;
  readonly unknown: readonly number[];
}

/** `folder`: of the records, with the key of the digests; a new key is made if there is none. Throws the system's error. */
export function heldContents(journal: JournalReader, folder: string, numbers: readonly number[]): HeldNow {
  const key = digestKey(folder);
  const unknown: number[] = [];
  const digests: Record<string, string> = {};
  for (const number of numbers) {
    const row = journal
      .statement(
        `SELECT sha256 FROM fragments LEFT JOIN representations ON fragment_id = fragments.id AND position = 0
         WHERE fragments.id = ? AND state <> 'deleted'`,
      )
      .get(currentNumber(journal, number));
    if (row === undefined) unknown.push(number);
    const sha256 = contentDigestOf(row?.sha256);
    if (sha256 !== null) digests[number] = keyedDigest(key, sha256);
  }
  return { contents: { key: nameOfKey(key), digests }, unknown };
}
