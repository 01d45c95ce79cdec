/** Where each line is, and of when: in 21 bytes a line, so that millions of them are sorted in little memory. */

const firstRoom = 4_096;

export interface LinePlace {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

export class PlacedLines {
  readonly #most: number;
  #room = firstRoom;
  #count = 0;
  #isCut = false;
  #times = new Float64Array(firstRoom);
  #offsets = new Float64Array(firstRoom);
  #lengths = new Uint32Array(firstRoom);
  #files = new Uint8Array(firstRoom);

  /** Of more than `most` lines, the oldest are left out. */
  constructor(most: number) {
    this.#most = most;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** `length` in bytes. */
  add(atMs: number, file: number, offset: number, length: number): void {
    if (this.#count === this.#room) this.#makeRoom();
    this.#times[this.#count] = atMs;
    this.#offsets[this.#count] = offset;
    this.#lengths[this.#count] = length;
    this.#files[this.#count] = file;
    this.#count += 1;
  }

  place(at: number): LinePlace {
    return { file: this.#files[at] ?? 0, offset: this.#offsets[at] ?? 0, length: this.#lengths[at] ?? 0 };
  }

  /** For `place`, in the order of time; lines of the same moment in the order in which they were added. Call it when all are added. */
  sorted(): readonly number[] {
    const times = this.#times;
    // Timsort, which makes use of it that each file is in order already.
    const order = Array.from({ length: this.#count }, (_, at) => at).sort(
      (one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other,
    );
    if (order.length <= this.#most) return order;
    this.#isCut = true;
    return order.slice(order.length - this.#most);
  }

  #makeRoom(): void {
    if (this.#count >= 2 * this.#most + firstRoom) this.#dropOldest();
    if (this.#count < this.#room) return;
    this.#room *= 2;
    this.#times = grown(this.#times, new Float64Array(this.#room));
    this.#offsets = grown(this.#offsets, new Float64Array(this.#room));
    this.#lengths = grown(this.#lengths, new Uint32Array(this.#room));
    this.#files = grown(this.#files, new Uint8Array(this.#room));
  }

  #dropOldest(): void {
    // In the order in which they were added, so that each file stays in order.
    const newest = this.sorted().toSorted((one, other) => one - other);
    for (const [to, from] of newest.entries()) {
      this.#times[to] = this.#times[from] ?? 0;
      this.#offsets[to] = this.#offsets[from] ?? 0;
      this.#lengths[to] = this.#lengths[from] ?? 0;
      this.#files[to] = this.#files[from] ?? 0;
    }
    this.#count = newest.length;
  }
}

function grown<Columns extends Float64Array | Uint32Array | Uint8Array>(from: Columns, into: Columns): Columns {
  into.set(from);
  return into;
}
