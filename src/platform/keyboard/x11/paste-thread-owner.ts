/**
 * The thread that presses keys, from outside: started when the user may want to paste, ended when nobody has for a while, replaced if it is late. Ending
 * it closes its connection, and with that whatever it held of the server.
 */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import type { PasteOutcome } from '../interface.ts';
import type { PasteOrder, PasteReady, PasteThreadData } from './paste-thread.ts';

export interface PasteThreadParts extends PasteThreadData {
  readonly log: Log;
}

/** On a machine that has much to do, a thread takes seconds to start. */
const startsWithinMs = 5_000;
/** More than it waits for a window to become active. */
const answersWithinMs = 3_000;
const idleMs = 60_000;
/** In MB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

export class PasteThread implements AsyncDisposable {
  readonly #parts: PasteThreadParts;
  #worker: Worker | null = null;
  #ready: Promise<boolean> = Promise.resolve(false);
  #idle: NodeJS.Timeout | undefined;

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
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    if (this.#worker !== null) return this.#worker;
    const { display, authorityFile } = this.#parts;
    const workerData: PasteThreadData = { display, authorityFile };
    const worker = new Worker(new URL('paste-thread.ts', import.meta.url), { workerData, resourceLimits, env: {} });
    worker.on('error', () => this.#parts.log.error('the thread that pastes crashed'));
    const ready = Promise.withResolvers<boolean>();
    worker.once('message', (said: PasteReady) => ready.resolve(said === 'ready'));
    worker.on('exit', () => {
      ready.resolve(false);
      if (this.#worker === worker) this.#worker = null;
    });
    this.#ready = ready.promise;
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  /** One at a time: the caller waits for the answer. */
  async paste(order: PasteOrder): Promise<PasteOutcome> {
    const worker = this.#start();
    // An order that is given before would be carried out whenever the thread is ready, however late.
    if (!(await this.prepare())) {
      this.#parts.log.warn('the thread that pastes was not ready in time');
      if (this.#worker === worker) await this.#end();
      return 'unavailable';
    }
    const told = Promise.withResolvers<PasteOutcome>();
    const onExit = (): void => told.resolve('unavailable');
    worker.once('message', told.resolve).once('exit', onExit);
    worker.postMessage(order);
    const outcome = await within(answersWithinMs, told.promise);
    worker.off('message', told.resolve).off('exit', onExit);
    if (outcome !== tooLate) return outcome;
    this.#parts.log.warn('a paste was late');
    await this.#end();
    return 'unavailable';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
