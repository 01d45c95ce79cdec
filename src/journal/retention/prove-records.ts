/** Proves the records of retention in a folder, by themselves and against what the journal knows of them. */
import { anchorAfter } from '../../base/evidence/record-chain.ts';
import { type ChainFault, type ChainProof, type ChainRecord, verifyChain, verifyChainFile } from '../../base/evidence/verify-chain.ts';
import { type Account, type RecordFlaw, RetentionAccount, recordOf } from '../../domain/retention/account.ts';
import type { JournalReader } from '../journal.ts';
import { digestOf } from '../row-values.ts';
import { digestKeyFile, keyedDigest, nameOfKey, readDigestKey } from './digest-key.ts';
import type { LostKey } from './proven-end.ts';
import { linesOf, type Recorded, readRecorded } from './recording.ts';

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
  /** How many records of the chain are before those that were read. */
  readonly before: number;
  /** How many of those that were read are before the fault, and as they were written; all of them without one. */
  readonly sound: number;
  readonly fault: RecordsFault | null;
  /** The number of the record with each hash that was asked for. */
  readonly found: ReadonlyMap<string, number>;
}

/** By themselves: the hashes and links of all of them, and that they make sense. `wanted`: hashes to look for. */
export function proveRecords(folder: string, wanted: readonly string[] = []): ProvenRecords {
  return proven(wanted, (found) => ({ ...verifyChain(folder, [digestKeyFile], found), before: 0 }));
}

/** Those in one file. What they say together can only be told from the first record of the chain on: without it, each is proven to be one, and the account is empty. */
export function proveRecordsFile(file: string, wanted: readonly string[] = []): ProvenRecords {
  return proven(wanted, (found) => verifyChainFile(file, found));
}

type Verify = (found: (record: ChainRecord) => void) => ChainProof & { readonly before: number };

function proven(wanted: readonly string[], verify: Verify): ProvenRecords {
  const account = new RetentionAccount();
  const found = new Map<string, number>();
  let [flaw, lastFile, isWhole]: [RecordsFault | null, string | null, boolean | null] = [null, null, null];
  let sound = 0;
  const { length, head, fault, before } = verify(({ n, hash, body, file, line }) => {
    lastFile = file;
    isWhole ??= n === 1;
    if (wanted.includes(hash)) found.set(hash, n);
    if (flaw !== null) return;
    const wrong = isWhole ? account.add(body) : recordOf(body) === null ? 'form' : null;
    if (wrong === null) sound += 1;
    else flaw = { kind: 'record', flaw: wrong, file, line };
  });
  const first = flaw ?? (fault === null ? null : { kind: 'chain' as const, ...fault });
  return { length, head, account: account.result(), lastFile, before, sound, fault: first, found };
}

/** The ends that the files may have, for each of the records that wait may be written or not; null: the journal knows of no records. */
export function expectedEnds(recorded: Recorded | null): readonly { readonly length: number; readonly head: string }[] | null {
  if (recorded === null) return null;
  const ends = [recorded.anchor];
  for (const line of linesOf(recorded)) ends.push(anchorAfter(ends.at(-1) ?? recorded.anchor, line));
  return ends;
}

/** How many records of earlier chains are gone, by the journal and by what these say: a new journal knows only the latter. */
export function knownGone(recorded: Pick<Recorded, 'gone'> | null, { account }: Pick<ProvenRecords, 'account'>): number {
  return Math.max(recorded?.gone ?? 0, account.gone);
}

/** Whether the key in the folder is the one that all of these records name. */
export function lostKeyOf(folder: string, { account: { keys } }: Pick<ProvenRecords, 'account'>): LostKey {
  if (keys.size === 0) return null;
  const key = readDigestKey(folder);
  if (key === null) return 'missing';
  if (!keys.has(nameOfKey(key))) return 'another';
  return keys.size === 1 ? null : 'several';
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
