/** The thread that has the clipboard, from outside: its start, its orders and answers, its end. */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { ThreadAnswer, ThreadFailure, ThreadOrder, ThreadReport } from './thread-messages.ts';

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

/** `rouse`: tells a thread that waits for messages of its own, in this window, that there are orders. */
export interface ThreadProgram {
  readonly url: URL;
  rouse?(window: number): void;
}

export class ClipboardThread {
  readonly #worker: Worker;
  readonly #rouse: ThreadProgram['rouse'];
  readonly #waiting = new Map<number, (answer: ThreadAnswer | null) => void>();
  readonly #ready = Promise.withResolvers<ThreadFailure | null>();
  readonly #ended = Promise.withResolvers<void>();
  #window: number | null = null;
  #lastId = 0;
  #isEnding = false;
  #isGone = false;
  #changed: (change: Changed) => void = () => {};
  #fault: (code: string) => void = () => {};

  private constructor({ url, rouse }: ThreadProgram) {
    this.#rouse = rouse;
    this.#worker = new Worker(url, { resourceLimits });
    this.#worker.on('message', (report: ThreadReport) => this.#heard(report));
    this.#worker.on('error', () => this.#fault('the thread crashed'));
    this.#worker.on('exit', () => this.#gone());
    // The process must not wait for a thread that waits for messages.
    process.once('exit', this.#tellEnd);
  }

  static async start(program: ThreadProgram): Promise<Outcome<ClipboardThread, ThreadFailure>> {
    const thread = new ClipboardThread(program);
    const fails = await within(startsWithinMs, thread.#ready.promise);
    if (fails === null) return done(thread);
    await thread.end();
    return failed(fails === tooLate ? 'no-display' : fails);
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
    if (this.#window !== null) this.#rouse?.(this.#window);
  }

  /** Null if the thread has ended, or ends before it answers. It may take as long as the owner of the clipboard does. */
  ask<Order extends WithoutId<Question>>(order: Order, moved: readonly ArrayBuffer[] = []): Promise<AnswerTo<Order> | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      if (this.#isGone) return resolve(null);
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
    this.order({ do: 'end' });
  };

  #heard(report: ThreadReport): void {
    if (report.is === 'ready') return this.#onReady(report);
    if (report.is === 'changed') return this.#changed(report);
    if (report.is === 'fault') return this.#fault(report.code);
    this.#waiting.get(report.id)?.(report);
    this.#waiting.delete(report.id);
  }

  #onReady({ fails, window }: Extract<ThreadReport, { is: 'ready' }>): void {
    this.#window = window ?? null;
    this.#ready.resolve(fails);
    if (this.#isEnding) this.#tellEnd();
  }

  #gone(): void {
    process.off('exit', this.#tellEnd);
    this.#isGone = true;
    this.#window = null;
    this.#ready.resolve('no-display');
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#ended.resolve();
  }
}
