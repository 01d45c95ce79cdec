/** Delivers the view to the page: the current revision at once if the page has not seen it, otherwise the next one. */
import { Watchdog } from '../../base/watchdog.ts';
import type { PageView } from '../../contract/shell-page.ts';

/** A request waits no longer, so that one whose page is gone does not stay forever. */
const waitsMs = 30_000;
/** More than one page never sends; a reloaded page leaves its last request behind. */
const mostWaiting = 8;
/**
 * The delay between two views that only show copies: painting takes a processor for a while, which reading the copies needs. An invisible page is not
 * left far behind either: it is painted before it is shown.
 */
const copiesEveryMs = { shown: 100, hidden: 1_000 } as const;
/** A page sends its next request as soon as it is answered. One that does not do so for this long is gone. */
const asksAgainWithinMs = 12_000;

export interface PageSilence {
  /** Called once it has lasted too long. */
  begun(): void;
  /** Whether something else than the page is to blame, which is then waited for. */
  isExcused?(): Promise<boolean>;
}

export class ViewFeed {
  readonly #paint: (revision: number) => PageView;
  readonly #silence: PageSilence;
  readonly #watchdog = new Watchdog();
  #revision = 0;
  /** Computed when it is first requested: views that nobody sees cost nothing. */
  #view: PageView | null = null;
  #waiting: (() => void)[] = [];
  #isTold = false;
  #isClosed = false;
  #isShown = true;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  /** When the effect of copies is sent; undefined while there is none. */
  #later: NodeJS.Timeout | undefined;

  /**
   * @param paint computes the view of the current state.
   * @param silence what to do about a page that was answered and sends no further request.
   */
  constructor(paint: (revision: number) => PageView, silence: PageSilence = { begun: () => {} }) {
    this.#paint = paint;
    this.#silence = silence;
  }

  /** The revision of the view with the current state. */
  get revision(): number {
    return this.#revision + (this.#isTold || this.#later !== undefined ? 1 : 0);
  }

  /** The state has changed, which should be visible at once. Changes in one turn of the event loop are one revision. */
  changed(): void {
    this.#view = null;
    if (this.#isTold) return;
    this.#isTold = true;
    queueMicrotask(() => {
      this.#isTold = false;
      this.#say();
    });
  }

  /** Copies have changed the state. The first change is sent at once; those that follow closely are sent together. */
  copiesChanged(): void {
    this.#view = null;
    if (this.#later !== undefined || this.#isClosed) return;
    const waitMs = this.#saidAtMs + copiesEveryMs[this.#isShown ? 'shown' : 'hidden'] - performance.now();
    if (waitMs <= 0) this.changed();
    else this.#later = setTimeout(() => this.#say(), waitMs);
  }

  /** Whether the page is visible; withheld changes are sent before it becomes visible. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#later !== undefined) this.#say();
  }

  /** The view once it has another revision than `after`, or the current one after half a minute. */
  async after(after: number): Promise<PageView> {
    this.#watchdog.rest();
    if (after === this.#revision) await this.#news();
    this.#view ??= this.#paint(this.#revision);
    this.#saidAtMs = performance.now();
    this.#listen();
    return this.#view;
  }

  /** The page is gone, and another one is being loaded: nothing waits for the old one, and the new one has to ask in time. */
  pageGone(): void {
    this.#say();
    this.#listen();
  }

  /** Drops all waiting requests. */
  close(): void {
    this.#isClosed = true;
    this.#watchdog.rest();
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
    if (this.#isClosed) return;
    const overdue = (): void => {
      if (this.#waiting.length === 0) this.#silence.begun();
    };
    this.#watchdog.expect(asksAgainWithinMs, overdue, this.#silence.isExcused);
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
