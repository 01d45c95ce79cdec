/**
 * Text out of documents, for whoever wants it: one document at a time, in a process that is started for the first and ended after a rest; in the core one that
 * takes long is read beside the others, so that none of them waits for it. Used by the core and by the command, which works without a running Hub. It must never
 * log what it gets, nor read a document itself.
 */
import { failed } from '../base/outcome.ts';
import type { ExtractionFailure, ExtractionProgress } from '../contract/extraction.ts';
import { extractionLimits } from '../contract/words/extraction-limits.ts';
import { LongTurn } from './long-turn.ts';
import { type Extracted, type Reading, type ReadingBounds, ReadingProcess } from './reading-process.ts';

export interface ExtractorParts {
  readonly bounds?: ReadingBounds;
  readonly restMs?: number;
  readonly program?: string;
  /** Nobody waits for it: its process has the lowest priority. */
  readonly isBackground?: boolean;
  /** The folder of the languages that were installed for recognition. */
  readonly languages?: string | null;
  /**
   * After this time, or with its second page to recognize, a document is read on beside the others, in its process. One is at a time; another one with several
   * pages to recognize waits for its end. Without it, each document waits for those before it.
   */
  readonly longAfterMs?: number;
}

/** What is to be read, for whom. */
export type Extraction = Omit<Reading, 'means' | 'recognizing'>;

/** Of any other reason, the process is not used again: what it ran into may have left anything behind. */
const harmless: ReadonlySet<ExtractionFailure> = new Set([
  'not-found',
  'not-a-file',
  'endless-link',
  'not-permitted',
  'unsupported',
  'encrypted',
]);

/** To be recognized. One page has a deadline of its own; many have ten minutes. */
const fewestLongPages = 2;
const waitingForOthers: ExtractionProgress = { done: 0, of: 1, isWaiting: true };
const begun: ExtractionProgress = { done: 0, of: 1 };

