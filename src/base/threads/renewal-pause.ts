/**
 * How long to wait before a thread that ended is started again: a moment at first, twice as long each time if none did anything in between. One that ends by
 * chance is back at once; one whose file is gone must not be started three times a second for days.
 */

const longestMs = 30_000;
/** A single end, or two, may have any cause. */
const failsAfter = 3;

export class RenewalPause {
  readonly #firstMs: number;
  readonly #fails: (fails: boolean) => void;
  #ends = 0;

  /** `fails` is called with true when several in a row have ended without doing anything, and with false once one works again. */
  constructor(firstMs: number, fails: (fails: boolean) => void = () => {}) {
    this.#firstMs = firstMs;
    this.#fails = fails;
  }

  /** In milliseconds, after the ends so far. */
  get ms(): number {
    return Math.min(longestMs, this.#firstMs * 2 ** Math.max(0, this.#ends - 1));
  }

  /** Call when one has ended that should not have, or could not be started. */
  ended(): void {
    this.#ends += 1;
    if (this.#ends === failsAfter) this.#fails(true);
  }

  /** Call when one has done something. */
  worked(): void {
    const failed = this.#ends >= failsAfter;
    this.#ends = 0;
    if (failed) this.#fails(false);
  }
}
