/** When what the shell shows is asked for anew: many moves in a row are one question, and there is one question at a time. */

/** What many copies in a row change is asked for once they pause, and now and then while they do not. */
const refreshAfterMs = 80;
const refreshAtLatestMs = { shown: 500, hidden: 3_000 } as const;

export class Refreshing implements Disposable {
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  /** The first move that is not shown yet. */
  #movedAtMs: number | null = null;
  #isShown = true;
  /** The question under way, and whether something moved since. */
  #asking: Promise<void> | null = null;
  #movedSince = false;

  /** @param ask asks once, and resolves when the answer is shown. It never rejects. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Something moved: it is asked for in a moment. */
  moved(): void {
    const nowMs = performance.now();
    this.#movedAtMs ??= nowMs;
    const latestMs = this.#movedAtMs + refreshAtLatestMs[this.#isShown ? 'shown' : 'hidden'];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), Math.min(refreshAfterMs, Math.max(0, latestMs - nowMs)));
  }

  /** Whether anybody can see it: what moved before is asked for at once then. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#movedAtMs !== null) void this.now();
  }

  /** Resolves when all is as it was at this call, or later. An answer never comes behind a later one. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#movedAtMs = null;
    this.#movedSince = true;
    this.#asking ??= this.#askUntilStill();
    return this.#asking;
  }

  async #askUntilStill(): Promise<void> {
    while (this.#movedSince) {
      this.#movedSince = false;
      await this.#ask();
    }
    // In the same run of code as the last look: what moves from here on is asked for by another one.
    this.#asking = null;
  }

  [Symbol.dispose](): void {
    this.#movedSince = false;
    clearTimeout(this.#timer);
  }
}