export class Extractor implements Disposable {
  readonly #parts: ExtractorParts;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isReading = false;
  #process: ReadingProcess | null = null;
  /** For the next picture: it has seen no document, and loads the engine while the one before is read. */
  #next: ReadingProcess | null = null;
  /** What is read beside the others. */
  #long: ReadingProcess | null = null;
  readonly #longTurn = new LongTurn();
  #rest: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: ExtractorParts = {}) {
    this.#parts = parts;
  }

  /** Those that wait for their turn. */
  get waiting(): number {
    return this.#waiting + this.#longTurn.waiting;
  }

  /** Nothing is read but what takes long, and nothing waits for its turn. */
  get isIdle(): boolean {
    return this.#waiting === 0 && !this.#isReading;
  }

  /** After those that came before. Its time begins when its turn comes. Never rejects. */
  extract(reading: Extraction): Promise<Extracted> {
    if (reading.signal?.aborted) return Promise.resolve(failed('cancelled'));
    const waits = !this.isIdle;
    if (waits) reading.progress?.(waitingForOthers);
    this.#waiting += 1;
    const caller = Promise.withResolvers<Extracted>();
    let isWaiting = true;
    const waitNoMore = (): void => {
      if (isWaiting) this.#waiting -= 1;
      isWaiting = false;
    };
    const leave = (): void => {
      waitNoMore();
      caller.resolve(failed('cancelled'));
    };
    reading.signal?.addEventListener('abort', leave, { once: true });
    this.#last = this.#last.then(async () => {
      waitNoMore();
      const aside = Promise.withResolvers<void>();
      let isMoved = false;
      // Those after it still get their turn, whatever happens.
      const read = this.#readInTurn(reading, waits, () => {
        isMoved = true;
        aside.resolve();
      }).catch(() => {
        if (!isMoved) this.#end(); // by then the process is another one's
        return failed<ExtractionFailure>('crashed');
      });
      await Promise.race([read, aside.promise]);
      this.#isReading = false;
      if (this.#waiting === 0) this.#endNext(); // nobody came for it
      void read.then((extracted) => {
        caller.resolve(extracted);
        reading.signal?.removeEventListener('abort', leave);
      });
    });
    return caller.promise;
  }

  /** A file is to be read that is not known yet: its process starts meanwhile. */
  prepare(): void {
    try {
      this.#process ??= this.#started(false);
    } catch {} // then it starts in its turn
  }

  /** Kills it at once, and whatever waits is cancelled. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#end();
    this.#endNext();
    this.#longTurn.close();
    this.#long?.kill();
  }

  /** `moved`: it goes on beside the others, or waits for that. */
  async #readInTurn(reading: Extraction, hasWaited: boolean, moved: () => void): Promise<Extracted> {
    if (this.#isClosed || reading.signal?.aborted) return failed('cancelled');
    this.#isReading = true;
    if (hasWaited) reading.progress?.(begun);
    clearTimeout(this.#rest);
    const takesInput = reading.order.path === null && reading.order.content === undefined;
    if (takesInput || this.#process?.isUsable !== true) this.#end();
    if (!takesInput) this.#process ??= this.#takeNext();
    this.#process ??= this.#started(takesInput);
    const process = this.#process;
    const back = new AbortController();
    let [isAside, pages] = [false, 0];
    const goAside = (): void => {
      if (isAside || back.signal.aborted || !this.#longTurn.tryTake()) return;
      isAside = true;
      [this.#long, this.#process] = [process, null];
      moved();
    };
    const recognizing = (): void => {
      pages += 1;
      if (this.#waiting > 0 && !isAside) this.#prepareNext(reading.order.options.languages);
      if (pages < fewestLongPages || this.#parts.longAfterMs === undefined) return;
      goAside();
      if (!isAside) back.abort();
    };
    const { longAfterMs } = this.#parts;
    const watch = longAfterMs === undefined ? undefined : setInterval(goAside, longAfterMs);
    const signal = reading.signal === undefined ? back.signal : AbortSignal.any([back.signal, reading.signal]);
    let extracted: Extracted;
    try {
      extracted = await process.read({ ...reading, signal, means: this.#means, recognizing });
    } finally {
      clearInterval(watch);
      if (isAside) this.#endLong();
    }
    if (isAside) return extracted;
    // A picture has taken the only thread that there is for one.
    const isHarmless = extracted.ok ? extracted.value.format !== 'image' : harmless.has(extracted.reason);
    if (takesInput || !isHarmless || !process.isUsable) this.#end();
    else this.#rest = setTimeout(() => this.#end(), this.#parts.restMs ?? extractionLimits.restMs).unref();
    if (extracted.ok || !back.signal.aborted) return extracted;
    moved();
    return this.#readLater(reading);
  }

  /** From the start, when the long one before it is over. */
  async #readLater(reading: Extraction): Promise<Extracted> {
    reading.progress?.(waitingForOthers);
    if (!(await this.#longTurn.take(reading.signal))) return failed('cancelled');
    try {
      if (this.#isClosed) return failed('cancelled');
      reading.progress?.(begun);
      this.#endNext(); // there are two at most
      this.#long = this.#started(false);
      return await this.#long.read({ ...reading, means: this.#means });
    } finally {
      this.#endLong();
    }
  }

  #endLong(): void {
    this.#long?.kill();
    this.#long = null;
    this.#longTurn.release();
  }

  get #means(): Reading['means'] {
    return { languages: this.#parts.languages ?? null };
  }

  #started(takesInput: boolean): ReadingProcess {
    return new ReadingProcess(this.#parts.bounds ?? extractionLimits, { ...this.#parts, takesInput });
  }

  /** A picture takes its process up, and others wait: the next one starts now, unless it would be the third one. */
  #prepareNext(languages: readonly string[]): void {
    if (this.#next !== null || this.#long !== null || this.#isClosed) return;
    try {
      this.#next = this.#started(false);
      this.#next.prepare(languages, this.#means);
    } catch {} // then it starts in its turn
  }

  #takeNext(): ReadingProcess | null {
    const next = this.#next?.isUsable === true ? this.#next : null;
    if (next === null) this.#endNext();
    this.#next = null;
    return next;
  }

  #endNext(): void {
    this.#next?.kill();
    this.#next = null;
  }

  #end(): void {
    clearTimeout(this.#rest);
    this.#process?.kill();
    this.#process = null;
  }
}
