/** Whether the records go on as a chain other than the one that the journal knows: the journal is a new one, or the files are gone. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { BrokenChain, type ChainAnchor, emptyChain, segmentName } from '../../base/evidence/record-chain.ts';
import { verifyChain } from '../../base/evidence/verify-chain.ts';
import type { JournalReader } from '../journal.ts';
import { digestKeyFile } from './digest-key.ts';
import { anchorOf, readRecorded } from './recording.ts';

export interface Continued {
  readonly anchor: ChainAnchor;
  /** What the first record says about it. */
  readonly said: { readonly because: 'new-journal' | 'records-gone'; readonly length: number; readonly head: string };
}

/**
 * Null if nothing is unusual. Records that are there without an anchor are proven first, and go on; throws `BrokenChain` if they are not sound. Whoever
 * moves all files away begins a new chain, and its first record says so.
 */
export function continueChain(journal: JournalReader, folder: string): Continued | null {
  const recorded = readRecorded(journal);
  const first = statSync(path.join(folder, segmentName(1)), { throwIfNoEntry: false });
  if (recorded === null) return first === undefined ? null : adopted(folder);
  const { length, head } = recorded.anchor;
  if (length === 0 || first !== undefined) return null;
  const lost = anchorOf(recorded);
  const proof = verifyChain(folder, [digestKeyFile], () => {});
  if (proof.fault !== null) throw new BrokenChain('the first file of the records is missing');
  return { anchor: emptyChain, said: { because: 'records-gone', length: lost.length, head: lost.head || head } };
}

function adopted(folder: string): Continued {
  let segment = 1;
  const proof = verifyChain(folder, [digestKeyFile], ({ file }) => {
    segment = Number(file.slice(0, 10));
  });
  if (proof.fault !== null) throw new BrokenChain('records without an anchor are not sound');
  const { length, head } = proof;
  const { size: bytes } = statSync(path.join(folder, segmentName(segment)));
  return { anchor: { length, head, segment, bytes }, said: { because: 'new-journal', length, head } };
}
