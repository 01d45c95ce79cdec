/**
 * Holds what is judged against how much one program's copies may become files (`domain/save-rate.ts`). It knows what was saved before it was started
 * from the journal: a restart gives nobody a new allowance.
 */
import { errorCode, type Log } from '../../base/log.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { SaveRate } from '../../domain/save-rate.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Judgement } from '../../journal/progress.ts';
import { beforeRecent, savesAfter } from '../../journal/recent-saves.ts';

/** As many as may be saved at once by all programs together, and as long as it takes for that to be allowed again. */
const remembered = { count: 20_000, withinMs: 10 * 3_600_000 } as const;
/** Others get their turn after so many rows, which take a few milliseconds. */
const rowsAtOnce = 500;

export class Rating {
  readonly #parts: { readonly journal: JournalReader; readonly log: Log };
  readonly #rate: SaveRate;
  #isLoaded = false;

  constructor(parts: { readonly journal: JournalReader; readonly log: Log }, rate: SaveRate = new SaveRate()) {
    this.#parts = parts;
    this.#rate = rate;
  }

  /** Counts what was saved before, once. What can't be read is not counted: it is no reason to judge nothing. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const { journal, log } = this.#parts;
    try {
      let after = beforeRecent(journal, remembered);
      for (let saves = savesAfter(journal, after, rowsAtOnce); saves.length > 0; saves = savesAfter(journal, after, rowsAtOnce)) {
        for (const save of saves) this.#rate.take(save);
        after = saves.at(-1)?.fragmentId ?? after;
        await new Promise(setImmediate);
      }
    } catch (error) {
      log.warn('recent saves not counted', { code: errorCode(error) });
    }
  }

  /** The judgement, or where it would be a file too many, one that keeps it without. What somebody asked for by name is not counted. */
  rated(fragment: JournalFragment, judgement: Judgement): Judgement {
    if (judgement.verdict.kind !== 'save' || fragment.origin === 'bridge') return judgement;
    const { bytes, copiedAtMs } = fragment;
    const isWithin = this.#rate.take({ app: fragment.source.app, bytes, copiedAtMs });
    return isWithin ? judgement : { ...judgement, verdict: { kind: 'keep', because: 'too_many' } };
  }
}
