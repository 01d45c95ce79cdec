/**
 * Writing into the journal without waiting: each process has a writer thread (`writer-thread.ts`), so that its event loop never waits for another
 * process's lock, nor for the disk. Orders are handled one after the other, in order.
 *
 * A thread that crashes is replaced by another one, which gets the unanswered orders again. If each one crashes, they wait longer from one to the next. It must
 * never lose an order silently.
 *
 * If a process can wait a moment for a write (`restsAfterMs`), its thread begins with the first order and ends after some time without any; the next order
 * starts another one.
 */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { afterThreadMs, releaseMemory } from '../../base/memory.ts';
import { RenewalPause } from '../../base/threads/renewal-pause.ts';
import type { JournalPlace } from '../journal.ts';
import { type OpenedFiles, openedFiles } from '../journal-identity.ts';
import { unansweredCodes } from './write-failure.ts';
import type { WriteOutcome } from './write-outcome.ts';
import type { WriteArguments, WriteName, WriteOrder, WriteResult } from './write-table.ts';
import type { ToWriterThread, WriterThreadData } from './writer-thread.ts';

export interface JournalWriter {
  /**
   * Resolves to the result of the write, once it is as durable as the write promises. Never rejects. Takes as long as the disk and other processes'
   * locks do; a lock is waited for up to 10 s.
   */
  write<Name extends WriteName>(name: Name, ...given: WriteArguments<Name>): Promise<WriteOutcome<WriteResult<Name>>>;
}

interface Pending {
  readonly order: WriteOrder;
  readonly answer: (written: WriteOutcome<never>) => void;
  /** How many threads crashed on it. */
  deaths: number;
}

type FromThread = 'started' | { readonly id: number; readonly written: WriteOutcome<never> };

/** An order that crashes two threads is not given to a third. */
const mostDeaths = 2;
const renewAfterMs = 250;
/** A thread that has run for so long without an order could start, and would do one. */
const wellAfterMs = 3_000;
/** The time, from disposal, for the remaining orders and for closing the journal; the last process to close it also empties its log. */
const usualEndsWithinMs = 1_000;
/** In MB. Contents are outside V8's heap, and the rest of an order is small. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

/** The usual `restsAfterMs`: long enough that occasional copies do not start a thread each time, short enough to free the memory soon. */
export const usualRestMs = 60_000;

export interface WriterOptions {
  /**
   * A thread without orders for this long ends, which frees 8 MB; the next order, like the first one, waits for a thread to start. By default it is there from
   * the beginning, and never ends.
   */
  readonly restsAfterMs?: number;
  readonly endsWithinMs?: number;
  /**
   * Whether to continue in the new journal if the current one is removed or replaced; for processes that only add rows. Otherwise nothing is written
   * after that, because the ids that the process knows belong to other rows there.
   */
  readonly outlivesJournal?: boolean;
  /** Called with true when threads end one after the other before they could begin, and with false once one does. */
  readonly fails?: (fails: boolean) => void;
  /** What runs in the thread; Hub's own unless given. */
  readonly program?: URL;
}

const usualProgram = new URL('./writer-thread.ts', import.meta.url);

export class ThreadWriter implements JournalWriter, AsyncDisposable {
  readonly #place: JournalPlace;
  readonly #opened: OpenedFiles | null;
  readonly #log: Log;
  /** In the order in which they were given. */
  readonly #pending = new Map<number, Pending>();
  readonly #restsAfterMs: number | undefined;
  #thread: Worker | null = null;
  /** Threads that were told to end, and are closing the journal. */
  readonly #leaving = new Set<Worker>();
  #renewal: NodeJS.Timeout | null = null;
  #rest: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #endsWithinMs: number;
  readonly #pause: RenewalPause;
  readonly #program: URL;
  #ended = false;

  constructor(
    place: JournalPlace,
    log: Log,
    { endsWithinMs = usualEndsWithinMs, restsAfterMs, outlivesJournal = false, fails, program = usualProgram }: WriterOptions = {},
  ) {
    this.#opened = outlivesJournal ? null : openedFiles(place.file);
    this.#place = place;
    this.#log = log;
    this.#restsAfterMs = restsAfterMs;
    this.#endsWithinMs = endsWithinMs;
    this.#pause = new RenewalPause(renewAfterMs, fails);
    this.#program = program;
    if (restsAfterMs === undefined) this.#begin();
  }

