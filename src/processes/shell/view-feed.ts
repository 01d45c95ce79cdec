/** The view as the page asks for it: its present revision at once where that is news, and else when there is one. */
import type { PageView } from '../../contract/shell-page.ts';

/** A question waits no longer, so that one whose asker is gone does not stay for ever. */
const waitsMs = 30_000;
/** More than one page never asks; a page that was loaded anew leaves its last question behind. */
const mostWaiting = 8;
/**
 * Between two views that only tell of copies: what a page paints takes a processor for a while, which whoever reads the copies needs. A page that
 * nobody sees is not left far behind either: it is painted before it is shown.
 */
const copiesEveryMs = { shown: 100, hidden: 1_000 } as const;
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
  #isShown = true;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  /** When what copies changed is said; undefined while they changed nothing since. */
  #later: NodeJS.Timeout | undefined;

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
    return this.#revision + (this.#isTold || this.#later !== undefined ? 1 : 0);
  }

  /** The state has changed, and that is to be seen at once. What changes in one run of code is one revision. */
  changed(): void {
    this.#view = null;
    if (this.#isTold) return;
    this.#isTold = true;
    queueMicrotask(() => {
      this.#isTold = false;
      this.#say();
    });
  }

  /** Copies have changed the state. The first one is said at once; those that come close behind it are said together. */
  copiesChanged(): void {
    this.#view = null;
    if (this.#later !== undefined || this.#isClosed) return;
    const waitMs = this.#saidAtMs + copiesEveryMs[this.#isShown ? 'shown' : 'hidden'] - performance.now();
    if (waitMs <= 0) this.changed();
    else this.#later = setTimeout(() => this.#say(), waitMs);
  }

  /** Whether anybody can see the page; what it was spared is said before it is seen. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#later !== undefined) this.#say();
  }

  /** The view once it is of another revision than `after`, or as it is after half a minute. */
  async after(after: number): Promise<PageView> {
    clearTimeout(this.#silence);
    if (after === this.#revision) await this.#news();
    this.#view ??= this.#paint(this.#revision);
    this.#saidAtMs = performance.now();
    this.#listen();
    return this.#view;
  }

  /** Lets go of everybody who waits. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    clearTimeout(this.#later);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #say(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#view = null;
    this.#revision += 1;
    this.#saidAtMs = performance.now();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
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
