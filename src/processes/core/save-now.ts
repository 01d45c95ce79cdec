/**
 * The verb `save-now`: current fragments that were only kept are queued for their files, and failed saves are tried again at once. The save policy
 * does not apply; filtered fragments have no content any more, and concealed copies were never read.
 */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { isSavedWhenAsked } from '../../domain/saving/save-policy.ts';
import { readFragment, readPresent } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { resultOfWrite } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';

export interface SaveNowParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** Called with each kept fragment that is queued for its file now. */
  readonly asked: (fragmentId: number) => void;
  /** Called with a failed one that is due again. The worker handles all that are due. */
  readonly retried: (fragmentId: number) => void;
}

/** Nobody requests more than this by hand, because judging takes only milliseconds. */
const mostUnjudged = 1_000;

export class SaveNow {
  readonly #parts: SaveNowParts;
  /** Requested, and not judged yet. */
  readonly #unjudged = new Set<number>();

  constructor(parts: SaveNowParts) {
    this.#parts = parts;
  }

  /** Repeating it changes nothing: a fragment that is queued or saved is left alone. */
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

  /** One fragment. False if there is nothing to save: it is unknown or filtered. */
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

  /** Called when a fragment was judged. One that is queued now needs nothing more; one that stays hidden is judged again. */
  async judged(fragmentId: number): Promise<void> {
    if (!this.#unjudged.has(fragmentId)) return;
    await this.#tryTo(async () => {
      const fragment = readFragment(this.#parts.journal, fragmentId);
      if (fragment?.state === 'kept' && isSavedWhenAsked(fragment.reason)) await this.#ask([fragmentId]);
      if (fragment?.state !== 'captured') this.#unjudged.delete(fragmentId);
    });
  }

  /** Some may be deleted before they are judged, which is not reported: beyond the limit, the oldest is dropped. */
  #remember(fragmentId: number): void {
    this.#unjudged.add(fragmentId);
    const [oldest] = this.#unjudged;
    if (this.#unjudged.size > mostUnjudged && oldest !== undefined) this.#unjudged.delete(oldest);
  }

  /** Makes all failed saves due; returns how many. */
  async #retry(): Promise<number> {
    const failed = await resultOfWrite(this.#parts.writer.write('makeFailedSavesDue'));
    if (failed[0] !== undefined) this.#parts.retried(failed[0]);
    return failed.length;
  }

  async #ask(fragmentIds: readonly number[]): Promise<void> {
    for (const id of fragmentIds) if (await resultOfWrite(this.#parts.writer.write('requestSave', id))) this.#parts.asked(id);
  }

  /** If the journal accepts nothing, the verb fails, and not the process. */
  async #tryTo(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error('save-now not done', { code: errorCode(error), origin: errorOrigin(error) });
    }
  }
}
