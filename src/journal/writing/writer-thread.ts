/**
 * The writer thread of a process: it may wait for a lock or a disk for any time, so that the process's event loop never has to. It handles orders one
 * after the other, and answers each. It imports little, because several processes have one.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../../base/memory.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { isJournalGone, type OpenedFiles } from '../journal-identity.ts';
import { unansweredCodes } from './write-failure.ts';
import type { WriteOutcome } from './write-outcome.ts';
import { runWrite, type WriteOrder } from './write-table.ts';

/** An order, or that there will be no more. */
export type ToWriterThread = { readonly id: number; readonly order: WriteOrder } | 'end';

/** `opened`: the journal file that the process has open; null if the thread may write into any file in that place. */
export interface WriterThreadData {
  readonly place: JournalPlace;
  readonly opened: OpenedFiles | null;
}

const { place, opened } = workerData as WriterThreadData;
let journal: Journal | null = null;

const open = (): Journal => {
  if (opened !== null && isJournalGone(place.file, opened)) throw goneError();
  if (journal?.isGone()) {
    if (!journal.removeLog()) throw goneError();
    journal[Symbol.dispose]();
    journal = null;
  }
  journal ??= openJournal(place);
  return journal;
};

const goneError = (): Error => Object.assign(new Error('the journal is gone'), { code: unansweredCodes.journalGone });

/** A write into a file that was removed is repeated in the next file, or reported as failed. */
const performInTheFile = (order: WriteOrder): WriteOutcome<unknown> => {
  const written = runWrite(open, order);
  if (journal?.isGone() !== true) return written;
  return runWrite(open, { ...order, again: true });
};

parentPort?.on('message', (message: ToWriterThread) => {
  if (message === 'end') {
    journal?.[Symbol.dispose]();
    parentPort?.close();
  } else {
    parentPort?.postMessage({ id: message.id, written: performInTheFile(message.order) });
  }
});
parentPort?.postMessage('started');
releaseMemory(3_000);
flushCompileCache(); // without the cache, each thread would strip the types again, which takes 15 MB
