/**
 * Limits how much of what one program copies becomes files (`domain/saving/save-rate.ts`). It reads from the journal what was saved before it
 * started: a restart gives nobody a new allowance.
 */
import { errorCode, type Log } from '../../../base/log.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { SaveRate } from '../../../domain/saving/save-rate.ts';
import type { Judgement } from '../../../journal/fragments/fragment-states.ts';
import { idBeforeRecent, savesAfter } from '../../../journal/fragments/recent-saves.ts';
import type { JournalReader } from '../../../journal/journal.ts';

/** The most that all programs together may save at once, and the time until that is allowed again. */
const remembered = { count: 20_000, withinMs: 10 * 3_600_000 } as const;
/** Others get their turn after so many rows, which take a few milliseconds. */
const rowsAtOnce = 500;

export class SaveRateLimit {
  readonly #parts: { readonly journal: JournalReader; readonly log: Log };
  readonly #rate: SaveRate;
  #isLoaded = false;

  constructor(parts: { readonly journal: JournalReader; readonly log: Log }, rate: SaveRate = new SaveRate()) {
    this.#parts = parts;
    this.#rate = rate;
  }

  /** Counts earlier saves, once. What can't be read is not counted: that is no reason to stop judging. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const { journal, log } = this.#parts;
    try {
      let after = idBeforeRecent(journal, remembered);
      for (let saves = savesAfter(journal, after, rowsAtOnce); saves.length > 0; saves = savesAfter(journal, after, rowsAtOnce)) {
        for (const save of saves) this.#rate.take(save);
        after = saves.at(-1)?.fragmentId ?? after;
        await new Promise(setImmediate);
      }
    } catch (error) {
      log.warn('recent saves not counted', { code: errorCode(error) });
    }
  }

  /** The judgement, or, if it would be a file too many, one that keeps it without a file. Requested saves are not counted. */
  rated(fragment: JournalFragment, judgement: Judgement): Judgement {
    if (judgement.verdict.kind !== 'save' || fragment.origin === 'bridge' || fragment.origin === 'web') return judgement;
    const { bytes, copiedAtMs } = fragment;
    const isWithin = this.#rate.take({ app: fragment.source.app, bytes, copiedAtMs });
    return isWithin ? judgement : { ...judgement, verdict: { kind: 'keep', because: 'too_many' } };
  }
}
