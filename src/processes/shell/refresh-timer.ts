/** When the shell requests data again: several changes in a row cause one request, and only one request runs at a time. */

/** Changes by several copies in a row are requested once they pause, and now and then while they do not. */
const refreshAfterMs = 80;
const refreshAtLatestMs = { shown: 500, hidden: 3_000 } as const;

export class RefreshTimer implements Disposable {
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  /** The first change that is not shown yet. */
  #movedAtMs: number | null = null;
  #isShown = true;
  /** The request in progress, and whether something changed since. */
  #asking: Promise<void> | null = null;
  #movedSince = false;

  /** @param ask sends one request, and resolves when the answer is shown. It never rejects. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Something changed: it is requested in a moment. */
  moved(): void {
    const nowMs = performance.now();
    this.#movedAtMs ??= nowMs;
    const latestMs = this.#movedAtMs + refreshAtLatestMs[this.#isShown ? 'shown' : 'hidden'];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), Math.min(refreshAfterMs, Math.max(0, latestMs - nowMs)));
  }

  /** Whether the window is visible: earlier changes are requested at once then. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#movedAtMs !== null) void this.now();
  }

  /** Resolves when everything is as it was at this call, or later. An answer never replaces a later one. */
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
    // Synchronously after the last check: later changes cause another request.
    this.#asking = null;
  }

  [Symbol.dispose](): void {
    this.#movedSince = false;
    clearTimeout(this.#timer);
  }
}
