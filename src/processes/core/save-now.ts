/**
 * The verb `save-now`: what is present and was only kept is sent to be saved, and what failed is tried again at once. It asks the save policy
 * for nothing; what a filter refused has no content any more, and what its owner concealed was never here.
 */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { isSavedWhenAsked } from '../../domain/save-policy.ts';
import { readFragment, readPresent } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';

export interface SaveNowParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** Hears of each fragment that was kept and waits for its file now. */
  readonly asked: (fragmentId: number) => void;
  /** Hears of a failed one that is due again. The worker takes all that are due. */
  readonly retried: (fragmentId: number) => void;
}

/** Nobody asks by hand for more of what takes milliseconds to be judged. */
const mostUnjudged = 1_000;

export class SaveNow {
  readonly #parts: SaveNowParts;
  /** Asked for, and not judged yet. */
  readonly #unjudged = new Set<number>();

  constructor(parts: SaveNowParts) {
    this.#parts = parts;
  }

  /** Again changes nothing: what waits for its file or has it is left alone. */
  act(): Promise<void> {
    return this.#tryTo(async () => {
      const { fragments } = readPresent(this.#parts.journal);
      const unjudged = fragments.filter(({ state }) => state === 'captured');
      for (const { id } of unjudged) this.#remember(id);
      const kept = fragments.filter(({ state, reason }) => state === 'kept' && isSavedWhenAsked(reason)).map(({ id }) => id);
      await this.#ask(kept);
      const failed = await this.#retry();
      this.#parts.log.info('save now', { kept: kept.length, failed, unjudged: unjudged.length });
    });
  }

  /** One fragment. False where there is nothing to save: it is unknown, or a filter refused it. */
  async save(fragmentId: number): Promise<boolean> {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (fragment === null || fragment.state === 'filtered') return false;
    await this.#tryTo(async () => {
      if (fragment.state === 'captured') this.#remember(fragmentId);
      else if (fragment.state === 'failed') await this.#retry();
      else if (fragment.state === 'kept' && isSavedWhenAsked(fragment.reason)) await this.#ask([fragmentId]);
    });
    return true;
  }

  /** Hears that a fragment was judged. One that waits for its file now needs nothing more; one that is held back is judged again. */
  async judged(fragmentId: number): Promise<void> {
    if (!this.#unjudged.has(fragmentId)) return;
    await this.#tryTo(async () => {
      const fragment = readFragment(this.#parts.journal, fragmentId);
      if (fragment?.state === 'kept' && isSavedWhenAsked(fragment.reason)) await this.#ask([fragmentId]);
      if (fragment?.state !== 'captured') this.#unjudged.delete(fragmentId);
    });
  }

  /** Some may be deleted before they are judged, of which nobody hears: the oldest one goes for what is too many. */
  #remember(fragmentId: number): void {
    this.#unjudged.add(fragmentId);
    const [oldest] = this.#unjudged;
    if (this.#unjudged.size > mostUnjudged && oldest !== undefined) this.#unjudged.delete(oldest);
  }

  /** All that failed are due; says how many. */
  async #retry(): Promise<number> {
    const failed = await written(this.#parts.writer.write('makeFailedDue'));
    if (failed[0] !== undefined) this.#parts.retried(failed[0]);
    return failed.length;
  }

  async #ask(fragmentIds: readonly number[]): Promise<void> {
    for (const id of fragmentIds) if (await written(this.#parts.writer.write('makeWanted', id))) this.#parts.asked(id);
  }

  /** A journal that takes nothing costs the verb, and not the process. */
  async #tryTo(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error('save-now not done', { code: errorCode(error), origin: errorOrigin(error) });
    }
  }
}
