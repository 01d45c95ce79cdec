/** Proves the records of retention in a folder, by themselves and against what the journal knows of them. */
import { type ChainFault, type ChainProof, verifyChain } from '../../base/evidence/verify-chain.ts';
import { type Account, type RecordFlaw, RetentionAccount } from '../../domain/retention/account.ts';
import type { JournalReader } from '../journal.ts';
import { digestOf } from '../row-values.ts';
import { digestKeyFile, keyedDigest, nameOfKey, readDigestKey } from './digest-key.ts';
import { anchorOf, type Recorded, readRecorded } from './recording.ts';

/**
 * What is wrong, and where. `end`: the records do not end as the journal says (some are missing, or are more than were written); `not-deleted`: copies that
 * are recorded as deleted are in the journal.
 */
export type RecordsFault =
  | (ChainFault & { readonly kind: 'chain' })
  | { readonly kind: 'record'; readonly flaw: RecordFlaw; readonly file: string; readonly line: number }
  | { readonly kind: 'end'; readonly expected: number; readonly found: number }
  | { readonly kind: 'not-deleted'; readonly ids: readonly number[] };

export interface ProvenRecords {
  readonly length: number;
  readonly head: string;
  readonly account: Account;
  /** The name of the file with the last of them; null without records. */
  readonly lastFile: string | null;
  readonly fault: RecordsFault | null;
  /** The number of the record with each hash that was asked for. */
  readonly found: ReadonlyMap<string, number>;
}

/** By themselves: the hashes and links of all of them, and that they make sense. `wanted`: hashes to look for. */
export function proveRecords(folder: string, wanted: readonly string[] = []): ProvenRecords {
  const account = new RetentionAccount();
  const found = new Map<string, number>();
  let [flaw, lastFile]: [RecordsFault | null, string | null] = [null, null];
  const proof: ChainProof = verifyChain(folder, [digestKeyFile], ({ n, hash, body, file, line }) => {
    lastFile = file;
    if (wanted.includes(hash)) found.set(hash, n);
    if (flaw !== null) return;
    const wrong = account.add(body);
    if (wrong !== null) flaw = { kind: 'record', flaw: wrong, file, line };
  });
  const fault = proof.fault === null ? flaw : ({ kind: 'chain', ...proof.fault } as const);
  return { length: proof.length, head: proof.head, account: account.result(), lastFile, fault, found };
}

/** The end that the files have to have, with the record that may be written or not; null: the journal knows of no records. */
export function expectedEnds(recorded: Recorded | null): readonly { readonly length: number; readonly head: string }[] | null {
  if (recorded === null) return null;
  return recorded.pending === null ? [recorded.anchor] : [recorded.anchor, anchorOf(recorded)];
}

/** Against the journal: that they end as it says, and that nothing of what was deleted is in it. */
export function faultAgainst(journal: JournalReader, folder: string, { length, head, account, fault }: ProvenRecords): RecordsFault | null {
  if (fault !== null) return fault;
  const ends = expectedEnds(readRecorded(journal));
  // Records without an anchor are those of another journal, whose numbers mean other copies.
  if (ends === null) return null;
  if (!ends.some((end) => end.length === length && end.head === head))
    return { kind: 'end', expected: Math.max(...ends.map((end) => end.length)), found: length };
  const key = readDigestKey(folder);
  const isKnown = key !== null && account.key === nameOfKey(key);
  const ids = stillThere(journal, account.deleted, isKnown ? key : null);
  return ids.length === 0 ? null : { kind: 'not-deleted', ids };
}

/**
 * The numbers among these that a copy with this content still has. Without the key, those that any copy has: Hub never gives a number twice.
 */
export function stillThere(journal: JournalReader, deleted: ReadonlyMap<number, string>, key: string | null): readonly number[] {
  const found: number[] = [];
  for (const [id, digest] of deleted) {
    const row = journal
      .statement(
        'SELECT sha256 FROM fragments LEFT JOIN representations ON fragment_id = fragments.id AND position = 0 WHERE fragments.id = ?',
      )
      .get(id);
    if (row !== undefined && (key === null || keyedDigest(key, digestOf(row.sha256) ?? '') === digest)) found.push(id);
  }
  return found;
}
