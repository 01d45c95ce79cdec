/** The copies of a watch whose events have not been told yet: what was stored of them is somewhere until then. */
import { within } from '../../base/deadline.ts';

/** Time for what is being stored to be stored, or deleted: the user is waiting for Hub to stop. */
const endWithinMs = 1_000;

export class UntoldCopies {
  readonly #untold = new Set<Promise<unknown>>();

  /** `told` resolves when its event was told, or dropped with what was stored. It must not reject. */
  add(told: Promise<unknown>): void {
    this.#untold.add(told);
    void told.then(() => this.#untold.delete(told));
  }

  /** Resolves when there are none any more, or this takes too long. */
  get allTold(): Promise<unknown> {
    return within(endWithinMs, Promise.all(this.#untold));
  }
}
