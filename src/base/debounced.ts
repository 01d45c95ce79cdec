/** One call for many requests in quick succession. */

/** Acts once, `quietMs` after the last request. It does not keep the process alive. */
export class Debounced {
  readonly #quietMs: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(quietMs: number, act: () => void) {
    this.#quietMs = quietMs;
    this.#act = act;
  }

  request(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#act, this.#quietMs).unref();
  }

  /** Forgets what was requested. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
