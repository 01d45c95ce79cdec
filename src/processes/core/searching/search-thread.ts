/**
 * Searching away from the core's event loop, from outside. A step of FTS5 goes on to the next fragment that a whole condition holds for: where there
 * is none it goes through all of the index, and nothing interrupts it. So a thread with its own connection, which only reads, answers one question at a
 * time, each under a deadline. One that is late or dies is replaced, and one that nobody asks ends and frees its memory.
 */
import { Worker } from 'node:worker_threads';
import { within } from '../../../base/deadline.ts';
import { errorCode, errorOrigin, type Log, msSince } from '../../../base/log.ts';
import { afterThreadMs, releaseMemory } from '../../../base/memory.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { IndexSummary } from '../../../file-index/index-summary.ts';
import type { FileQuery, IndexedFile } from '../../../file-index/search-files.ts';
import type { JournalPlace } from '../../../journal/journal.ts';
import type { OpenedFiles } from '../../../journal/journal-identity.ts';
import type { FoundPage, SearchPageQuery } from '../../../journal/search/search.ts';

/** `damaged`: the ids, as they were read, of rows that this thread left out as damaged and did not report before. */
export interface FoundFragments extends FoundPage {
  readonly damaged: readonly unknown[];
}

/**
 * Why there is no answer. `gone`: whoever asked has left, or the core stops. `crowded`: too many wait, or threads that were late have not ended yet.
 * `gone-journal`: the journal was removed or replaced, and the core has to start again with the next one.
 */
export type NoSearch = 'late' | 'died' | 'threw' | 'crowded' | 'gone' | 'gone-journal';

/** A question about the index of the WorkSpaces: what it holds, or which files it finds. */
export type IndexQuestion = { readonly about: 'status' } | { readonly about: 'files'; readonly query: FileQuery; readonly limit: number };
/** Null without an index. */
export interface IndexAnswers {
  readonly status: IndexSummary | null;
  readonly files: readonly IndexedFile[] | null;
}

/** `end`: there are no more questions. */
export type ToSearchThread = { readonly id: number; readonly query: SearchPageQuery | IndexQuestion } | 'end';
/** `found` is null if the journal is gone. */
export type FromSearchThread =
  | { readonly id: number; readonly found: FoundFragments | null }
  | { readonly id: number; readonly indexed: IndexAnswers[keyof IndexAnswers] }
  | { readonly id: number; readonly threw: Error };

/** `opened`: the journal file that the core has open. The thread reads no other one. */
export interface SearchThreadData {
  readonly place: JournalPlace;
  /** The database of the index. */
  readonly indexFile: string;
  readonly opened: OpenedFiles;
  /** A page ends early after this, between two steps: what is found so far is shown, and the next question does not wait. */
  readonly pageWithinMs: number;
}

export interface SearchThreadParts extends Omit<SearchThreadData, 'pageWithinMs'> {
  readonly pageWithinMs?: number;
  readonly log: Log;
  /** What runs in the thread; Hub's own unless given. */
  readonly program?: URL;
  readonly deadlineMs?: number;
  readonly idleMs?: number;
}

