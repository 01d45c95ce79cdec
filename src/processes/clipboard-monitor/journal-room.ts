/** Asks how much room there is for what is copied: the disk for what it has left, the journal for what it takes. */
import { statfs } from 'node:fs/promises';
import { tooLate, within } from '../../base/deadline.ts';
import { type Room, roomOf } from '../../domain/room.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { journalBytes } from '../../journal/size.ts';

/** A disk that does not answer for so long is not waited for: whether it takes a content shows when it is written. */
const diskWithinMs = 1_000;

/** What can't be found out is no reason to lose a copy. */
export async function readRoom(journal: JournalReader, maxMegabytes: number | null): Promise<Room> {
  try {
    const disk = await within(diskWithinMs, statfs(journal.blobs));
    if (disk === tooLate) return { kind: 'enough' };
    const usedBytes = journalBytes(journal);
    // Some file systems, network ones above all, tell no sizes.
    const [diskBytes, freeBytes] =
      disk.blocks === 0 ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [disk.blocks * disk.bsize, disk.bavail * disk.bsize];
    return roomOf({ usedBytes, diskBytes, freeBytes, maxMegabytes });
  } catch {
    return { kind: 'enough' };
  }
}
