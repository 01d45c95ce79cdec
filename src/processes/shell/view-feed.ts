/** The view as the page asks for it: its present revision at once where that is news, and else when there is one. */
import type { PageView } from '../../contract/shell-page.ts';

/** A question waits no longer, so that one whose asker is gone does not stay for ever. */
const waitsMs = 30_000;
/** More than one page never asks; a page that was loaded anew leaves its last question behind. */
const mostWaiting = 8;

export class ViewFeed {
  readonly #paint: (revision: number) => PageView;
  #revision = 0;
  /** Made when it is first asked for: views that nobody sees cost nothing. */
  #view: PageView | null = null;
  #waiting: (() => void)[] = [];
  #isTold = false;

  /** @param paint makes the view of the present state. */
  constructor(paint: (revision: number) => PageView) {
    this.#paint = paint;
  }

  /** The revision of the view that shows the present state. */
  get revision(): number {
    return this.#revision + (this.#isTold ? 1 : 0);
  }

  /** The state has changed. What changes in one run of code is one revision. */
  changed(): void {
    this.#view = null;
    if (this.#isTold) return;
    this.#isTold = true;
    queueMicrotask(() => {
      this.#isTold = false;
      this.#revision += 1;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const wake of waiting) wake();
    });
  }

  /** The view once it is of another revision than `after`, or as it is after half a minute. */
  async after(after: number): Promise<PageView> {
    if (after === this.#revision) await this.#news();
    this.#view ??= this.#paint(this.#revision);
    return this.#view;
  }

  /** Lets go of everybody who waits. */
  close(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #news(): Promise<void> {
    if (this.#waiting.length >= mostWaiting) this.#waiting.shift()?.();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== wake);
        resolve();
      };
      const timer = setTimeout(wake, waitsMs);
      timer.unref();
      this.#waiting.push(wake);
    });
  }
}
