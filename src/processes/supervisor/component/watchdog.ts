/**
 * Notices a process that should have sent a message and has not. Silence counts only while we were awake to receive: a supervisor that was itself
 * halted, asleep with its machine, or busy, finds its timers late, and starts the measurement again instead of blaming its children.
 */

/** The silence is measured in two halves: a half in which we paused is noticed, and after a short pause there is still the other one. */
const halves = 2;
/**
 * A timer that is this late shows a pause of our own; a busy machine delays one by less. Messages that arrived meanwhile are read before timers run.
 */
const ownPauseMs = 500;

export class Watchdog {
  #timer: NodeJS.Timeout | undefined;

  /** Calls `overdue` once, if neither `expect` nor `rest` is called for `withinMs`. Replaces the previous expectation. */
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
