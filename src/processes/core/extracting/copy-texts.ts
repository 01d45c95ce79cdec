/**
 * Reads the text in pictures and copied files of the history, and keeps it with them, so that searches find it. Each attempt is counted in the journal before it
 * begins. A text that looks like a secret is not kept: whoever asked for it gets it, and nobody else. Nor is the picture that says it, as a copied text would not be. It must
 * never log what it reads.
 */
import { createHash } from 'node:crypto';
import { type Log, msSince } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { ExtractedText, ExtractionFailure } from '../../../contract/extraction.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import type { SecretFamily } from '../../../contract/secret-families.ts';
import type { Extraction, Extractor } from '../../../extraction/extractor.ts';
import { keptCharacters, mostAttempts, type ReadingResult } from '../../../journal/fragments/extracted-texts.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { aboutFragment } from '../../about-copy.ts';
import type { FoundSecret } from '../judging/judge.ts';
import type { JudgeThread } from '../judging/judge-thread.ts';

export interface CopyTextParts {
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly judge: Pick<JudgeThread, 'ask'>;
  /** Null while it is not known: nothing is kept then. */
  readonly filter: () => ContentFilter | null;
  /** Called when a picture was erased, whose file is to be removed. */
  readonly erased: (fragmentId: number) => void;
  /** It is in the history still, perhaps as a part of a later copy. */
  readonly isThere: (fragmentId: number) => boolean;
  /** Called when what is shown of a fragment may have changed. */
  readonly changed: () => void;
  /** Until what the journal did not take is given to it again. */
  readonly retryMs?: number;
}

/** `file`: of copied files, from 0 on. `isAsked`: somebody waits for it, and is told why there is none; it is not tried again then. */
export interface ReadCopy {
  readonly fragment: JournalFragment;
  readonly file: number;
  readonly isAsked: boolean;
}

/** What becomes clear of a picture by reading it again. */
const mayPass: ReadonlySet<ExtractionFailure> = new Set(['crashed', 'too-slow', 'too-much-memory']);

/** What is read by itself. `giveWay`: resolves when that is recorded as interrupted. */
interface Unasked {
  readonly fragmentId: number;
  readonly giveWay: () => Promise<void>;
}

const usualRetryMs = 5_000;

export class CopyTexts {
  readonly #parts: CopyTextParts;
  #unasked: Unasked | null = null;
  #isResumed = false;
  /** What is being read, or waits for that. */
  readonly #underWay = new Map<AbortController, number>();
  /** Whose result the journal did not take. */
  readonly #owed = new Map<string, ReadCopy>();
  #retry: NodeJS.Timeout | null = null;

  constructor(parts: CopyTextParts) {
    this.#parts = parts;
  }

  /** Starts with what an earlier process left. */
  begin(): void {
    void this.#settle();
  }

  /** Call when something may have been deleted: the reading of a copy that is gone is cancelled, also one that could be brought back. */
  look(): void {
    for (const [gone, fragmentId] of this.#underWay) if (!this.#parts.isThere(fragmentId)) gone.abort();
  }

  /** The same extractor, for the content of this copy. */
  keeping(extractor: Pick<Extractor, 'extract'>, copy: ReadCopy): Pick<Extractor, 'extract'> {
    return { extract: (reading) => (copy.isAsked ? this.#read(extractor, copy, reading) : this.#readUnasked(extractor, copy, reading)) };
  }

  async #readUnasked(
    extractor: Pick<Extractor, 'extract'>,
    copy: ReadCopy,
    reading: Extraction,
  ): Promise<Outcome<ExtractedText, ExtractionFailure>> {
    const way = new AbortController();
    const over = Promise.withResolvers<void>();
    const giveWay = (): Promise<void> => {
      way.abort();
      return over.promise;
    };
    this.#unasked = { fragmentId: copy.fragment.id, giveWay };
    try {
      const signal = reading.signal === undefined ? way.signal : AbortSignal.any([way.signal, reading.signal]);
      return await this.#read(extractor, copy, { ...reading, signal });
    } finally {
      this.#unasked = null;
      over.resolve();
    }
  }

  async #read(
    extractor: Pick<Extractor, 'extract'>,
    copy: ReadCopy,
    reading: Extraction,
  ): Promise<Outcome<ExtractedText, ExtractionFailure>> {
    const { log, changed } = this.#parts;
    const startMs = performance.now();
    const { fragment, file, isAsked } = copy;
    // Afterwards the end of that one would be recorded over this one's beginning.
    if (isAsked && this.#unasked?.fragmentId === fragment.id) await this.#unasked.giveWay();
    const attempts = await this.#begin(copy);
    changed();
    // It was deleted meanwhile, or the journal takes nothing now: whoever asked has the text all the same.
    if (attempts === null && !isAsked) return failed('cancelled');
    const extracted = await this.#whileThere(fragment.id, extractor, reading);
    if (attempts === null) return extracted;
    const secret = extracted.ok && extracted.value.text.trim() !== '' ? await this.secretIn(fragment, extracted.value) : noSecret;
    const result = extracted.ok ? resultOf(extracted.value, secret) : resultOfFailure(extracted.reason, copy, attempts);
    const isWithheld = await this.#withholds(copy, result);
    if (!isWithheld) await this.#record(copy, result);
    changed();
    log.info('copy read', {
      ...aboutFragment(fragment),
      file,
      state: result.state,
      isWithheld,
      reason: extracted.ok ? null : extracted.reason,
      ms: msSince(startMs),
    });
    const family = secret === 'unknown' ? null : (secret.secret ?? secret.kept ?? (secret.isPossible ? 'other' : null));
    return extracted.ok && family !== null ? done({ ...extracted.value, secret: family }) : extracted;
  }

  async #whileThere(fragmentId: number, extractor: Pick<Extractor, 'extract'>, reading: Extraction): ReturnType<Extractor['extract']> {
    const gone = new AbortController();
    this.#underWay.set(gone, fragmentId);
    try {
      const signal = reading.signal === undefined ? gone.signal : AbortSignal.any([gone.signal, reading.signal]);
      return await extractor.extract({ ...reading, signal });
    } finally {
      this.#underWay.delete(gone);
    }
  }

  /** A line that only may say a secret costs its text, and not the picture: recognition makes such lines of ordinary ones. */
  async #withholds({ fragment }: ReadCopy, result: ReadingResult): Promise<boolean> {
    if (fragment.kind !== 'image' || result.state !== 'secret' || result.secret === null) return false;
    const written = await this.#parts.writer.write('withholdPicture', fragment.id, result.secret);
    if (!written.ok || !written.value) return false;
    this.#parts.erased(fragment.id);
    return true;
  }

