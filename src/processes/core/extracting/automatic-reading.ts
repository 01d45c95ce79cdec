/**
 * Reads the pictures of the history by themselves, so that nobody notices: one at a time, in a process of their own with the lowest priority, while nothing is copied
 * and nobody waits for a document that is not a long one, and with a rest after each. A new copy interrupts it.
 */
import { errorCode, type Log } from '../../../base/log.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { TextExtractionRules } from '../../../contract/documents/text-extraction.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import { nextUnread } from '../../../journal/fragments/extracted-texts.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { CopyTexts } from './copy-texts.ts';

export interface AutomaticReadingParts {
  readonly journal: JournalReader;
  readonly log: Log;
  readonly copyTexts: Pick<CopyTexts, 'keeping'>;
  /** Of its own: what somebody waits for does not wait for it. */
  readonly extractor: Pick<Extractor, 'extract'>;
  readonly rules: () => TextExtractionRules;
  /** Nothing is captured now, so nothing is read either. */
  readonly isPaused: () => boolean;
  /** Null while it is not known: nothing is read then. */
  readonly filter: () => ContentFilter | null;
  /** Somebody else has a document read, other than a long one, which may take ten minutes. */
  readonly isBusy: () => boolean;
  readonly times?: ReadingTimes;
}

export interface ReadingTimes {
  /** From the last copy on. */
  readonly quietMs: number;
  /** While it is held up. */
  readonly lookAgainMs: number;
  /** After so long, a pause that begins ends a reading. */
  readonly pauseSeenMs: number;
  /** After each picture, so many times as long as it took, between these. */
  readonly restShare: number;
  readonly leastRestMs: number;
  readonly mostRestMs: number;
}

const usualTimes: ReadingTimes = {
  quietMs: 3_000,
  lookAgainMs: 5_000,
  pauseSeenMs: 1_000,
  restShare: 3,
  leastRestMs: 200,
  mostRestMs: 10_000,
};
/** A picture that was interrupted so often is read to its end: otherwise it would be begun again and again. */
const mostInterruptions = 3;

export class AutomaticReading implements AsyncDisposable {
  readonly #parts: AutomaticReadingParts;
  readonly #times: ReadingTimes;
  #timer: NodeJS.Timeout | null = null;
  #plannedMs = 0;
  #interrupt: AbortController | null = null;
  #interruptions = { id: 0, count: 0 };
  #running: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(parts: AutomaticReadingParts) {
    this.#parts = parts;
    this.#times = parts.times ?? usualTimes;
  }

  /** Call when there may be a picture to read. */
  look(): void {
    if (this.#timer === null && this.#interrupt === null) this.#plan(this.#times.quietMs);
  }

  /** Call when the rules have changed: what is being read was begun by others, and what waits for a language need not wait any more. */
  rulesChanged(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#interrupt?.abort();
    this.look();
  }

  /** Something was copied, or somebody else has a document read. */
  interrupt(): void {
    if (this.#interrupt === null) return this.#plan(this.#times.quietMs);
    if (this.#interrupt.signal.aborted || this.#interruptions.count >= mostInterruptions) return;
    this.#interruptions.count += 1;
    this.#interrupt.abort();
  }

  /** Interrupts what is being read, and waits until that is recorded: a normal stop is no attempt. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#interrupt?.abort();
    await this.#running;
  }

  #plan(afterMs: number): void {
    if (this.#isOver) return;
    // A rest is not made shorter by a copy.
    const atMs = performance.now() + afterMs;
    if (this.#timer !== null && this.#plannedMs >= atMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#plannedMs = atMs;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, afterMs).unref();
  }

  async #run(): Promise<void> {
    this.#timer = null;
    try {
      const waitMs = await this.#readOne();
      if (waitMs !== null) this.#plan(waitMs);
    } catch (error) {
      this.#parts.log.warn('pictures not read', { code: errorCode(error) });
      this.#plan(this.#times.lookAgainMs);
    }
  }

  #isHeld(): boolean {
    return this.#parts.isPaused() || this.#parts.filter() === null;
  }

  /** Pictures of more pixels are not read by themselves; 0: none is. */
  get mostPixels(): number {
    const { read_pictures: which, small_pixels: small } = this.#parts.rules();
    return which === 'off' ? 0 : which === 'all' ? Number.MAX_SAFE_INTEGER : small;
  }

  /** The time until the next look; null if there is nothing to read. */
  async #readOne(): Promise<number | null> {
    const { journal, rules, isBusy, copyTexts, extractor } = this.#parts;
    const { languages } = rules();
    const next = this.mostPixels === 0 ? null : nextUnread(journal, this.mostPixels);
    const fragment = next === null ? null : readFragment(journal, next.fragmentId);
    if (fragment === null) return null;
    if (this.#isHeld() || isBusy()) return this.#times.lookAgainMs;
    const interrupt = new AbortController();
    this.#interrupt = interrupt;
    if (this.#interruptions.id !== fragment.id) this.#interruptions = { id: fragment.id, count: 0 };
    const startMs = performance.now();
    const order = { ...placeOf(journal, fragment), options: extractionOptions.parse({ languages }) };
    const keeping = copyTexts.keeping(extractor, { fragment, file: 0, isAsked: false });
    // Nobody tells the core of a pause.
    const watch = setInterval(() => this.#isHeld() && interrupt.abort(), this.#times.pauseSeenMs);
    const read = await keeping.extract({ order, signal: interrupt.signal }).finally(() => {
      clearInterval(watch);
      this.#interrupt = null;
    });
    if (interrupt.signal.aborted) return this.#times.quietMs;
    if (!read.ok && read.reason === 'cancelled') return this.#times.lookAgainMs;
    // The data of a language may be installed at any time.
    if (!read.ok && read.reason === 'no-language') return noLanguageAgainMs;
    const { restShare, leastRestMs, mostRestMs } = this.#times;
    return Math.min(mostRestMs, Math.max(leastRestMs, (performance.now() - startMs) * restShare));
  }
}

const noLanguageAgainMs = 600_000;

/** A content that is missing is a file that is not there. */
function placeOf(journal: JournalReader, { id }: JournalFragment): { readonly path: string | null; readonly content?: Uint8Array } {
  const place = contentPlaces(journal, id)[0];
  if (place === undefined) return { path: null, content: new Uint8Array() };
  return 'file' in place ? { path: place.file } : { path: null, content: place.inline };
}
