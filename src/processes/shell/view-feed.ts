/** The view as the page asks for it: its present revision at once where that is news, and else when there is one. */
import type { PageView } from '../../contract/shell-page.ts';

/** A question waits no longer, so that one whose asker is gone does not stay for ever. */
const waitsMs = 30_000;
/** More than one page never asks; a page that was loaded anew leaves its last question behind. */
const mostWaiting = 8;
/** A page asks again as soon as it is answered. One that does not for so long is not there any more. */
const asksAgainWithinMs = 12_000;

export class ViewFeed {
  readonly #paint: (revision: number) => PageView;
  readonly #silent: () => void;
  #silence: NodeJS.Timeout | undefined;
  #revision = 0;
  /** Made when it is first asked for: views that nobody sees cost nothing. */
  #view: PageView | null = null;
  #waiting: (() => void)[] = [];
  #isTold = false;
  #isClosed = false;

  /**
   * @param paint makes the view of the present state.
   * @param silent is called when a page that was answered asks nothing more.
   */
  constructor(paint: (revision: number) => PageView, silent: () => void = () => {}) {
    this.#paint = paint;
    this.#silent = silent;
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
    clearTimeout(this.#silence);
    if (after === this.#revision) await this.#news();
    this.#view ??= this.#paint(this.#revision);
    this.#listen();
    return this.#view;
  }

  /** Lets go of everybody who waits. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#isClosed) return;
    this.#silence = setTimeout(() => {
      if (this.#waiting.length === 0) this.#silent();
    }, asksAgainWithinMs);
    this.#silence.unref();
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
