/** The thread that puts the journal of a running Hub aside, so that the supervisor does not wait for the disk. It reports its outcome, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode, type Vetted, vetted } from '../../base/log.ts';
import type { JournalPlace } from '../journal.ts';
import { openJournalOrFresh } from './quarantine.ts';

/** `putAside` is null if the journal was sound after all, or was put aside by another process. */
export type QuarantineOutcome = { readonly ok: true; readonly putAside: Vetted | null } | { readonly ok: false; readonly code: Vetted };

function outcome(): QuarantineOutcome {
  try {
    const { journal, putAside } = openJournalOrFresh(workerData as JournalPlace, Date.now());
    journal[Symbol.dispose]();
    return { ok: true, putAside: putAside === null ? null : vetted(putAside) };
  } catch (error) {
    return { ok: false, code: errorCode(error) };
  }
}

parentPort?.postMessage(outcome());
