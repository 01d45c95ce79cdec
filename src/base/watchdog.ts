/**
 * Notices a process that should have sent a message and has not. Silence counts only while we were awake to receive: a process that was itself
 * halted, asleep with its machine, or busy, finds its timers late, and starts the measurement again instead of blaming the other one. Nor does it count
 * while something stops both, such as a display that another program holds.
 */

/** The silence is measured in two halves: a half in which we paused is noticed, and after a short pause there is still the other one. */
const halves = 2;
/**
 * A timer that is this late shows a pause of our own; a busy machine delays one by less. Messages that arrived meanwhile are read before timers run.
 */
const ownPauseMs = 500;

export class Watchdog {
  #timer: NodeJS.Timeout | undefined;
  /** Which expectation is in force. */
  #expectation = 0;

  /**
   * Calls `overdue` once, if neither `expect` nor `rest` is called for `withinMs`. Replaces the previous expectation. `isExcused` is asked after each
   * half of that silence, and has to settle soon; while it gives true, the measurement starts again.
   */
  expect(withinMs: number, overdue: () => void, isExcused?: () => Promise<boolean>): void {
    this.rest();
    const expectation = this.#expectation;
    const after = (round: number, excused: boolean): void => {
      if (expectation !== this.#expectation) return;
      if (excused) wait(1);
      else if (round < halves) wait(round + 1);
      else overdue();
    };
    const wait = (round: number): void => {
      const dueMs = performance.now() + withinMs / halves;
      this.#timer = setTimeout(() => {
        if (performance.now() - dueMs > ownPauseMs) wait(1);
        else if (isExcused === undefined) after(round, false);
        else
          void isExcused().then(
            (excused) => after(round, excused),
            () => after(round, false),
          );
      }, withinMs / halves);
      this.#timer.unref();
    };
    wait(1);
  }

  /** Nothing is expected any more. */
  rest(): void {
    this.#expectation += 1;
    clearTimeout(this.#timer);
  }
}
