/** Determines how much room there is for copies: the free space of the disk, and the size of the journal. */
import { tooLate, within } from '../../../base/deadline.ts';
import { diskRoom } from '../../../base/files/disk-room.ts';
import { type RoomVerdict, roomOf, whyOf } from '../../../domain/capture/disk-room.ts';
import { journalBytes } from '../../../journal/blobs.ts';
import type { JournalReader } from '../../../journal/journal.ts';

/** A disk that does not respond within this time is not waited for: whether a content fits shows when it is written. */
const diskWithinMs = 1_000;

/** An unknown size is no reason to lose a copy. */
export async function readRoom(journal: JournalReader, maxMegabytes: number | null): Promise<RoomVerdict> {
  try {
    const disk = await within(diskWithinMs, diskRoom(journal.blobs));
    if (disk === tooLate) return { kind: 'enough' };
    return roomOf({ usedBytes: journalBytes(journal), ...disk, maxMegabytes });
  } catch {
    return { kind: 'enough' };
  }
}

const lookEveryMs = 30_000;
/** While large contents are not kept, somebody is probably making room, and waits to see that it helped. */
const lookAgainMs = 3_000;

/** Checks periodically, because others use and free the disk too, and on request. */
export class RoomLook implements Disposable {
  readonly #read: () => Promise<RoomVerdict>;
  readonly #changed: () => void;
  #next: NodeJS.Timeout | undefined;
  #room: RoomVerdict = { kind: 'enough' };
  #isOver = false;

  /** `read` never rejects. `changed` is called when the status of the room changes. */
  constructor(read: () => Promise<RoomVerdict>, changed: () => void) {
    this.#read = read;
    this.#changed = changed;
    this.#plan();
  }

  /** As of the last check. */
  get room(): RoomVerdict {
    return this.#room;
  }

  async look(): Promise<RoomVerdict> {
    const room = await this.#read();
    const isNews = whyOf(room) !== whyOf(this.#room);
    this.#room = room;
    if (this.#isOver) return room;
    if (isNews) this.#changed();
    this.#plan();
    return room;
  }

  #plan(): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.look(), this.#room.kind === 'small-only' ? lookAgainMs : lookEveryMs);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#next);
  }
}
