/** A call of the picker: whether the shortcut, pressed while it is there or on its way, is meant to close it. Times in ms, on one clock. */

/** Longer than this, people wonder whether anything happens, and press again. */
const lateAfterMs = 300;
/** By then it does not come any more. */
const comesWithinMs = 10_000;
/** From seeing it until a finger that was about to press the keys again does not. */
export const noticedWithinMs = 700;

export class PickerCall {
  readonly #calledAtMs: number;
  #cameAtMs: number | null = null;

  constructor(nowMs: number) {
    this.#calledAtMs = nowMs;
  }

  get isOnItsWay(): boolean {
    return this.#cameAtMs === null;
  }

  /** It has the keyboard, or does not get it. */
  came(nowMs: number): void {
    this.#cameAtMs = nowMs;
  }

  /** A picker that is on its way stays, and so does one that came late and just now: that press was for one that was not there yet. */
  isLeftByPress(nowMs: number): boolean {
    if (this.#cameAtMs === null) return nowMs - this.#calledAtMs > comesWithinMs;
    return this.#cameAtMs - this.#calledAtMs <= lateAfterMs || nowMs - this.#cameAtMs > noticedWithinMs;
  }
}
