/** The thread that goes on carrying copies over (`carry-on.ts`), and ends when that is done, or when it is told to. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import { diskRoom } from '../../../base/files/disk-room.ts';
import { roomOf } from '../../../domain/capture/disk-room.ts';
import { journalBytes } from '../../blobs.ts';
import { type Journal, type JournalPlace, openJournal } from '../../journal.ts';
import { isJournalGone, type OpenedFiles } from '../../journal-identity.ts';
import { carryOn } from './carry-on.ts';

/** `opened`: the journal file that the process has open: no other one is written into. */
export interface CarryOnData {
  readonly place: JournalPlace;
  readonly opened: OpenedFiles;
  /** `journal.max_megabytes`; null if not set. */
  readonly maxMegabytes: number | null;
}

/** A disk that does not answer within this time is not waited for. */
const diskWithinMs = 1_000;

const { place, opened, maxMegabytes } = workerData as CarryOnData;
let isOver = false;
if (!isJournalGone(place.file, opened)) {
  using journal = openJournal(place);
  await carryOn({ place, journal, isOver: wasTold, pause: async (ms) => pause(ms), hasRoom: async () => hasRoom(journal) });
}

/** Whether it was told to end. Asks for the message, which would not be delivered in the middle of work. */
function wasTold(): boolean {
  isOver ||= parentPort !== null && receiveMessageOnPort(parentPort) !== undefined;
  return isOver;
}

/** The reserve of the disk and the quota are those for large contents. An unknown size is no reason to wait. Says it if there is none. */
async function hasRoom(journal: Journal): Promise<boolean> {
  const disk = await within(diskWithinMs, diskRoom(place.blobs)).catch((): typeof tooLate => tooLate);
  const isThere = disk === tooLate || roomOf({ usedBytes: journalBytes(journal), ...disk, maxMegabytes }).kind !== 'small-only';
  if (!isThere) parentPort?.postMessage('no room');
  return isThere;
}
