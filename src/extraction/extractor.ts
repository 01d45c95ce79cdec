/**
 * Text out of documents, for whoever wants it: one document at a time, in a process that is started for the first and ended after a rest. Used by the core
 * and by the command, which works without a running Hub. It must never log what it gets, nor read a document itself.
 */
import { failed } from '../base/outcome.ts';
import { type ExtractionFailure, extractionLimits } from '../contract/extraction.ts';
import { type Extracted, type Reading, type ReadingBounds, ReadingProcess } from './reading-process.ts';

export interface ExtractorParts {
  readonly bounds?: ReadingBounds;
  readonly restMs?: number;
  readonly program?: string;
  /** Nobody waits for it: its process has the lowest priority. */
  readonly isBackground?: boolean;
  /** The folder of the languages that were installed for recognition. */
  readonly languages?: string | null;
}

/** What is to be read, for whom. */
export type Extraction = Omit<Reading, 'means' | 'recognizing'>;

/** Of any other reason, the process is not used again: what it ran into may have left anything behind. */
const harmless: ReadonlySet<ExtractionFailure> = new Set(['not-found', 'not-a-file', 'not-permitted', 'unsupported', 'encrypted']);

export class Extractor implements Disposable {
  readonly #parts: ExtractorParts;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isReading = false;
  #process: ReadingProcess | null = null;
  /** For the next picture: it has seen no document, and loads the engine while the one before is read. */
  #next: ReadingProcess | null = null;
  #rest: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: ExtractorParts = {}) {
    this.#parts = parts;
  }

  /** Those that wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Nothing is read, and nothing waits. */
  get isIdle(): boolean {
    return this.#waiting === 0 && !this.#isReading;
  }

  /** After those that came before. Its time begins when its turn comes. Never rejects. */
  extract(reading: Extraction): Promise<Extracted> {
    if (reading.signal?.aborted) return Promise.resolve(failed('cancelled'));
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
      this.#isReading = true;
      try {
        caller.resolve(await this.#read(reading));
      } catch {
        // Those after it still get their turn.
        this.#end();
        caller.resolve(failed('crashed'));
      } finally {
        this.#isReading = false;
      }
      reading.signal?.removeEventListener('abort', leave);
    });
    return caller.promise;
  }

  /** Kills it at once, and whatever waits is cancelled. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#end();
    this.#endNext();
  }

  async #read(reading: Extraction): Promise<Extracted> {
    if (this.#isClosed || reading.signal?.aborted) return failed('cancelled');
    clearTimeout(this.#rest);
    const takesInput = reading.order.path === null && reading.order.content === undefined;
    if (takesInput || this.#process?.isUsable !== true) this.#end();
    if (!takesInput) this.#process ??= this.#takeNext();
    this.#process ??= this.#started(takesInput);
    const recognizing = (): void => {
      if (this.#waiting > 0) this.#prepareNext(reading.order.options.languages);
    };
    const extracted = await this.#process.read({ ...reading, means: this.#means, recognizing });
    // A picture has taken the only thread that there is for one.
    const isHarmless = extracted.ok ? extracted.value.format !== 'image' : harmless.has(extracted.reason);
    if (takesInput || !isHarmless || !this.#process?.isUsable) this.#end();
    else this.#rest = setTimeout(() => this.#end(), this.#parts.restMs ?? extractionLimits.restMs).unref();
    // Nobody came for it.
    if (this.#waiting === 0) this.#endNext();
    return extracted;
  }

  get #means(): Reading['means'] {
    return { languages: this.#parts.languages ?? null };
  }

  #started(takesInput: boolean): ReadingProcess {
    return new ReadingProcess(this.#parts.bounds ?? extractionLimits, { ...this.#parts, takesInput });
  }

  /** A picture takes its process up, and others wait: the next one starts now. */
  #prepareNext(languages: readonly string[]): void {
    if (this.#next !== null || this.#isClosed) return;
    this.#next = this.#started(false);
    this.#next.prepare(languages, this.#means);
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
