/**
 * The thread of a process that writes into the journal: it may wait for a lock or a disk as long as they take, and the process's event loop
 * never does. It does one order after the other, and answers each. It imports little, because every process has one.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../base/memory.ts';
import { type Journal, type JournalPlace, openJournal } from './journal.ts';
import { isGone, type OpenedFiles } from './opened-file.ts';
import { unansweredCodes } from './write-failure.ts';
import { perform, type WriteOrder, type Written } from './writes.ts';

/** An order, or that there will be no more. */
export type ToWriterThread = { readonly id: number; readonly order: WriteOrder } | 'end';

/** `opened`: the journal that its process has in mind; null where the thread takes whichever is there. */
export interface WriterThreadData {
  readonly place: JournalPlace;
  readonly opened: OpenedFiles | null;
}

const { place, opened } = workerData as WriterThreadData;
let journal: Journal | null = null;

const open = (): Journal => {
  if (opened !== null && isGone(place.file, opened)) throw goneError();
  if (journal?.isGone()) {
    if (!journal.makeWay()) throw goneError();
    journal[Symbol.dispose]();
    journal = null;
  }
  journal ??= openJournal(place);
  return journal;
};

const goneError = (): Error => Object.assign(new Error('the journal is gone'), { code: unansweredCodes.journalGone });

/** What went into a file that was gone by then is written once more into the one after it, or not confirmed. */
const performInTheFile = (order: WriteOrder): Written<unknown> => {
  const written = perform(open, order);
  if (journal?.isGone() !== true) return written;
  return perform(open, { ...order, again: true });
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
flushCompileCache(); // stripping the sources of their types again would cost each thread 15 MB
