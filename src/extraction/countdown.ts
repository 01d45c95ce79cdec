/** Time that runs out, except while something else is done, which has a time of its own. */
export class Countdown {
  readonly #over: () => void;
  #leftMs: number;
  #sinceMs = performance.now();
  #timer: NodeJS.Timeout;
  #isPaused = false;

  constructor(ms: number, over: () => void) {
    this.#over = over;
    this.#leftMs = ms;
    this.#timer = setTimeout(over, ms);
  }

  /** What follows has this much time. */
  pause(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isPaused) this.#leftMs -= performance.now() - this.#sinceMs;
    this.#isPaused = true;
    this.#timer = setTimeout(this.#over, ms);
  }

  resume(): void {
    clearTimeout(this.#timer);
    this.#isPaused = false;
    this.#sinceMs = performance.now();
    this.#timer = setTimeout(this.#over, this.#leftMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
