/** Asks how much room there is for what is copied: the disk for what it has left, the journal for what it takes. */
import { statfs } from 'node:fs/promises';
import { tooLate, within } from '../../base/deadline.ts';
import { type Room, roomOf, whyOf } from '../../domain/room.ts';
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

const lookEveryMs = 30_000;

/** Looks now and then, since room is taken and made by others too, and whenever it is asked for. */
export class RoomLook implements Disposable {
  readonly #read: () => Promise<Room>;
  readonly #changed: () => void;
  readonly #looks: NodeJS.Timeout;
  #room: Room = { kind: 'enough' };
  #isOver = false;

  /** `read` never rejects. `changed` is called when something else is to be said of the room. */
  constructor(read: () => Promise<Room>, changed: () => void) {
    this.#read = read;
    this.#changed = changed;
    this.#looks = setInterval(() => void this.look(), lookEveryMs);
  }

  /** As it was at the last look. */
  get room(): Room {
    return this.#room;
  }

  async look(): Promise<Room> {
    const room = await this.#read();
    const isNews = whyOf(room) !== whyOf(this.#room);
    this.#room = room;
    if (isNews && !this.#isOver) this.#changed();
    return room;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#looks);
  }
}
