/** The copies of a watch whose events have not been told yet: what was stored of them is somewhere until then. */
import { within } from '../../base/deadline.ts';

/** For what is being stored to be stored, or deleted. The user waits for Hub to stop, and nobody for a display that is gone. */
const [stopsWithinMs, lostWithinMs] = [1_000, 10_000];

export class UntoldCopies {
  readonly #untold = new Set<Promise<unknown>>();
  #isLost = false;

  /** `told` resolves when its event was told, or dropped with what was stored. It must not reject. */
  add(told: Promise<unknown>): void {
    this.#untold.add(told);
    void told.then(() => this.#untold.delete(told));
  }

  /** Resolves when there are none any more, or this takes too long; call it once nobody watches. */
  get ended(): Promise<unknown> {
    return within(stopsWithinMs, Promise.all(this.#untold));
  }

  /** The system has ended the watch. Resolves when all are told, or later than anybody should wait; those that are left are told all the same. */
  lost(): Promise<unknown> {
    this.#isLost = true;
    return within(lostWithinMs, Promise.all(this.#untold));
  }

  /** An event is told also after the end of its watch. */
  get isLost(): boolean {
    return this.#isLost;
  }
}
