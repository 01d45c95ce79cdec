/**
 * Lines that should be in their file although the process is killed a moment later, of a process that must not wait for a disk: another thread writes them,
 * and this one waits until they are written, but only for a moment. A disk that does not answer costs that moment once; the lines are written when it does.
 */
import { Worker } from 'node:worker_threads';

export interface UrgentLine {
  readonly ticket: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** A larger file accepts no more lines. */
  readonly fullBytes: number;
}

/** In the memory that both threads share: the ticket of the last line that was taken, of the last one that was written or not, and of the last one that was not. */
export const urgentPlaces = { taken: 0, done: 1, failed: 2 } as const;

/** For the disk. */
const longestWaitMs = 500;
/** For a thread that is not running yet: on a busy machine that takes longer than a disk that answers. Heartbeats may be late by seconds. */
const startsWithinMs = 2_000;
/** Errors come together; after that the thread ends, and with it its megabytes. */
const idleMs = 5_000;
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4, codeRangeSizeMb: 8 };

/** `late`: it is written when the disk answers; `failed`, now or later: it is not in the file. */
export type UrgentOutcome = 'written' | 'late' | 'failed';

class UrgentLines {
  readonly #state = new Int32Array(new SharedArrayBuffer(12));
  /** What to do when a late line could not be written. */
  readonly #late = new Map<number, () => void>();
  #thread: Worker | null = null;
  #ticket = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Whether a disk has not answered yet. */
  get isWaiting(): boolean {
    return this.#late.size > 0;
  }

  /** `failed` is called if that turns out after this returned `late`. */
  append(line: Omit<UrgentLine, 'ticket'>, failed: () => void): UrgentOutcome {
    const ticket = ++this.#ticket;
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage({ ...line, ticket });
    } catch {
      return 'failed';
    }
    this.#endSoon();
    // While a disk does not answer, nobody waits for it again.
    if (this.isWaiting || !this.#wait(ticket)) {
      this.#late.set(ticket, failed);
      // So that the process notices that it cannot exit by itself.
      this.#thread.ref();
      return 'late';
    }
    return Atomics.load(this.#state, urgentPlaces.failed) === ticket ? 'failed' : 'written';
  }

  #start(): Worker {
    const thread = new Worker(new URL('./urgent-lines-thread.ts', import.meta.url), {
      workerData: this.#state,
      resourceLimits,
      env: {},
      execArgv: [],
    });
    thread.unref();
    thread.on('message', ({ ticket, isWritten }: { readonly ticket: number; readonly isWritten: boolean }) => {
      const failed = this.#late.get(ticket);
      this.#late.delete(ticket);
      if (!this.isWaiting) thread.unref();
      if (!isWritten) failed?.();
    });
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      const lost = [...this.#late.values()];
      this.#late.clear();
      for (const failed of lost) failed();
    });
    return thread;
  }

  #wait(ticket: number): boolean {
    return this.#reaches(urgentPlaces.taken, ticket, startsWithinMs) && this.#reaches(urgentPlaces.done, ticket, longestWaitMs);
  }

  #reaches(place: number, ticket: number, withinMs: number): boolean {
    const endMs = performance.now() + withinMs;
    for (let at = Atomics.load(this.#state, place); at < ticket; at = Atomics.load(this.#state, place)) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) return false;
      Atomics.wait(this.#state, place, at, leftMs);
    }
    return true;
  }

  #endSoon(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.isWaiting) void this.#thread?.terminate();
    }, idleMs).unref();
  }
}

/** One for all files of this process. */
export const urgentLines = new UrgentLines();
