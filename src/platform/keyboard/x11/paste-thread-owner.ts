/**
 * The thread that presses keys, from outside: started when the user may want to paste, ended when nobody has for a while, replaced if it is late. Ending
 * it closes its connection, and with that whatever it held of the server.
 */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import { lateWithinMs } from '../../x11/manager-patience.ts';
import type { KeyCombination, PasteOutcome } from '../interface.ts';
import type { KeyAnswer, KeyOrder, KeyOutcome, Numbered, PasteReady, PasteThreadData } from './paste-thread.ts';

export interface PasteThreadParts extends PasteThreadData {
  readonly log: Log;
}

/** On a machine that has much to do, a thread takes seconds to start. */
const startsWithinMs = 5_000;
/** From when it begins. More than it waits for a window to become active. */
const answersWithinMs = lateWithinMs + 2_000;
/** It may be waiting for the text of the paste before. */
const beginsWithinMs = 5_000;
const idleMs = 60_000;
const endOfPicker: readonly KeyOrder['kind'][] = ['paste', 'leave', 'type', 'drop'];
/** In MB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

export class PasteThread implements AsyncDisposable {
  readonly #parts: PasteThreadParts;
  #worker: Worker | null = null;
  #ready: Promise<boolean> = Promise.resolve(false);
  #idle: NodeJS.Timeout | undefined;
  #orders = 0;
  readonly #waiting = new Map<number, (outcome: KeyOutcome) => void>();
  /** By an order's number, who hears that the thread begins with it. */
  readonly #beginning = new Map<number, () => void>();

  constructor(parts: PasteThreadParts) {
    this.#parts = parts;
  }

  /** Starts it if it does not run. True once it can press keys; false if it can't, or does not start in time. Never rejects. */
  async prepare(): Promise<boolean> {
    this.#start();
    const isReady = await within(startsWithinMs, this.#ready);
    return isReady === true;
  }

  #start(): Worker {
    this.#restAfterwards();
    if (this.#worker !== null) return this.#worker;
    const { display, authorityFile } = this.#parts;
    const workerData: PasteThreadData = { display, authorityFile };
    const worker = new Worker(new URL('paste-thread.ts', import.meta.url), { workerData, resourceLimits, env: {} });
    worker.on('error', () => this.#parts.log.error('the thread that pastes crashed'));
    const ready = Promise.withResolvers<boolean>();
    worker.once('message', (said: PasteReady) => {
      ready.resolve(said === 'ready');
      worker.on('message', ({ number, value }: KeyAnswer) => {
        if (value === 'begun') this.#beginning.get(number)?.();
        else this.#answer(number, value);
      });
    });
    worker.on('exit', () => {
      ready.resolve(false);
      if (this.#worker !== worker && this.#worker !== null) return;
      this.#worker = null;
      for (const number of this.#waiting.keys()) this.#answer(number, 'unavailable');
    });
    this.#ready = ready.promise;
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  /** Makes the window active and presses these keys, if any, once the thread is ready. */
  async paste(window: number, keys: KeyCombination | null): Promise<PasteOutcome> {
    const worker = this.#start();
    // An order that is given before would be carried out whenever the thread is ready, however late.
    if (!(await this.prepare())) {
      this.#parts.log.warn('the thread that pastes was not ready in time');
      if (this.#worker === worker) await this.#end();
      return 'unavailable';
    }
    const begun = Promise.withResolvers<void>();
    const answered = this.order({ kind: 'paste', window, keys }, begun.resolve);
    await within(beginsWithinMs, Promise.race([begun.promise, answered]));
    const outcome = await within(answersWithinMs, answered);
    if (outcome !== tooLate && outcome !== 'done') return outcome;
    this.#parts.log.warn('a paste was late');
    await this.#end();
    return 'unavailable';
  }

  /** `unavailable` if it does not run, or ends before it has answered. */
  order(value: KeyOrder, begun?: () => void): Promise<KeyOutcome> {
    const worker = this.#worker;
    if (worker === null) return Promise.resolve('unavailable');
    // As long as the picker is there, the thread is.
    if (value.kind === 'watch') clearTimeout(this.#idle);
    else if (endOfPicker.includes(value.kind)) this.#restAfterwards();
    this.#orders += 1;
    const number = this.#orders;
    const answer = Promise.withResolvers<KeyOutcome>();
    this.#waiting.set(number, answer.resolve);
    if (begun) this.#beginning.set(number, begun);
    worker.postMessage({ number, value } satisfies Numbered<KeyOrder>);
    return answer.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  #restAfterwards(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  #answer(number: number, value: KeyOutcome): void {
    this.#waiting.get(number)?.(value);
    this.#waiting.delete(number);
    this.#beginning.delete(number);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
