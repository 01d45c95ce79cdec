/** When the content behind an announcement of a selection is requested: at once for what is copied, and in time for what is selected. */

export interface WatchPace {
  /** Whether what the selection has at the start of the watch is read. */
  readonly readsInitial: boolean;
  /** Whether time passes before `read` is called. */
  readonly waits: boolean;
  /** Another owner, or the same one anew: whatever waits is dropped, and this is read in its turn. */
  next(read: () => void): void;
  /** What waits is not read. */
  drop(): void;
}

/** Each copy counts, and may vanish. */
export const atOnce: WatchPace = { readsInitial: true, waits: false, next: (read) => read(), drop: () => {} };

/** A selection that stands for less is still being made: dragging announces it many times a second. */
export const settledAfterMs = 500;
const apartMs = 1_000;

/** What has stood for half a second, and at most one a second: the latest one. */
export class SettledPace implements WatchPace {
  readonly readsInitial = false;
  readonly waits = true;
  #timer: NodeJS.Timeout | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  next(read: () => void): void {
    this.drop();
    const waitMs = Math.max(settledAfterMs, this.#lastMs + apartMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#lastMs = performance.now();
      read();
    }, waitMs);
  }

  drop(): void {
    clearTimeout(this.#timer);
  }
}
