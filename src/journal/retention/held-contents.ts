/** What the copies contain that a hold is to name: their numbers alone would be those of other copies in another journal. */
import type { LegalHold } from '../../contract/documents/legal-hold.ts';
import { currentNumber } from '../fragments/earlier-copies.ts';
import { contentDigestOf } from '../fragments/fragments.ts';
import type { JournalReader } from '../journal.ts';
import { undoable } from '../keeping/deletions.ts';
import { digestKey, keyedDigest, nameOfKey } from './digest-key.ts';

/** `unknown`: numbers that no copy has. */
export interface HeldNow {
  readonly contents: NonNullable<LegalHold['contents']>;
  readonly unknown: readonly number[];
}

/** A deleted copy that can still be brought back counts as one. `folder`: of the records, with the key of the digests; a new key is made if there is none. Throws the system's error. */
export function heldContents(journal: JournalReader, folder: string, numbers: readonly number[], nowMs: number = Date.now()): HeldNow {
  const key = digestKey(folder);
  const unknown: number[] = [];
  const digests: Record<string, string> = {};
  for (const number of numbers) {
    const current = currentNumber(journal, number);
    const row = journal
      .statement(
        `SELECT state, sha256 FROM fragments LEFT JOIN representations ON fragment_id = fragments.id AND position = 0
         WHERE fragments.id = ?`,
      )
      .get(current);
    const isThere = row !== undefined && (row.state !== 'deleted' || undoable(journal, current, nowMs) !== null);
    if (!isThere) unknown.push(number);
    const sha256 = isThere ? contentDigestOf(row.sha256) : null;
    if (sha256 !== null) digests[number] = keyedDigest(key, sha256);
  }
  return { contents: { key: nameOfKey(key), digests }, unknown };
}
