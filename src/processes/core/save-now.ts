/**
 * The verb `save-now`: what is present and was only kept is sent to be saved, and what failed is tried again at once. It asks the save policy
 * for nothing; what a filter refused has no content any more, and what its owner concealed was never here.
 */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { isSavedWhenAsked } from '../../domain/save-policy.ts';
import { readFragment, readPresent } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { makeFailedDue, makeWanted } from '../../journal/progress.ts';

export interface SaveNowParts {
  readonly journal: Journal;
  readonly log: Log;
  /** Hears of each fragment that was kept and waits for its file now. */
  readonly asked: (fragmentId: number) => void;
  /** Hears of a failed one that is due again. The worker takes all that are due. */
  readonly retried: (fragmentId: number) => void;
}

export class SaveNow {
  readonly #parts: SaveNowParts;
  /** Present when it was asked for, and not judged yet. */
  #unjudged: ReadonlySet<number> = new Set();

  constructor(parts: SaveNowParts) {
    this.#parts = parts;
  }

  /** Again changes nothing: what waits for its file or has it is left alone. */
  act(): void {
    this.#tryTo(() => {
      const { fragments } = readPresent(this.#parts.journal);
      this.#unjudged = new Set(fragments.filter(({ state }) => state === 'captured').map(({ id }) => id));
      const kept = fragments.filter(({ state, reason }) => state === 'kept' && isSavedWhenAsked(reason)).map(({ id }) => id);
      this.#ask(kept);
      const failed = this.#retry();
      this.#parts.log.info('save now', { kept: kept.length, failed, unjudged: this.#unjudged.size });
    });
  }

  /** One fragment. False where there is nothing to save: it is unknown, or a filter refused it. */
  save(fragmentId: number): boolean {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (fragment === null || fragment.state === 'filtered') return false;
    this.#tryTo(() => {
      if (fragment.state === 'captured') this.#unjudged = new Set([...this.#unjudged, fragmentId]);
      else if (fragment.state === 'failed') this.#retry();
      else if (fragment.state === 'kept' && isSavedWhenAsked(fragment.reason)) this.#ask([fragmentId]);
    });
    return true;
  }

  /** Hears that a fragment was judged, and is only kept or not even that. */
  judged(fragmentId: number): void {
    if (!this.#unjudged.has(fragmentId)) return;
    this.#tryTo(() => {
      const fragment = readFragment(this.#parts.journal, fragmentId);
      if (fragment?.state === 'kept' && isSavedWhenAsked(fragment.reason)) this.#ask([fragmentId]);
    });
  }

  /** All that failed are due; says how many. */
  #retry(): number {
    const failed = makeFailedDue(this.#parts.journal);
    if (failed[0] !== undefined) this.#parts.retried(failed[0]);
    return failed.length;
  }

  #ask(fragmentIds: readonly number[]): void {
    for (const id of fragmentIds) if (makeWanted(this.#parts.journal, id)) this.#parts.asked(id);
  }

  /** A journal that takes nothing costs the verb, and not the process. */
  #tryTo(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.log.error('save-now not done', { code: errorCode(error), origin: errorOrigin(error) });
    }
  }
}
