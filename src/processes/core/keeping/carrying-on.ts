/**
 * Has copies carried over from a damaged journal that there was no time for at the start, in a thread: the event loop and the writer of the journal go on meanwhile, and
 * what the damaged one does to it ends the thread alone.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { within } from '../../../base/deadline.ts';
import { errorCode, type Log, vetted } from '../../../base/log.ts';
import { isAnythingLeft, isLeftIn } from '../../../journal/damage/carrying/carry-on.ts';
import type { CarryOnData } from '../../../journal/damage/carrying/carry-on-thread.ts';
import { placesOf } from '../../../journal/damage/carrying/waiting-journals.ts';
import { whyClosed } from '../../../journal/damage/closed-journal.ts';
import type { PutAside } from '../../../journal/damage/names-aside.ts';
import type { JournalPlace, JournalReader } from '../../../journal/journal.ts';

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
  #isLooking = false;
  #isOver = false;
  /** The names of those that can't be opened, and why, as it was logged. */
  #closed: ReadonlyMap<string, string> = new Map();

  constructor(parts: CarryingOnParts) {
    this.#parts = parts;
  }

  /**
   * Starts the thread if there is anything to do for it, as soon as a journal that could not be opened can be. `aside`: the journals that were put aside; the usual
   * answer, none, costs nothing.
   */
  async look(aside: readonly PutAside[]): Promise<void> {
    if (this.#isLooking) return; // the disk does not answer
    this.#isLooking = true;
    try {
      const open = await this.#openAmong(aside);
      if (!this.#isOver) this.#startFor(open);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Those that can be opened. Of the others it is logged once why they can't be, if anything of them is still to come over. */
  async #openAmong(aside: readonly PutAside[]): Promise<readonly PutAside[]> {
    const { place, journal, log } = this.#parts;
    const [closed, told] = [new Set<string>(), new Map<string, string>()];
    for (const at of placesOf(place, aside)) {
      const [name, why] = [path.basename(at.file), await whyClosed(at)];
      if (why === null) continue;
      closed.add(name);
      if (!tryIsLeft(at, journal)) continue;
      told.set(name, why.code);
      if (this.#closed.get(name) === why.code) continue;
      log.error('a damaged journal can not be opened, so its copies wait', {
        file: vetted(path.basename(why.file)),
        code: vetted(why.code),
      });
    }
    const opened = [...this.#closed.keys()].filter((name) => !closed.has(name));
    this.#closed = told;
    if (opened.length > 0) [this.#fromMs, this.#pauseMs] = [0, firstPauseMs];
    return aside.filter(({ file }) => !closed.has(file));
  }

  #startFor(aside: readonly PutAside[]): void {
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
    this.#isOver = true;
    const thread = this.#thread;
    if (thread === null) return;
    const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('end');
    await within(endsWithinMs, gone);
    void thread.terminate();
  }
}

/** False if the new journal does not tell now. */
function tryIsLeft(at: JournalPlace, journal: JournalReader): boolean {
  try {
    return isLeftIn(at, journal);
  } catch {
    return false;
  }
}