  /** The number of attempts with this one; null if it could not be counted. */
  async #begin(copy: ReadCopy): Promise<number | null> {
    // What an earlier process left could not be told from this one later.
    if (!(await this.#resume())) return null;
    this.#owed.delete(nameOf(copy));
    const begun = await this.#parts.writer.write('beginReading', copy.fragment.id, copy.file);
    return begun.ok ? begun.value : null;
  }

  async #record(copy: ReadCopy, result: ReadingResult): Promise<void> {
    const recorded = await this.#parts.writer.write('recordExtracted', copy.fragment.id, copy.file, result);
    if (recorded.ok) return;
    this.#parts.log.warn('text of a copy not recorded', { ...aboutFragment(copy.fragment), file: copy.file });
    this.#owed.set(nameOf(copy), copy);
    this.#retryLater();
  }

  async #resume(): Promise<boolean> {
    if (!this.#isResumed && (await this.#parts.writer.write('resumeReadings')).ok) this.#isResumed = true;
    if (!this.#isResumed) this.#retryLater();
    return this.#isResumed;
  }

  /** Until the journal has taken it, what nobody reads any more is shown as being read. */
  async #settle(): Promise<void> {
    if (!(await this.#resume())) return;
    for (const [name, { fragment, file }] of this.#owed) {
      // The attempt counts: with a full disk, the same picture would be read again and again.
      const { ok } = await this.#parts.writer.write('recordExtracted', fragment.id, file, { state: 'waiting', counts: true });
      if (!ok) return this.#retryLater();
      this.#owed.delete(name);
      this.#parts.changed();
    }
  }

  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      void this.#settle();
    }, this.#parts.retryMs ?? usualRetryMs).unref();
  }

  /** The judge looks into it, as into any content. */
  async secretIn(
    fragment: JournalFragment,
    { text, recognizedPages }: Pick<ExtractedText, 'text' | 'recognizedPages'>,
  ): Promise<FoundSecret | 'unknown'> {
    const filter = this.#parts.filter();
    if (filter === null) return 'unknown';
    const inline = Buffer.from(text.slice(0, searchedCharacters));
    const place = { mediaType: 'text/plain', bytes: inline.length, sha256: createHash('sha256').update(inline).digest('hex'), inline };
    // As of a text that was copied, whatever it was read in.
    const asCopied = { ...fragment, origin: 'clipboard', mediaTypes: ['text/plain'] } as const;
    const found = await this.#parts.judge.ask('secret', {
      fragment: asCopied,
      place,
      others: [],
      filter,
      isRecognized: recognizedPages > 0,
    });
    return found.ok ? found.value : 'unknown';
  }
}

function nameOf({ fragment, file }: ReadCopy): string {
  return `${fragment.id}/${file}`;
}

const noSecret: FoundSecret = { secret: null };
/** Nothing beyond them is kept. */
const searchedCharacters = 2 * keptCharacters;

/** What could not be searched for secrets is not kept. */
function resultOf({ text, isCut }: ExtractedText, secret: FoundSecret | 'unknown'): ReadingResult {
  if (text.trim() === '') return { state: 'empty' };
  if (secret === 'unknown') return { state: 'waiting', counts: true };
  const kept: SecretFamily | null = secret.kept ?? null;
  if (secret.secret !== null || (secret.isPossible && kept === null)) return { state: 'secret', secret: secret.secret };
  return { state: 'read', text: text.slice(0, keptCharacters).toWellFormed(), isCut: isCut || text.length > keptCharacters, secret: kept };
}

function resultOfFailure(reason: ExtractionFailure, { isAsked }: ReadCopy, attempts: number): ReadingResult {
  if (reason === 'cancelled' || (reason === 'no-language' && !isAsked)) return { state: 'waiting', counts: false };
  if (!isAsked && mayPass.has(reason) && attempts < mostAttempts) return { state: 'waiting', counts: true };
  return { state: 'failed', reason };
}
