/** The thread that proves the records before a run begins: every line of them is read, and nothing else is to wait for that. It reports the outcome, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode, type Vetted } from '../../base/log.ts';
import { done, type Outcome } from '../../base/outcome.ts';
import { type JournalPlace, openJournal } from '../journal.ts';
import { proveEnd } from './continue-chain.ts';
import type { ProvenEnd } from './proven-end.ts';
import { type RunFailure, unlessBroken } from './run.ts';

export interface ProveOrder {
  readonly place: JournalPlace;
  /** Of the records. */
  readonly folder: string;
}

/** `code`: of an error of the disk or of SQLite. */
export type ProveOutcome = Outcome<ProvenEnd, RunFailure> | { readonly code: Vetted };

function outcome({ place, folder }: ProveOrder): ProveOutcome {
  try {
    using journal = openJournal(place);
    return unlessBroken(() => done(proveEnd(journal, folder)));
  } catch (error) {
    return { code: errorCode(error) };
  }
}

parentPort?.postMessage(outcome(workerData as ProveOrder));
