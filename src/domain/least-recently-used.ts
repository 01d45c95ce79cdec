/** A cache of a bounded number of entries: the least recently used entry makes room. */

export class LeastRecentlyUsed<Value> {
  readonly #limit: () => number;
  readonly #entries = new Map<string, Value>();
  #hits = 0;
  #misses = 0;

  /** @param limit the maximum number of entries; called each time, because settings change. 0 stores nothing. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** The entry, which becomes the most recently used one; undefined if there is none. */
  get(key: string): Value | undefined {
    this.#makeRoom();
    const value = this.#entries.get(key);
    if (value === undefined) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#makeRoom();
  }

  get figures(): CacheFigures {
    this.#makeRoom();
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size };
  }

  #makeRoom(): void {
    const limit = this.#limit();
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= limit) return;
      this.#entries.delete(oldest);
    }
  }
}

/** Since the process started. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
}

export const noCacheFigures: CacheFigures = { hits: 0, misses: 0, entries: 0 };

export function sumOfCacheFigures(one: CacheFigures, other: CacheFigures): CacheFigures {
  return { hits: one.hits + other.hits, misses: one.misses + other.misses, entries: one.entries + other.entries };
}
