/** The clipboard's thread from outside: its start, its orders and answers, its end. */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { DetailedLog } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { nativeLibrary } from '../../windows/native.ts';
import { endMessage, ordersMessage, type ThreadAnswer, type ThreadOrder, type ThreadReport } from './thread-messages.ts';

type Changed = Extract<ThreadReport, { is: 'changed' }>;
/** An order that is answered. */
type Question = Extract<ThreadOrder, { readonly id: number }>;
type WithoutId<Order> = Order extends Question ? Omit<Order, 'id'> : never;
type AnswerTo<Order extends { readonly do: Question['do'] }> = Extract<
  ThreadAnswer,
  { is: { describe: 'described'; read: 'read'; offer: 'offered' }[Order['do']] }
>;

/** On a machine that has much to do, a thread takes seconds to start. */
const startsWithinMs = 10_000;
const endsWithinMs = 2_000;
/** In MB; contents are outside of it, but for long lists of files while they are converted. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 } as const;

export class ClipboardThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: ThreadAnswer | null) => void>();
  readonly #ready = Promise.withResolvers<number | null>();
  readonly #ended = Promise.withResolvers<void>();
  #window: number | null = null;
  #lastId = 0;
  #isEnding = false;
  #changed: (change: Changed) => void = () => {};
  #fault: (code: string) => void = () => {};

  private constructor() {
    this.#worker = new Worker(new URL('clipboard-thread.ts', import.meta.url), { resourceLimits });
    this.#worker.on('message', (report: ThreadReport) => this.#heard(report));
    this.#worker.on('error', () => this.#fault('the thread crashed'));
    this.#worker.on('exit', () => this.#gone());
    // The process must not wait for a thread that waits for messages.
    process.once('exit', this.#tellEnd);
  }

  /** `no-display`: this session has no clipboard, as that of a service; `unsupported`: koffi does not know this processor. */
  static async start(log: DetailedLog): Promise<Outcome<ClipboardThread, 'no-display' | 'unsupported'>> {
    try {
      nativeLibrary('user32');
    } catch {
      return failed('unsupported');
    }
    const thread = new ClipboardThread();
    const window = await within(startsWithinMs, thread.#ready.promise);
    log.debug('windows clipboard opened', { window: window !== null && window !== tooLate });
    if (window !== tooLate && window !== null) return done(thread);
    await thread.end();
    return failed('no-display');
  }

  /** Resolves when the thread has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Who is told of changes, and of bugs. */
  listen(changed: (change: Changed) => void, fault: (code: string) => void): void {
    this.#changed = changed;
    this.#fault = fault;
  }

  order(order: ThreadOrder, moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, [...moved]);
    this.#rouse(ordersMessage);
  }

  /** Null if the thread ends before it answers. It may take as long as the owner of the clipboard does. */
  ask<Order extends WithoutId<Question>>(order: Order, moved: readonly ArrayBuffer[] = []): Promise<AnswerTo<Order> | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve(answer as AnswerTo<Order> | null));
      this.order({ ...order, id } as unknown as Question, moved);
    });
  }

  /** Resolves when it has ended; if it waits for another program, after a moment: it ends as soon as that answers. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#tellEnd();
    await within(endsWithinMs, this.ended);
  }

  readonly #tellEnd = (): void => {
    this.#rouse(endMessage);
  };

  #rouse(message: number): void {
    if (this.#window !== null) nativeLibrary('user32').PostMessageW(this.#window, message, 0, 0);
  }

  #heard(report: ThreadReport): void {
    if (report.is === 'ready') return this.#onReady(report.window);
    if (report.is === 'changed') return this.#changed(report);
    if (report.is === 'fault') return this.#fault(report.code);
    this.#waiting.get(report.id)?.(report);
    this.#waiting.delete(report.id);
  }

  #onReady(window: number | null): void {
    this.#window = window;
    this.#ready.resolve(window);
    if (this.#isEnding) this.#tellEnd();
  }

  #gone(): void {
    process.off('exit', this.#tellEnd);
    this.#window = null;
    this.#ready.resolve(null);
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#ended.resolve();
  }
}
