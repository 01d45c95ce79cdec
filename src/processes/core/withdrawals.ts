/**
 * Takes back saves whose senders were told that they failed or may have: asks the journal until it has said what became of each. What has not
 * been taken back when the core ends is saved after that, which nobody was told otherwise.
 */
import { deferred } from '../../base/deadline.ts';
import type { RecordedCapture } from '../../journal/captures.ts';
import type { JournalWriter } from '../../journal/writer.ts';

export interface WithdrawalParts {
  readonly writer: JournalWriter;
  /** Hears that a save was taken back, and its fragment with it. */
  readonly withdrawn: (fragmentId: number) => void;
  readonly retryMs?: number;
}

/** A journal that takes nothing (another program's lock, a full disk) is asked again after this. */
const usualRetryMs = 1_000;

export class Withdrawals implements Disposable {
  readonly #parts: WithdrawalParts;
  /** What ends each pause between two tries. */
  readonly #pauses = new Set<() => void>();
  #ended = false;

  constructor(parts: WithdrawalParts) {
    this.#parts = parts;
  }

  /** True once nothing of it is left, false where it was saved meanwhile; null where the journal never says. Never rejects. */
  async take({ captureId, fragmentIds }: Pick<RecordedCapture, 'captureId' | 'fragmentIds'>): Promise<boolean | null> {
    while (!this.#ended) {
      const withdrawn = await this.#parts.writer.write('withdraw', captureId);
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
    const over = deferred<void>();
    const timer = setTimeout(over.resolve, this.#parts.retryMs ?? usualRetryMs);
    this.#pauses.add(over.resolve);
    await over.promise;
    this.#pauses.delete(over.resolve);
    clearTimeout(timer);
  }
}
