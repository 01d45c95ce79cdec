/** The end of the records as it was proven, and whether it is still the end. It loads no package: it is in the memory of the thread that writes the journal. */
import type { ChainAnchor } from '../../base/evidence/record-chain.ts';
import type { RecordBody } from '../../contract/diagnostics/retention-records.ts';
import type { JournalReader } from '../journal.ts';
import { type Recorded, readRecorded } from './recording.ts';

export interface Continued {
  readonly anchor: ChainAnchor;
  /** What the first record says about it. */
  readonly said: Omit<RecordBody & { readonly kind: 'continued' }, 'kind' | 'at'>;
}

/**
 * Whether the digests in the records can't be compared with contents any more: the key that the records name is missing, or is another one, or they name `several`, of which only one can be there. Null if they can
 * be, or there are none.
 */
export type LostKey = 'missing' | 'another' | 'several' | null;

/** Plain data, which may go from one thread to another. `continued`: null if nothing is unusual. `gone`: how many records are known to be gone, in all. */
export interface ProvenEnd {
  readonly recorded: Recorded | null;
  readonly continued: Continued | null;
  readonly lostKey: LostKey;
  readonly gone: number;
}

/** How many records are gone of which nothing was known before the run that begins there; 0 if the records go on. */
export function goneSince({ continued }: Pick<ProvenEnd, 'continued'>): number {
  return continued?.said.because === 'records-gone' ? continued.said.length : 0;
}

/** Whether the journal has the same end of the records as when it was proven. */
export function isStillEnd(journal: JournalReader, { recorded }: Pick<ProvenEnd, 'recorded'>): boolean {
  const now = readRecorded(journal);
  return now?.anchor.head === recorded?.anchor.head && now?.pending === recorded?.pending;
}
