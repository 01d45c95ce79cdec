/**
 * Proves the records of a home against its journal, whether Hub runs or not. It changes nothing, except that a record that a killed process has not finished
 * writing is finished.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Journal, openJournal } from '../../journal/journal.ts';
import {
  faultAgainst,
  knownGone,
  lostKeyOf,
  type ProvenRecords,
  proveRecords,
  type RecordsFault,
} from '../../journal/retention/prove-records.ts';
import type { LostKey } from '../../journal/retention/proven-end.ts';
import { readRecorded } from '../../journal/retention/recording.ts';
import { settleRecords } from '../../journal/retention/run.ts';
import type { Places } from '../../platform/locations.ts';

/** `journal`: whether the end was compared with the journal. */
export interface ProvenHome {
  readonly proven: ProvenRecords;
  readonly fault: RecordsFault | null;
  readonly journal: boolean;
  readonly lostKey: LostKey;
  /** How many earlier records are known to be gone, by the journal or by the records that are there. */
  readonly gone: number;
}

/** A core may be writing a record at this moment. */
const mostTries = 20;
const againMs = 100;

/** `wanted`: hashes to look for. Rejects with the error of a journal that can't be read. */
export async function proveHome(places: Places, wanted: readonly string[] = []): Promise<ProvenHome> {
  if (!existsSync(places.journal)) return proveAlone(places, wanted);
  using journal = openJournal({ file: places.journal, blobs: places.blobs });
  for (let tries = 1; ; tries += 1) {
    settleRecords(journal, places.retention); // if it can't be, the proof says why
    const proven = proveRecords(places.retention, wanted);
    const fault = faultAgainst(journal, places.retention, proven);
    if (fault === null || fault.kind === 'not-deleted' || tries === mostTries || !isBeingWritten(journal, proven))
      return {
        ...{ proven, fault, journal: readRecorded(journal) !== null },
        ...{ lostKey: lostKeyOf(places.retention, proven), gone: knownGone(readRecorded(journal), proven) },
      };
    await pause(againMs);
  }
}

/** By themselves, without the journal. */
export function proveAlone({ retention }: Places, wanted: readonly string[] = []): ProvenHome {
  const proven = proveRecords(retention, wanted);
  return { proven, fault: proven.fault, journal: false, lostKey: lostKeyOf(retention, proven), gone: knownGone(null, proven) };
}

/** Whether the journal has moved on since, so that it may only have been too early. */
function isBeingWritten(journal: Journal, { length }: ProvenRecords): boolean {
  const recorded = readRecorded(journal);
  return recorded !== null && (recorded.isOpen || recorded.pending !== null || recorded.anchor.length > length);
}
