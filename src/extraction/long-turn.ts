/** The place of the one document that is read beside the others because it takes long. Whoever wants it next waits in order. */
export class LongTurn {
  #isTaken = false;
  #isClosed = false;
  readonly #queue: ((isMine: boolean) => void)[] = [];

  /** Those that wait for it. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Takes it if it is free. */
  tryTake(): boolean {
    if (this.#isTaken || this.#isClosed) return false;
    this.#isTaken = true;
    return true;
  }

  /** True once it is the caller's; false if the signal aborts before, or nothing is read any more. Never rejects. */
  take(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted || this.#isClosed) return Promise.resolve(false);
    if (this.tryTake()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const mine = (isMine: boolean): void => {
        signal?.removeEventListener('abort', leave);
        resolve(isMine);
      };
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(mine), 1);
        resolve(false);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.push(mine);
    });
  }

  /** Call when what had it is over. */
  release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#isTaken = false;
    else next(true);
  }

  /** Nobody gets it any more. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#queue.splice(0)) one(false);
  }
}
