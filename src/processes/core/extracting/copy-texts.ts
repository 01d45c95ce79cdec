/**
 * Reads the text in pictures and copied files of the history, and keeps it with them, so that searches find it. Each attempt is counted in the journal before it
 * begins. A text that looks like a secret is not kept: whoever asked for it gets it, and nobody else. It must never log what it reads.
 */
import { createHash } from 'node:crypto';
import { type Log, msSince } from '../../../base/log.ts';
import { done, failed } from '../../../base/outcome.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { ExtractedText, ExtractionFailure } from '../../../contract/extraction.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import type { SecretFamily } from '../../../contract/secret-families.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import { keptCharacters, mostAttempts, type ReadingResult } from '../../../journal/fragments/extracted-texts.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { FoundSecret } from '../judging/judge.ts';
import type { JudgeThread } from '../judging/judge-thread.ts';

export interface CopyTextParts {
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly judge: Pick<JudgeThread, 'ask'>;
  /** Null while it is not known: nothing is kept then. */
  readonly filter: () => ContentFilter | null;
  /** Called when what is shown of a fragment may have changed. */
  readonly changed: () => void;
}

/** `file`: of copied files, from 0 on. `isAsked`: somebody waits for it, and is told why there is none; it is not tried again then. */
export interface ReadCopy {
  readonly fragment: JournalFragment;
  readonly file: number;
  readonly isAsked: boolean;
}

/** What becomes clear of a picture by reading it again. */
const mayPass: ReadonlySet<ExtractionFailure> = new Set(['crashed', 'too-slow', 'too-much-memory']);

export class CopyTexts {
  readonly #parts: CopyTextParts;

  constructor(parts: CopyTextParts) {
    this.#parts = parts;
  }

  /** Starts with what an earlier process left. */
  begin(): void {
    void this.#parts.writer.write('resumeReadings');
  }

  /** The same extractor, for the content of this copy. */
  keeping(extractor: Pick<Extractor, 'extract'>, copy: ReadCopy): Pick<Extractor, 'extract'> {
    const { writer, log, changed } = this.#parts;
    return {
      extract: async (reading) => {
        const startMs = performance.now();
        const { fragment, file } = copy;
        const begun = await writer.write('beginReading', fragment.id, file);
        const attempts = begun.ok ? begun.value : null;
        changed();
        // It was deleted meanwhile, or the journal takes nothing now: whoever asked has the text all the same.
        if (attempts === null && !copy.isAsked) return failed('cancelled');
        const extracted = await extractor.extract(reading);
        if (attempts === null) return extracted;
        const secret = extracted.ok && extracted.value.text.trim() !== '' ? await this.secretIn(fragment, extracted.value) : noSecret;
        const result = extracted.ok ? resultOf(extracted.value, secret) : resultOfFailure(extracted.reason, copy, attempts);
        await writer.write('recordExtracted', fragment.id, file, result);
        changed();
        log.info('copy read', {
          fragmentId: fragment.id,
          file,
          state: result.state,
          reason: extracted.ok ? null : extracted.reason,
          ms: msSince(startMs),
        });
        const family = secret === 'unknown' ? null : (secret.secret ?? secret.kept ?? (secret.isPossible ? 'other' : null));
        return extracted.ok && family !== null ? done({ ...extracted.value, secret: family }) : extracted;
      },
    };
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
