/** The thread that goes on carrying copies over (`carry-on.ts`), and ends when that is done, or when it is told to. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type JournalPlace, openJournal } from '../../journal.ts';
import { isJournalGone, type OpenedFiles } from '../../journal-identity.ts';
import { carryOn } from './carry-on.ts';

/** `opened`: the journal file that the process has open: no other one is written into. */
export interface CarryOnData {
  readonly place: JournalPlace;
  readonly opened: OpenedFiles;
}

const { place, opened } = workerData as CarryOnData;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
if (!isJournalGone(place.file, opened)) {
  using journal = openJournal(place);
  await carryOn({ place, journal, isOver: () => isOver, pause: async (ms) => pause(ms) });
}
parentPort?.close();
