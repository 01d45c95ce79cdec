import { randomBytes } from 'node:crypto';
import { type HashKey, keyedHash } from './keyed-hash.ts';

/** Of this process: a log may have lines that somebody else has chosen, and one that counts as another line is left out. */
const seed = randomBytes(8);
const key: HashKey = [seed.readInt32LE(0), seed.readInt32LE(4)];

/** Of a slot: nothing was ever in it; a line that was taken as often as it was added; beyond that, how many are left. */
const [free, none] = [0, 1];

/**
 * How often each line was seen, by 64 bits of its content, in 10 to 40 bytes a line: a million lines would be a hundred megabytes as texts. Beyond `most` different
 * ones, which no rotated logs have, a new one is not remembered: then it is shown twice, and nothing is left out.
 */
export class LineCounts {
  readonly #most: number;
  #room = 1 << 12;
  #used = 0;
  #low = new Uint32Array(this.#room);
  #high = new Uint32Array(this.#room);
  #counts = new Uint16Array(this.#room);

  constructor(most: number) {
    this.#most = most;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    if (this.#used * 2 >= this.#room) this.#grow();
    const [low, high] = keyedHash(key, bytes, start, end);
    const slot = this.#slotOf(low, high);
    if (this.#counts[slot] === free) {
      if (this.#used === this.#most) return;
      this.#used += 1;
      this.#low[slot] = low;
      this.#high[slot] = high;
    }
    this.#counts[slot] = Math.min(0xffff, (this.#counts[slot] || none) + 1);
  }

  /** Whether it was added more often than it was taken. The slot stays in use. */
  take(bytes: Uint8Array, start: number, end: number): boolean {
    const [low, high] = keyedHash(key, bytes, start, end);
    const slot = this.#slotOf(low, high);
    const count = this.#counts[slot] ?? 0;
    if (count <= none) return false;
    this.#counts[slot] = count - 1;
    return true;
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#room - 1;
    let slot = (low ^ high) & mask;
    while (this.#counts[slot] !== free && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [low, high, counts] = [this.#low, this.#high, this.#counts];
    this.#room *= 2;
    this.#low = new Uint32Array(this.#room);
    this.#high = new Uint32Array(this.#room);
    this.#counts = new Uint16Array(this.#room);
    for (let from = 0; from < counts.length; from++) {
      if (counts[from] === free) continue;
      const slot = this.#slotOf(low[from] ?? 0, high[from] ?? 0);
      this.#low[slot] = low[from] ?? 0;
      this.#high[slot] = high[from] ?? 0;
      this.#counts[slot] = counts[from] ?? 0;
    }
  }
}
