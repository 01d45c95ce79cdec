/**
 * Writing into the journal without waiting for it: each process has a thread that writes (`writer-thread.ts`), so that its event loop never
 * waits for another process's lock, nor for the disk. Orders are done one after the other, in their order.
 *
 * A thread that ends is followed by another one, which gets what was not answered once more. It must never lose an order silently.
 *
 * Where a write may wait a moment, the thread ends when it has had nothing to do for a while, and the next order begins another one.
 */
import { Worker } from 'node:worker_threads';
import { deferred, tooLate, within } from '../base/deadline.ts';
import { errorCode, type Log } from '../base/log.ts';
import { afterThreadMs, releaseMemory } from '../base/memory.ts';
import type { JournalPlace } from './journal.ts';
import { type OpenedFiles, openedFiles } from './opened-file.ts';
import { unansweredCodes } from './write-failure.ts';
import type { ToWriterThread, WriterThreadData } from './writer-thread.ts';
import type { WriteArguments, WriteName, WriteOrder, WriteResult, Written } from './writes.ts';

export interface JournalWriter {
  /**
   * Resolves to what became of the write, and not before it is as durable as the write promises. Never rejects. Takes as long as the disk and
   * other processes' locks do; a lock is waited for up to 10 s.
   */
  write<Name extends WriteName>(name: Name, ...given: WriteArguments<Name>): Promise<Written<WriteResult<Name>>>;
}

interface Pending {
  readonly order: WriteOrder;
  readonly answer: (written: Written<never>) => void;
  /** Threads that ended over it. */
  deaths: number;
}

type FromThread = 'started' | { readonly id: number; readonly written: Written<never> };

/** An order that ends two threads is not given to a third. */
const mostDeaths = 2;
const renewAfterMs = 250;
/** From when it is disposed of: the orders that are left, and the closing of the journal, whose log the last one to do so empties. */
const usualEndsWithinMs = 1_000;
/** In MB. Contents are not in V8's heap, and what else is in an order is small. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

/** For `WriterOptions`: who copies now and then does not pay for a start each time, and who has stopped has the memory back soon. */
export const usualRestMs = 60_000;

export interface WriterOptions {
  /** A thread that had no order for so long ends and gives back its 8 MB; the next order waits for another one to start. Else it stays. */
  readonly restsAfterMs?: number;
  readonly endsWithinMs?: number;
  /**
   * Where somebody removes or replaces the journal, goes on in the one that is there then, for who writes what is new only. Else nothing is written any
   * more: the numbers of rows that the process knows are those of other rows there.
   */
  readonly outlivesJournal?: boolean;
}

export class ThreadWriter implements JournalWriter, AsyncDisposable {
  readonly #place: JournalPlace;
  readonly #opened: OpenedFiles | null;
  readonly #log: Log;
  /** In the order in which they were given. */
  readonly #pending = new Map<number, Pending>();
  readonly #restsAfterMs: number | undefined;
  #thread: Worker | null = null;
  /** Threads that had nothing to do, and close the journal. */
  readonly #leaving = new Set<Worker>();
  #renewal: NodeJS.Timeout | null = null;
  #rest: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #endsWithinMs: number;
  #ended = false;

  constructor(
    place: JournalPlace,
    log: Log,
    { endsWithinMs = usualEndsWithinMs, restsAfterMs, outlivesJournal = false }: WriterOptions = {},
  ) {
    this.#opened = outlivesJournal ? null : openedFiles(place.file);
    this.#place = place;
    this.#log = log;
    this.#restsAfterMs = restsAfterMs;
    this.#endsWithinMs = endsWithinMs;
    this.#begin();
  }

  write<Name extends WriteName>(name: Name, ...given: WriteArguments<Name>): Promise<Written<WriteResult<Name>>> {
    const { promise, resolve } = deferred<Written<WriteResult<Name>>>();
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

  /** Says that an order will come soon: a thread that rests starts meanwhile. */
  wake(): void {
    if (!this.#ended) this.#beginsAnew();
  }

  /**
   * Lets the thread finish what it has, and end; one that has just ended is followed by another one for that. What is not finished in time is logged,
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

  /** Has a thread do what is left, and end. True where there is something left, and time. */
  async #finish(endMs: number): Promise<boolean> {
    if (this.#thread === null && this.#pending.size > 0) this.#begin();
    const thread = this.#thread;
    if (thread === null) return false;
    const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('end' satisfies ToWriterThread);
    return (await within(endMs - performance.now(), gone)) !== tooLate && this.#pending.size > 0 && performance.now() < endMs;
  }

  /** Has a thread begin with what there is to do, where there is none. False where there is one, or one is about to begin. */
  #beginsAnew(): boolean {
    if (this.#thread !== null || this.#renewal !== null) return false;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#renewal = null;
    const workerData: WriterThreadData = { place: this.#place, opened: this.#opened };
    const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData, resourceLimits });
    this.#thread = thread;
    let started = false;
    thread.on('message', (message: FromThread) => {
      if (message === 'started') started = true;
      else this.#answer(message.id, message.written);
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

  /** Has the thread end when it has done what it was asked for; what is asked from now on is for another one. */
  #letGo(): void {
    const thread = this.#thread;
    if (thread === null) return;
    this.#thread = null;
    this.#leaving.add(thread);
    thread.postMessage('end' satisfies ToWriterThread);
  }

  /** `started`: it has come to its orders, and the first one may be why it ended. */
  #gone(started: boolean): void {
    this.#thread = null;
    if (this.#ended && this.#pending.size === 0) return;
    this.#log.error('journal thread ended, another one begins', { orders: this.#pending.size });
    const [first] = this.#pending;
    if (started && first !== undefined) {
      first[1].deaths += 1;
      if (first[1].deaths >= mostDeaths) this.#answer(first[0], { ok: false, reason: 'unwritable', code: unansweredCodes.endsTheThread });
    }
    for (const [id, pending] of this.#pending) this.#pending.set(id, { ...pending, order: { ...pending.order, again: true } });
    if (!this.#ended) this.#renewal = setTimeout(() => this.#begin(), renewAfterMs);
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

  #answer(id: number, written: Written<never>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#restSoon();
    pending?.answer(written);
  }
}
