/** The thread that goes on carrying copies over (`carry-on.ts`), and ends when that is done, or when it is told to. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type JournalPlace, openJournal } from '../../journal.ts';
import { carryOn } from './carry-on.ts';

const place = workerData as JournalPlace;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
{
  using journal = openJournal(place);
  await carryOn({ place, journal, isOver: () => isOver, pause: async (ms) => pause(ms) });
}
parentPort?.close();
