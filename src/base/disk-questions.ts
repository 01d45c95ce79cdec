/**
 * Questions to disks that may not respond, such as network drives. A call to such a disk blocks one of the threads that all files of the process share,
 * for as long as the disk is dead. So everybody in a process who asks such disks asks through one of these: it leaves threads for all other files,
 * however many questions hang.
 */
import { tooLate, within } from './deadline.ts';

/** A disk that is awake responds in microseconds. */
const usualAnswerMs = 500;
/** Node has four threads, unless more are set (`UV_THREADPOOL_SIZE`). */
const usualMostOpen = 2;

interface OpenQuestion {
  readonly ended: Promise<void>;
  /** Nobody waits for it any more. */
  isLate: boolean;
}

export class DiskQuestions {
  readonly #open = new Map<string, OpenQuestion>();
  readonly #mostOpen: number;

  /** `mostOpen`: how many calls may hang; fewer than the process has threads. */
  constructor(mostOpen = usualMostOpen) {
    this.#mostOpen = mostOpen;
  }

  /**
   * The answer of `question`, a call about this path that takes one thread; `tooLate` if there is none after `withinMs`. A path that has not responded yet
   * is not asked again, and nothing is asked while as many questions hang as may. Rejects as `question` does.
   */
  async ask<Answer>(path: string, question: () => Promise<Answer>, withinMs = usualAnswerMs): Promise<Answer | typeof tooLate> {
    const endMs = performance.now() + withinMs;
    for (;;) {
      const before = this.#before(path);
      if (before === null) break;
      if (before === tooLate || (await within(endMs - performance.now(), before)) === tooLate) return tooLate;
    }
    const asked = question();
    const open: OpenQuestion = {
      ended: asked.then(
        () => void this.#open.delete(path),
        () => void this.#open.delete(path),
      ),
      isLate: false,
    };
    this.#open.set(path, open);
    const answer = await within(endMs - performance.now(), asked);
    open.isLate = answer === tooLate;
    return answer;
  }

  /** What has to end first: null for nothing, `tooLate` for what hangs already. */
  #before(path: string): Promise<void> | typeof tooLate | null {
    const same = this.#open.get(path);
    if (same !== undefined) return same.isLate ? tooLate : same.ended;
    if (this.#open.size < this.#mostOpen) return null;
    const lively = [...this.#open.values()].filter(({ isLate }) => !isLate);
    return lively.length === 0 ? tooLate : Promise.race(lively.map(({ ended }) => ended));
  }
}
