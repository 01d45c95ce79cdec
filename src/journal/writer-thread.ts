/**
 * The thread of a process that writes into the journal: it may wait for a lock or a disk as long as they take, and the process's event loop
 * never does. It does one order after the other, and answers each. It imports little, because every process has one.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../base/memory.ts';
import { type Journal, type JournalPlace, openJournal } from './journal.ts';
import { perform, type WriteOrder } from './writes.ts';

/** An order, or that there will be no more. */
export type ToWriterThread = { readonly id: number; readonly order: WriteOrder } | 'end';

const place = workerData as JournalPlace;
let journal: Journal | null = null;
const open = (): Journal => {
  journal ??= openJournal(place);
  return journal;
};

parentPort?.on('message', (message: ToWriterThread) => {
  if (message === 'end') {
    journal?.[Symbol.dispose]();
    parentPort?.close();
  } else {
    parentPort?.postMessage({ id: message.id, written: perform(open, message.order) });
  }
});
parentPort?.postMessage('started');
releaseMemory(3_000);
flushCompileCache(); // stripping the sources of their types again would cost each thread 15 MB
