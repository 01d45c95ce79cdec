/**
 * What is proven before a run deletes anything: all records that there are, and that they end as the journal says. Or they go on as a chain other than the
 * one that the journal knows, because the journal is a new one, or the files are gone.
 */
import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { BrokenChain, type ChainAnchor, emptyChain, segmentName } from '../../base/evidence/record-chain.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { expectedEnds, type ProvenRecords, proveRecords } from './prove-records.ts';
import { anchorOf, type Recorded, readRecorded, Superseded, settle } from './recording.ts';

export interface Continued {
  readonly anchor: ChainAnchor;
  /** What the first record says about it. */
  readonly said: { readonly because: 'new-journal' | 'records-gone'; readonly length: number; readonly head: string };
}

/** The end of the records as it was proven. `continued`: null if nothing is unusual. */
export interface ProvenEnd {
  readonly recorded: Recorded | null;
  readonly continued: Continued | null;
}

/**
 * Reads and proves every record (`bench/diagnostics/tampering.ts` says how long that takes), without the lock of the journal: ask `isStillEnd` once it is
 * held. Records that are there without an anchor go on, and whoever moves all files away begins a new chain; its first record says so. Throws
 * `BrokenChain` if the records are not sound, and `Superseded` if another run is writing some.
 */
export function proveEnd(journal: Journal, folder: string): ProvenEnd {
  const known = readRecorded(journal)?.anchor.length ?? 0;
  const first = lstatSync(path.join(folder, segmentName(1)), { throwIfNoEntry: false });
  if (first !== undefined || known === 0) settle(journal, folder);
  const recorded = readRecorded(journal);
  const proven = proveRecords(folder);
  const isGone = recorded !== null && recorded.anchor.length > 0 && proven.length === 0;
  const isSound = proven.fault === null && (isGone || endsAsKnown(recorded, proven));
  const end = { recorded, continued: isGone ? whatIsGone(recorded) : recorded === null ? adopted(folder, proven) : null };
  if (isSound && isStillEnd(journal, end)) return end;
  // A record that another process writes at this moment looks like a broken end.
  if (!isStillEnd(journal, end) || (recorded !== null && recorded.pending !== null && !isGone)) throw new Superseded();
  throw new BrokenChain('the records are not sound');
}

/** Whether the journal has the same end of the records as when it was proven. */
export function isStillEnd(journal: JournalReader, { recorded }: ProvenEnd): boolean {
  const now = readRecorded(journal);
  return now?.anchor.head === recorded?.anchor.head && now?.pending === recorded?.pending;
}

function endsAsKnown(recorded: Recorded | null, { length, head }: ProvenRecords): boolean {
  return expectedEnds(recorded)?.some((end) => end.length === length && end.head === head) ?? true;
}

function whatIsGone(recorded: Recorded): Continued {
  const { length, head } = anchorOf(recorded);
  return { anchor: emptyChain, said: { because: 'records-gone', length, head } };
}

/** Null without records. */
function adopted(folder: string, { length, head, lastFile }: ProvenRecords): Continued | null {
  if (lastFile === null) return null;
  const { size: bytes } = statSync(path.join(folder, lastFile));
  return { anchor: { length, head, segment: Number(lastFile.slice(0, 10)), bytes }, said: { because: 'new-journal', length, head } };
}
