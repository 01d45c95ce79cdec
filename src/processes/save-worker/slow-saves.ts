/** Which WorkSpaces are slow: from the moment at which a save takes too long, until one does not, or none is pending. */

/** By then the largest usual content is written to a usual disk. The sentence of the condition `slow` contains this number. */
const usualSlowMs = 5_000;

export class SlowSaves {
  readonly #slow = new Set<string>();
  readonly #slowAfterMs: number;
  readonly #changed: () => void;

  /** `changed` is called when a WorkSpace becomes slow, and when it is no longer slow. */
  constructor({ changed, slowAfterMs = usualSlowMs }: { changed: () => void; slowAfterMs?: number | undefined }) {
    this.#changed = changed;
    this.#slowAfterMs = slowAfterMs;
  }

  has(workspace: string): boolean {
    return this.#slow.has(workspace);
  }

  /** Resolves as the save does. */
  async watch<Result>(workspace: string, saving: Promise<Result>): Promise<Result> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (this.#slow.has(workspace)) return;
      this.#slow.add(workspace);
      this.#changed();
    }, this.#slowAfterMs);
    try {
      return await saving;
    } finally {
      clearTimeout(timer);
      if (!isLate) this.none(workspace);
    }
  }

  /** No save into this WorkSpace is pending any more, or it is fast again. */
  none(workspace: string): void {
    if (this.#slow.delete(workspace)) this.#changed();
  }
}
