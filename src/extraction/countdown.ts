/** Time that runs out, except while something else is done, which has a time of its own. */
export class Countdown {
  readonly #over: () => void;
  #leftMs: number;
  /** What is left for all pauses together. */
  #pausesMs: number;
  #sinceMs = performance.now();
  #timer: NodeJS.Timeout;
  #isPaused = false;

  /** @param pausesMs for all pauses together: whoever pauses again and again comes to an end too. */
  constructor(ms: number, pausesMs: number, over: () => void) {
    this.#over = over;
    this.#leftMs = ms;
    this.#pausesMs = pausesMs;
    this.#timer = setTimeout(over, ms);
  }

  /** What follows has this much time. In a pause, it changes nothing. */
  pause(ms: number): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#leftMs -= this.#passed();
    this.#timer = setTimeout(this.#over, Math.min(ms, this.#pausesMs));
  }

  /** Outside a pause, it changes nothing. */
  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#pausesMs -= this.#passed();
    this.#timer = setTimeout(this.#over, this.#leftMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** In ms, since it was asked last. */
  #passed(): number {
    clearTimeout(this.#timer);
    const before = this.#sinceMs;
    this.#sinceMs = performance.now();
    return this.#sinceMs - before;
  }
}
