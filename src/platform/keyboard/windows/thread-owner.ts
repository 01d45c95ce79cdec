/** The thread that has the keyboard of Windows (keyboard-thread.ts), from outside: its start, its orders and answers, its end. */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import type { HoldOutcome, KeyCombination, PasteOutcome } from '../interface.ts';
import type { KeyboardOrder, KeyboardReport } from './keyboard-thread.ts';

export interface KeyboardThreadParts {
  readonly log: Log;
  readonly url: URL;
  /** Tells the thread, which waits for messages in this window, that there are orders. */
  readonly rouse: (window: number) => void;
  readonly pressed: () => void;
  /** What became of the shortcut, without having been asked, or after it was asked too long ago. */
  readonly changed: (outcome: HoldOutcome) => void;
}

type WithoutId<Order> = Order extends { readonly id: number } ? Omit<Order, 'id'> : never;

/** On a machine that has much to do, a thread takes seconds to start. */
const startsWithinMs = 10_000;
/** More than it waits for a window to become active. Nothing is pressed after the first; the rest is for the answer, so that none was pressed if none comes. */
const [pressesWithinMs, answersWithinMs] = [2_500, 3_000];
const endsWithinMs = 2_000;
/** In MB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

export class KeyboardThread {
  readonly #parts: KeyboardThreadParts;
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, (outcome: HoldOutcome | PasteOutcome) => void>();
  #window = 0;
  #lastId = 0;
  #lastHold = 0;
  #isEnding = false;

  constructor(parts: KeyboardThreadParts) {
    this.#parts = parts;
    this.#worker = new Worker(parts.url, { resourceLimits });
    this.#worker.on('message', (report: KeyboardReport) => this.#heard(report));
    this.#worker.on('error', () => parts.log.error('the thread of the keyboard crashed'));
    this.#worker.on('exit', () => this.#gone());
    // The process must not wait for a thread that waits for messages.
    this.#worker.unref();
    process.once('exit', this.#tellEnd);
  }

  /** Resolves when the thread has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** False without a desktop, if the thread has ended, or if it takes very long. */
  async isReady(): Promise<boolean> {
    return (await within(startsWithinMs, this.#ready.promise)) !== tooLate && this.#window !== 0;
  }

  /** A thread that is late carries it out all the same, because a shortcut is wanted until another one is: `changed` is told then. */
  async hold(shortcut: KeyCombination | null): Promise<HoldOutcome> {
    return (await this.#ask({ do: 'hold', shortcut })) as HoldOutcome;
  }

  /** Without `keys` the window only becomes the active one. Nothing is pressed later than the answer. */
  async paste(window: number, keys: KeyCombination | null): Promise<PasteOutcome> {
    if (!(await this.isReady())) return 'unavailable';
    // This clock is one for all threads of a process, and nobody sets it.
    const untilNs = process.hrtime.bigint() + BigInt(pressesWithinMs) * 1_000_000n;
    return (await this.#ask({ do: 'paste', window, keys, untilNs })) as PasteOutcome;
  }

  /** Resolves when it has ended; if it is late, after a moment: it ends as soon as it hears of it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#tellEnd();
    await within(endsWithinMs, this.ended);
  }

  async #ask(order: WithoutId<KeyboardOrder>): Promise<HoldOutcome | PasteOutcome> {
    if (!(await this.isReady())) return 'unavailable';
    this.#lastId += 1;
    const id = this.#lastId;
    if (order.do === 'hold') this.#lastHold = id;
    const answer = Promise.withResolvers<HoldOutcome | PasteOutcome>();
    this.#waiting.set(id, answer.resolve);
    this.#order({ ...order, id });
    const outcome = await within(answersWithinMs, answer.promise);
    if (outcome !== tooLate) return outcome;
    this.#waiting.delete(id);
    this.#parts.log.warn('the thread of the keyboard was late');
    return 'unavailable';
  }

  #order(order: KeyboardOrder): void {
    this.#worker.postMessage(order);
    if (this.#window !== 0) this.#parts.rouse(this.#window);
  }

  readonly #tellEnd = (): void => this.#order({ do: 'end' });

  #heard(report: KeyboardReport): void {
    if (report.is === 'pressed') return this.#parts.pressed();
    if (report.is === 'changed') return this.#parts.changed(report.outcome);
    if (report.is === 'ready') return this.#onReady(report.window);
    const answer = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (answer !== undefined) answer(report.outcome);
    else if (report.id === this.#lastHold) this.#parts.changed(report.outcome as HoldOutcome);
  }

  #onReady(window: number): void {
    this.#window = window;
    this.#ready.resolve();
    if (this.#isEnding) this.#tellEnd();
  }

  #gone(): void {
    process.off('exit', this.#tellEnd);
    this.#window = 0;
    this.#ready.resolve();
    this.#ended.resolve();
    for (const answer of this.#waiting.values()) answer('unavailable');
    this.#waiting.clear();
    this.#parts.changed('unavailable');
  }
}