/** Shorter than the shell waits. The longest step that was seen takes 1.2 s in a million short texts. */
const usualDeadlineMs = 3_000;
/** For the next word of somebody who types. Starting another thread takes about 0.1 s. */
const usualIdleMs = 20_000;
/** Most pages are whole after a few milliseconds; on a busy machine, one that ends early would look like all there is. */
const usualPageWithinMs = 250;
const mostWaiting = 16;
/** A thread in a step of SQLite ends after it. With so many of these there is no use in another one. */
const mostEnding = 2;
/** In MB. It reads a page of fragments without their contents. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

type Question = SearchPageQuery | IndexQuestion;
type Answered = Exclude<FromSearchThread, { readonly threw: Error }>;

export class SearchThread implements AsyncDisposable {
  readonly #parts: SearchThreadParts;
  /** Those whose turn comes later, in order. */
  readonly #waiting = new Set<(isTurn: boolean) => void>();
  /** When each thread has ended. */
  readonly #ends = new WeakMap<Worker, Promise<void>>();
  readonly #ending = new Map<Worker, Promise<void>>();
  #isAsked = false;
  #worker: Worker | null = null;
  #lastId = 0;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: SearchThreadParts) {
    this.#parts = parts;
  }

  /**
   * A page of what is searched for, once those who asked before have their answers. Never rejects.
   *
   * @param asker aborts when nobody waits for the answer any more: a question that has not begun is then dropped.
   */
  async ask(query: SearchPageQuery, asker: AbortSignal): Promise<Outcome<FoundFragments, NoSearch>> {
    const answered = await this.#ask(query, asker);
    if (!answered.ok) return answered;
    const found = 'found' in answered.value ? answered.value.found : null;
    return found === null ? failed('gone-journal') : done(found);
  }

  /** The same about the index of the WorkSpaces; null without an index. */
  async askIndex<About extends IndexQuestion['about']>(
    question: Extract<IndexQuestion, { about: About }>,
    asker: AbortSignal,
  ): Promise<Outcome<IndexAnswers[About], NoSearch>> {
    const answered = await this.#ask(question, asker);
    if (!answered.ok) return answered;
    return done(('indexed' in answered.value ? answered.value.indexed : null) as IndexAnswers[About]);
  }

  async #ask(query: Question, asker: AbortSignal): Promise<Outcome<Answered, NoSearch>> {
    if (this.#waiting.size >= mostWaiting) return failed('crowded');
    if (this.#isAsked && !(await this.#turn(asker))) return failed('gone');
    this.#isAsked = true;
    try {
      if (asker.aborted || this.#closed) return failed('gone');
      const startMs = performance.now();
      const answered = await this.#answerTo(query);
      this.#parts.log.debug('searched', { reason: answered.ok ? null : answered.reason, found: countOf(answered), ms: msSince(startMs) });
      return answered;
    } finally {
      this.#isAsked = false;
      const [next] = this.#waiting;
      if (next !== undefined) {
        this.#isAsked = true;
        this.#waiting.delete(next);
        next(true);
      }
    }
  }

  /** Ends the thread, whatever it is at; one in a step of SQLite holds the end of the process until that is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    for (const leave of this.#waiting) leave(false);
    this.#waiting.clear();
    if (this.#worker !== null) this.#end(this.#worker);
    await within(500, Promise.all(this.#ending.values()));
  }

  /** False where the asker has gone before its turn came. */
  async #turn(asker: AbortSignal): Promise<boolean> {
    const turn = Promise.withResolvers<boolean>();
    const leave = (): void => {
      if (this.#waiting.delete(turn.resolve)) turn.resolve(false);
    };
    this.#waiting.add(turn.resolve);
    asker.addEventListener('abort', leave, { once: true });
    if (asker.aborted) leave();
    try {
      return await turn.promise;
    } finally {
      asker.removeEventListener('abort', leave);
    }
  }

  async #answerTo(query: Question): Promise<Outcome<Answered, NoSearch>> {
    clearTimeout(this.#rest);
    if (this.#worker === null && this.#ending.size >= mostEnding) return failed('crowded');
    this.#worker ??= this.#tryLaunch();
    const worker = this.#worker;
    if (worker === null) return failed('died');
    const id = ++this.#lastId;
    const outcome = Promise.withResolvers<Outcome<Answered, NoSearch>>();
    const hear = (message: FromSearchThread): void => {
      if (message.id !== id) return;
      if (!('threw' in message)) return outcome.resolve(done(message));
      this.#parts.log.error('search threw', { code: errorCode(message.threw), origin: errorOrigin(message.threw) });
      outcome.resolve(failed('threw'));
    };
    const die = (): void => outcome.resolve(failed('died'));
    const deadline = setTimeout(() => outcome.resolve(failed('late')), this.#parts.deadlineMs ?? usualDeadlineMs);
    worker.on('message', hear).once('exit', die);
    worker.postMessage({ id, query } satisfies ToSearchThread);
    const answered = await outcome.promise;
    clearTimeout(deadline);
    worker.off('message', hear).off('exit', die);
    if (!answered.ok && answered.reason === 'late') {
      this.#parts.log.warn('search took too long');
      this.#end(worker);
    }
    this.#restSoon();
    return answered;
  }

  /** Null if the system gives no thread. */
  #tryLaunch(): Worker | null {
    try {
      return this.#launch();
    } catch (error) {
      this.#parts.log.error('search thread not started', { code: errorCode(error) });
      return null;
    }
  }

  #launch(): Worker {
    const {
      place,
      indexFile,
      opened,
      pageWithinMs = usualPageWithinMs,
      program = new URL('./search-program.ts', import.meta.url),
    } = this.#parts;
    const workerData: SearchThreadData = { place, indexFile, opened, pageWithinMs };
    const worker = new Worker(program, { name: 'search', workerData, resourceLimits });
    const ended = Promise.withResolvers<void>();
    this.#ends.set(worker, ended.promise);
    worker.on('error', (error) => this.#parts.log.error('search thread failed', { code: errorCode(error) }));
    worker.once('exit', () => {
      this.#ending.delete(worker);
      if (this.#worker === worker) this.#worker = null;
      ended.resolve();
      if (!this.#closed) releaseMemory(afterThreadMs);
    });
    return worker;
  }

  #restSoon(): void {
    clearTimeout(this.#rest);
    if (this.#closed) return;
    this.#rest = setTimeout(() => {
      const worker = this.#worker;
      if (worker === null) return;
      this.#letGo(worker);
      worker.postMessage('end' satisfies ToSearchThread);
    }, this.#parts.idleMs ?? usualIdleMs).unref();
  }

  #end(worker: Worker): void {
    this.#letGo(worker);
    void worker.terminate();
  }

  #letGo(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    const ended = this.#ends.get(worker);
    if (ended !== undefined) this.#ending.set(worker, ended);
  }
}

function countOf(answered: Outcome<Answered, NoSearch>): number {
  if (!answered.ok) return 0;
  const { value } = answered;
  if ('found' in value) return value.found?.found.length ?? 0;
  return Array.isArray(value.indexed) ? value.indexed.length : 0;
}
