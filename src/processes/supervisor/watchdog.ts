/**
 * Notices a process that should have spoken and has not. Silence counts only while we were awake to hear: a supervisor that was itself
 * stopped, asleep with its machine, or busy, finds its timers late, and begins to count anew instead of blaming its children.
 */

/** The silence is waited for in two halves: one in which we paused is seen, and after a short pause there is still the other one. */
const halves = 2;
/** A timer that is this late tells of a pause of our own; a busy machine delays one by less. What came meanwhile is read before timers run. */
const ownPauseMs = 500;

export class Watchdog {
  #timer: NodeJS.Timeout | undefined;

  /** Calls `overdue` once, when nothing calls `expect` or `rest` for `withinMs`. Replaces what was expected before. */
  expect(withinMs: number, overdue: () => void): void {
    const wait = (round: number): void => {
      const dueMs = performance.now() + withinMs / halves;
      this.#timer = setTimeout(() => {
        if (performance.now() - dueMs > ownPauseMs) wait(1);
        else if (round < halves) wait(round + 1);
        else overdue();
      }, withinMs / halves);
    };
    this.rest();
    wait(1);
  }

  /** Nothing is expected any more. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
