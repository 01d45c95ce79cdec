/**
 * Keeps the clipboard open as long as its display exists, and then looks for a new one: the display ends with its session, and the next session may have
 * another one in the same place. While the compositor of a Wayland session does not answer, it uses the clipboard of X, until that one does.
 */
import { within } from '../../base/deadline.ts';
import type { Outcome } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';

export interface DisplayParts {
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
  /** Calls `changed` when a display may have come or gone, where the system tells that. Used while there is none, or not the right one. */
  readonly watchPlace: (changed: () => void) => Disposable | null;
  /** No copy is being read: one that is would be lost with its clipboard. */
  readonly isAtRest: () => boolean;
  /** Called before each attempt to open a clipboard. */
  readonly opening: () => void;
  /** `isSuccessor`: it takes the place of one that was open until now, in the same session. */
  readonly opened: (clipboard: Clipboard, isSuccessor: boolean) => void;
  /** There is none, or none any more. */
  readonly lacking: (failure: OpenFailure) => void;
}

/** Looking for a display costs a connection. */
const firstReopenMs = 1_000;
const longestReopenMs = 30_000;
/** Nothing is read then, so that this is a round trip, unless the X server hangs; the clipboard of the compositor is not watched before. */
const closesWithinMs = 200;
/** An owner that does not answer is given up by then. A successor that comes in the middle of a longer burst is looked for again. */
const [restLookMs, mostRestLooks] = [20, 600];

export class DisplayConnection implements AsyncDisposable {
  readonly #parts: DisplayParts;
  #clipboard: Clipboard | null = null;
  #place: Disposable | null = null;
  /** The next look; undefined while none is to come, and during one. */
  #nextLook: NodeJS.Timeout | undefined;
  #reopenMs = firstReopenMs;
  /** Something was told of its place since the clipboard was last open. */
  #isChanged = false;
  #closed = false;

  constructor(parts: DisplayParts) {
    this.#parts = parts;
  }

  /** Null while there is none. */
  get clipboard(): Clipboard | null {
    return this.#clipboard;
  }

  /** Opens the clipboard. If it may be available later, further attempts follow automatically. */
  async open(): Promise<void> {
    this.#endLooks();
    this.#parts.opening();
    const opened = await this.#parts.openClipboard();
    if (this.#closed) return void (opened.ok && (await opened.value.close()));
    if (!opened.ok) return this.#lacks(opened.reason);
    this.#begin(opened.value, false);
  }

  /** The clipboard reports that its display is gone. */
  lost(): void {
    void this.#clipboard?.close();
    this.#clipboard = null;
    this.#lacks('no-display');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#endWatch();
    this.#endLooks();
    await this.#clipboard?.close();
  }

  #begin(clipboard: Clipboard, isSuccessor: boolean): void {
    this.#clipboard = clipboard;
    [this.#reopenMs, this.#isChanged] = [firstReopenMs, false];
    this.#parts.opened(clipboard, isSuccessor);
    if (clipboard.successor === undefined) return this.#endWatch();
    this.#watchPlace();
    void this.#succeed(clipboard);
  }

  /** Waits for the clipboard that is to be used in place of this one, for as long as a look lasts. */
  async #succeed(clipboard: Clipboard): Promise<void> {
    this.#endLooks();
    const successor = (await clipboard.successor?.()) ?? null;
    if (this.#clipboard !== clipboard || this.#closed) return void (await successor?.close());
    if (successor === null) return this.#lookAfter(this.#reopenMs);
    const isAtRest = await this.#rests(clipboard);
    if (this.#clipboard !== clipboard || this.#closed) return void (await successor.close());
    if (!isAtRest) {
      void successor.close();
      return this.#lookAfter(this.#reopenMs);
    }
    this.#clipboard = successor;
    // No copy is told by both. A copy of the history that Hub had put on the former one is offered again on this one, if that is empty.
    await within(closesWithinMs, clipboard.close());
    if (this.#closed) return;
    this.#parts.opening();
    this.#begin(successor, true);
  }

  /** Whether no copy is read any more before long. */
  async #rests(clipboard: Clipboard): Promise<boolean> {
    for (let looks = 0; looks < mostRestLooks && this.#clipboard === clipboard && !this.#closed; looks += 1) {
      if (this.#parts.isAtRest()) return true;
      await new Promise((resolve) => setTimeout(resolve, restLookMs));
    }
    return false;
  }

  #lacks(failure: OpenFailure): void {
    this.#parts.lacking(failure);
    if (failure === 'unsupported') return;
    this.#watchPlace();
    // A display that shows its clipboard to nobody stays so, until another one takes its place: while that appears, the one before may answer once more.
    const staysSo = (failure === 'wayland' || failure === 'no-xfixes') && !this.#isChanged;
    this.#lookAfter(staysSo ? longestReopenMs : this.#reopenMs);
  }

  #lookAfter(ms: number): void {
    this.#endLooks();
    this.#nextLook = setTimeout(() => this.#look(), ms);
    this.#reopenMs = Math.min(longestReopenMs, this.#reopenMs * 2);
  }

  #look(): void {
    void (this.#clipboard === null ? this.open() : this.#succeed(this.#clipboard));
  }

  /** Looks at once, or soon after the look that is under way; the pauses between further looks begin anew, because a display that is starting may not answer yet. */
  #changed(): void {
    [this.#reopenMs, this.#isChanged] = [firstReopenMs, true];
    if (this.#nextLook !== undefined) this.#look();
  }

  #endLooks(): void {
    clearTimeout(this.#nextLook);
    this.#nextLook = undefined;
  }

  #watchPlace(): void {
    this.#place ??= this.#parts.watchPlace(() => this.#changed());
  }

  #endWatch(): void {
    this.#place?.[Symbol.dispose]();
    this.#place = null;
  }
}
