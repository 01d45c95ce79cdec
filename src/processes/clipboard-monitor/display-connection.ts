/**
 * Keeps the clipboard open as long as its display exists, and then looks for a new one: the display ends with its session, and the next session may have
 * another one in the same place.
 */
import type { Outcome } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';

export interface DisplayParts {
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
  /** Calls `changed` when a display may have come or gone, where the system tells that. Used while there is none. */
  readonly watchPlace: (changed: () => void) => Disposable | null;
  /** Called before each attempt to open a clipboard. */
  readonly opening: () => void;
  readonly opened: (clipboard: Clipboard) => void;
  /** There is none, or none any more. */
  readonly lacking: (failure: OpenFailure) => void;
}

/** Looking for a display costs a connection. */
const firstReopenMs = 1_000;
const longestReopenMs = 30_000;

export class DisplayConnection implements AsyncDisposable {
  readonly #parts: DisplayParts;
  #clipboard: Clipboard | null = null;
  #place: Disposable | null = null;
  #reopen: NodeJS.Timeout | undefined;
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
    this.#reopen = undefined;
    this.#parts.opening();
    const opened = await this.#parts.openClipboard();
    if (this.#closed) return void (opened.ok && (await opened.value.close()));
    if (!opened.ok) return this.#lacks(opened.reason);
    this.#endWatch();
    this.#clipboard = opened.value;
    [this.#reopenMs, this.#isChanged] = [firstReopenMs, false];
    this.#parts.opened(opened.value);
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
    clearTimeout(this.#reopen);
    this.#reopen = undefined;
    await this.#clipboard?.close();
  }

  #lacks(failure: OpenFailure): void {
    this.#parts.lacking(failure);
    if (failure === 'unsupported') return;
    this.#place ??= this.#parts.watchPlace(() => this.#changed());
    // A display that shows its clipboard to nobody stays so, until another one takes its place: while that appears, the one before may answer once more.
    const staysSo = (failure === 'wayland' || failure === 'no-xfixes') && !this.#isChanged;
    this.#reopen = setTimeout(() => void this.open(), staysSo ? longestReopenMs : this.#reopenMs);
    this.#reopenMs = Math.min(longestReopenMs, this.#reopenMs * 2);
  }

  /** Looks at once, or soon after the look that is under way; the pauses between further looks begin anew, because a display that is starting may not answer yet. */
  #changed(): void {
    [this.#reopenMs, this.#isChanged] = [firstReopenMs, true];
    if (this.#reopen === undefined) return;
    clearTimeout(this.#reopen);
    void this.open();
  }

  #endWatch(): void {
    this.#place?.[Symbol.dispose]();
    this.#place = null;
  }
}
