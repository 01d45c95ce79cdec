/**
 * Withdraws saves whose senders were told that they failed, or may have: asks the journal until it has confirmed the result of each. Any that are not
 * withdrawn when the core stops are saved later, which no sender was told would not happen.
 */
import type { RecordedCapture } from '../../journal/captures/captures.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';

export interface WithdrawalParts {
  readonly writer: JournalWriter;
  /** Called when a save was withdrawn, and its fragment with it. */
  readonly withdrawn: (fragmentId: number) => void;
  readonly retryMs?: number;
}

/** If the journal accepts nothing (another program's lock, a full disk), the next attempt follows after this. */
const usualRetryMs = 1_000;

export class Withdrawals implements Disposable {
  readonly #parts: WithdrawalParts;
  /** Ends each pause between two attempts. */
  readonly #pauses = new Set<() => void>();
  #ended = false;

  constructor(parts: WithdrawalParts) {
    this.#parts = parts;
  }

  /** True once nothing of it is left, false if it was saved meanwhile; null if the journal never answers. Never rejects. */
  async take({ captureId, fragmentIds }: Pick<RecordedCapture, 'captureId' | 'fragmentIds'>): Promise<boolean | null> {
    while (!this.#ended) {
      const withdrawn = await this.#parts.writer.write('withdrawSave', captureId);
      if (withdrawn.ok) {
        if (withdrawn.value) for (const id of fragmentIds) this.#parts.withdrawn(id);
        return withdrawn.value;
      }
      if (withdrawn.reason !== 'not-now') return null;
      await this.#pause();
    }
    return null;
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    for (const end of this.#pauses) end();
  }

  async #pause(): Promise<void> {
    if (this.#ended) return;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, this.#parts.retryMs ?? usualRetryMs);
    this.#pauses.add(over.resolve);
    await over.promise;
    this.#pauses.delete(over.resolve);
    clearTimeout(timer);
  }
}
