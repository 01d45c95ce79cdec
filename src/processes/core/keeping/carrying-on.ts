/**
 * Has copies carried over from a damaged journal that there was no time for at the start, in a thread: the event loop and the writer of the journal go on meanwhile, and
 * what the damaged one does to it ends the thread alone.
 */
import { Worker } from 'node:worker_threads';
import { within } from '../../../base/deadline.ts';
import { errorCode, type Log } from '../../../base/log.ts';
import { isAnythingLeft } from '../../../journal/damage/carrying/carry-on.ts';
import type { CarryOnData } from '../../../journal/damage/carrying/carry-on-thread.ts';
import type { PutAside } from '../../../journal/damage/names-aside.ts';
import type { JournalReader } from '../../../journal/journal.ts';

/** After a thread has ended and left something to do: twice as long each time, but where only room is missing. */
const firstPauseMs = 30_000;
const longestPauseMs = 3_600_000;
const endsWithinMs = 1_000;
/** In MB. A table of a million rows is remembered by their numbers, if its index is damaged. */
const resourceLimits = { maxOldGenerationSizeMb: 256, stackSizeMb: 1 } as const;

export interface CarryingOnParts extends Pick<CarryOnData, 'place'> {
  /** The one that the copies are carried over into. */
  readonly journal: JournalReader;
  /** `journal.max_megabytes`; null if not set. */
  readonly maxMegabytes: () => number | null;
  readonly log: Log;
  /** What runs in the thread; Hub's own unless given. */
  readonly program?: URL;
}

const usualProgram = new URL('../../../journal/damage/carrying/carry-on-thread.ts', import.meta.url);

export class CarryingOn implements AsyncDisposable {
  readonly #parts: CarryingOnParts;
  #thread: Worker | null = null;
  /** When the next one may start (`performance.now()`). */
  #fromMs = 0;
  #pauseMs = firstPauseMs;

  constructor(parts: CarryingOnParts) {
    this.#parts = parts;
  }

  /** Starts the thread if there is anything to do for it. `aside`: the journals that were put aside; the usual answer, none, costs nothing. */
  look(aside: readonly PutAside[]): void {
    const { place, journal, log, maxMegabytes, program = usualProgram } = this.#parts;
    if (this.#thread !== null || performance.now() < this.#fromMs || !isAnythingLeft(place, journal, aside)) return;
    const workerData: CarryOnData = { place, opened: journal.opened, maxMegabytes: maxMegabytes() };
    const thread = new Worker(program, { name: 'carry-on', workerData, resourceLimits });
    this.#thread = thread;
    thread.on('error', (error) => log.error('carrying over ended early', { code: errorCode(error) }));
    // It says that there is no room: somebody may be making some.
    thread.on('message', () => {
      this.#pauseMs = firstPauseMs;
    });
    thread.once('exit', () => {
      this.#thread = null;
      this.#fromMs = Math.max(this.#fromMs, performance.now() + this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
    });
  }

  /** Lets the thread end after its slice. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#fromMs = Number.POSITIVE_INFINITY;
    const thread = this.#thread;
    if (thread === null) return;
    const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('end');
    await within(endsWithinMs, gone);
    void thread.terminate();
  }
}