  write<Name extends WriteName>(name: Name, ...given: WriteArguments<Name>): Promise<WriteOutcome<WriteResult<Name>>> {
    const { promise, resolve } = Promise.withResolvers<WriteOutcome<WriteResult<Name>>>();
    if (this.#ended) {
      resolve({ ok: false, reason: 'not-now', code: unansweredCodes.ended });
      return promise;
    }
    const id = ++this.#lastId;
    this.#pending.set(id, { order: { name, given, again: false }, answer: resolve, deaths: 0 });
    clearTimeout(this.#rest);
    if (!this.#beginsAnew()) this.#send(id);
    return promise;
  }

  /** Announces an order, so that a writer without a thread starts one already. */
  wake(): void {
    if (!this.#ended) this.#beginsAnew();
  }

  /**
   * Lets the thread finish its orders and end; if it has just crashed, another one finishes them. Orders not finished in time are counted in the log,
   * and answered with `not-now`.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#renewal ?? undefined);
    clearTimeout(this.#rest);
    const endMs = performance.now() + this.#endsWithinMs;
    while (await this.#finish(endMs));
    if (this.#pending.size > 0) this.#log.warn('the journal is still being written at the end', { orders: this.#pending.size });
    const leaving = [...this.#leaving].map((thread) => new Promise<void>((resolve) => thread.once('exit', () => resolve())));
    await within(endMs - performance.now(), Promise.all(leaving));
    for (const thread of [this.#thread, ...this.#leaving]) void thread?.terminate();
    for (const id of [...this.#pending.keys()]) this.#answer(id, { ok: false, reason: 'not-now', code: unansweredCodes.ended });
  }

  /** Lets a thread handle the remaining orders, and end. True if orders and time are left, so that it has to be called again. */
  async #finish(endMs: number): Promise<boolean> {
    if (this.#thread === null && this.#pending.size > 0) this.#begin();
    const thread = this.#thread;
    if (thread === null) return false;
    const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('end' satisfies ToWriterThread);
    return (await within(endMs - performance.now(), gone)) !== tooLate && this.#pending.size > 0 && performance.now() < endMs;
  }

  /** Starts a thread with all pending orders if there is none. False if a thread is running or about to start. */
  #beginsAnew(): boolean {
    if (this.#thread !== null || this.#renewal !== null) return false;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#renewal = null;
    const workerData: WriterThreadData = { place: this.#place, opened: this.#opened };
    const thread = new Worker(this.#program, { workerData, resourceLimits });
    this.#thread = thread;
    let started = false;
    thread.on('message', (message: FromThread) => {
      if (message !== 'started') {
        this.#pause.worked();
        return this.#answer(message.id, message.written);
      }
      started = true;
      setTimeout(() => this.#thread === thread && this.#pause.worked(), wellAfterMs).unref();
    });
    thread.on('error', (error) => this.#log.error('journal thread failed', { code: errorCode(error) }));
    thread.once('exit', () => {
      if (!this.#leaving.delete(thread)) this.#gone(started);
      else if (!this.#ended) releaseMemory(afterThreadMs);
    });
    if (this.#pending.size === 0) this.#restSoon();
    for (const id of [...this.#pending.keys()]) this.#send(id);
  }

  #restSoon(): void {
    clearTimeout(this.#rest);
    if (this.#restsAfterMs === undefined || this.#ended) return;
    this.#rest = setTimeout(() => this.#letGo(), this.#restsAfterMs).unref();
  }

  /** Tells the thread to end after its orders; later orders go to another one. */
  #letGo(): void {
    const thread = this.#thread;
    if (thread === null) return;
    this.#thread = null;
    this.#leaving.add(thread);
    thread.postMessage('end' satisfies ToWriterThread);
  }

  /** `started`: the thread began to handle orders, so the first pending one may be why it ended. */
  #gone(started: boolean): void {
    this.#thread = null;
    if (this.#ended && this.#pending.size === 0) return;
    // One that began to handle orders could be started.
    if (started) this.#pause.worked();
    else this.#pause.ended();
    this.#log.error('journal thread ended, another one begins', { orders: this.#pending.size, inMs: this.#pause.ms });
    const [first] = this.#pending;
    if (started && first !== undefined) {
      first[1].deaths += 1;
      if (first[1].deaths >= mostDeaths) this.#answer(first[0], { ok: false, reason: 'unwritable', code: unansweredCodes.endsTheThread });
    }
    for (const [id, pending] of this.#pending) this.#pending.set(id, { ...pending, order: { ...pending.order, again: true } });
    if (!this.#ended) this.#renewal = setTimeout(() => this.#begin(), this.#pause.ms);
  }

  #send(id: number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined || this.#thread === null) return;
    try {
      this.#thread.postMessage({ id, order: pending.order } satisfies ToWriterThread);
    } catch {
      this.#answer(id, { ok: false, reason: 'unwritable', code: 'not-clonable' });
    }
  }

  #answer(id: number, written: WriteOutcome<never>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#restSoon();
    pending?.answer(written);
  }
}
