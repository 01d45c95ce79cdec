/**
 * What is proven before a run deletes anything: all records that there are, and that they end as the journal says. Or they go on as a chain other than the
 * one that the journal knows, because the journal is a new one, or the files are gone.
 */
import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { BrokenChain, emptyChain, segmentName } from '../../base/evidence/record-chain.ts';
import { isNoFile, isTaken } from '../../base/files/disk-error.ts';
import { makeFolders } from '../../base/files/make-folders.ts';
import type { Journal } from '../journal.ts';
import { expectedEnds, knownGone, lostKeyOf, type ProvenRecords, proveRecords } from './prove-records.ts';
import { type Continued, isStillEnd, type ProvenEnd } from './proven-end.ts';
import { anchorOf, type Recorded, readRecorded, Superseded, settle } from './recording.ts';

/**
 * Reads and proves every record (`bench/diagnostics/tampering.ts` says how long that takes), without the lock of the journal: ask `isStillEnd` once it is
 * held. Records that are there without an anchor go on, and whoever moves all files away begins a new chain; its first record says so. Throws
 * `BrokenChain` if the records are not sound, and `Superseded` if another run is writing some.
 */
export function proveEnd(journal: Journal, folder: string): ProvenEnd {
  makeFolder(folder);
  const written = readRecorded(journal)?.anchor.length ?? 0;
  const first = lstatSync(path.join(folder, segmentName(1)), { throwIfNoEntry: false });
  if (first !== undefined || written === 0) settle(journal, folder);
  const recorded = readRecorded(journal);
  const proven = proveRecords(folder);
  const isGone = areGone(recorded, proven);
  const isSound = mayContinue(recorded, proven);
  const known = knownGone(recorded, proven);
  const end = {
    recorded,
    gone: isGone ? known + anchorOf(recorded).length : known,
    continued: isGone ? whatIsGone(recorded) : recorded === null ? adopted(folder, proven) : null,
    lostKey: lostKeyOf(folder, proven),
  };
  if (isSound && isStillEnd(journal, end)) return end;
  // A record that another process writes at this moment looks like a broken end.
  if (!isStillEnd(journal, end) || (recorded !== null && recorded.pending !== null && !isGone)) throw new Superseded();
  throw new BrokenChain('the records are not sound');
}

/** None is left of those that the journal knows. */
export function areGone(recorded: Recorded | null, { length }: Pick<ProvenRecords, 'length'>): recorded is Recorded {
  return recorded !== null && recorded.anchor.length > 0 && length === 0;
}

/** Whether a run may go on from these records. */
export function mayContinue(recorded: Recorded | null, proven: ProvenRecords): boolean {
  return proven.fault === null && (areGone(recorded, proven) || endsAsKnown(recorded, proven));
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    if (isTaken(error) || isNoFile(error)) throw new BrokenChain('the folder of the records is none');
    throw error;
  }
}

function endsAsKnown(recorded: Recorded | null, { length, head }: ProvenRecords): boolean {
  return expectedEnds(recorded)?.some((end) => end.length === length && end.head === head) ?? true;
}

function whatIsGone(recorded: Recorded): Continued {
  const { length, head } = anchorOf(recorded);
  const before = recorded.gone === 0 ? {} : { gone: recorded.gone };
  return { anchor: emptyChain, said: { because: 'records-gone', length, head, ...before } };
}

/** Null without records. */
function adopted(folder: string, { length, head, lastFile }: ProvenRecords): Continued | null {
  if (lastFile === null) return null;
  const { size: bytes } = statSync(path.join(folder, lastFile));
  return { anchor: { length, head, segment: Number(lastFile.slice(0, 10)), bytes }, said: { because: 'new-journal', length, head } };
}
