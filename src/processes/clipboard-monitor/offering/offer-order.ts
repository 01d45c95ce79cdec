/** Which of what was asked for may be put on the clipboard. To read it may take seconds, in which the user goes on. */

/** Whoever asked waits for five seconds (`src/processes/core/offers.ts`), and has then told the user that it failed. */
const answersWithinMs = 4_500;

/** One request. */
export interface Asked {
  /** Nothing was copied since, nothing that was asked for later is there already, and somebody still waits. */
  readonly isWanted: () => boolean;
  /** It is on the clipboard. */
  readonly put: () => void;
}

export class OfferOrder {
  readonly #nowMs: () => number;
  /** Counts what other programs copied. */
  #copies = 0;
  /** Counts the requests; `#put` is the last of them that got onto the clipboard. */
  #asked = 0;
  #put = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** By another program. One that clears the clipboard copies nothing. */
  copied(): void {
    this.#copies += 1;
  }

  ask(): Asked {
    this.#asked += 1;
    const [order, copies, untilMs] = [this.#asked, this.#copies, this.#nowMs() + answersWithinMs];
    return {
      isWanted: () => this.#put < order && copies === this.#copies && this.#nowMs() < untilMs,
      put: () => {
        this.#put = order;
      },
    };
  }
}
