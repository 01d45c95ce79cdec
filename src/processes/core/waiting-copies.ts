/** Whether the monitor holds copies that the journal does not take: it says so again at each try, and when that is over. A word may be lost, so that each holds for a while only. */

/** Between two tries lies a wait for another program's lock, of 10 s at most (`journal.ts`). */
const holdsForMs = 15_000;

export class WaitingCopies {
  readonly #nowMs: () => number;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  heard({ isOver }: { readonly isOver: boolean }): void {
    this.#untilMs = isOver ? Number.NEGATIVE_INFINITY : this.#nowMs() + holdsForMs;
  }

  /** What is said of them; null where none wait. */
  get reason(): string | null {
    return this.#nowMs() < this.#untilMs ? 'copies wait in memory: the journal cannot be written to' : null;
  }
}
