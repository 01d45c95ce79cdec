/**
 * The thread that presses keys, from outside: started when the user may want to paste, ended when nobody has for a while, replaced if it is late. Ending
 * it closes its connection, and with that whatever it held of the server.
 */
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import type { PasteOutcome } from '../interface.ts';
import type { PasteOrder, PasteThreadData } from './paste-thread.ts';

export interface PasteThreadParts extends PasteThreadData {
  readonly log: Log;
}

/** More than it waits for a window to become active. */
const answersWithinMs = 3_000;
const idleMs = 60_000;
/** In MB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

export class PasteThread implements AsyncDisposable {
  readonly #parts: PasteThreadParts;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: PasteThreadParts) {
    this.#parts = parts;
  }

  /** Starts it if it does not run. */
  prepare(): Worker {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    if (this.#worker !== null) return this.#worker;
    const { display, authorityFile } = this.#parts;
    const workerData: PasteThreadData = { display, authorityFile };
    const worker = new Worker(new URL('paste-thread.ts', import.meta.url), { workerData, resourceLimits, env: {} });
    worker.on('error', () => this.#parts.log.error('the thread that pastes crashed'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  /** One at a time: the caller waits for the answer. */
  async paste(order: PasteOrder): Promise<PasteOutcome> {
    const worker = this.prepare();
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
