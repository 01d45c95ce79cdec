/** Keeps the clipboard open as long as its display is there, and looks for one that may come: a session that restarts takes its display along. */
import type { Outcome } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';

export interface DisplayParts {
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
  /** Before each look for a clipboard. */
  readonly opening: () => void;
  readonly opened: (clipboard: Clipboard) => void;
  /** There is none, or none any more. */
  readonly lacking: (failure: OpenFailure) => void;
}

/** Looking for a display costs a connection. */
const firstReopenMs = 1_000;
const longestReopenMs = 30_000;

export class Display implements AsyncDisposable {
  readonly #parts: DisplayParts;
  #clipboard: Clipboard | null = null;
  #reopen: NodeJS.Timeout | undefined;
  #reopenMs = firstReopenMs;
  #closed = false;

  constructor(parts: DisplayParts) {
    this.#parts = parts;
  }

  /** Null while there is none. */
  get clipboard(): Clipboard | null {
    return this.#clipboard;
  }

  /** Opens the clipboard. Where there may be one later, it is looked for again by itself. */
  async open(): Promise<void> {
    this.#parts.opening();
    const opened = await this.#parts.openClipboard();
    if (this.#closed) return void (opened.ok && (await opened.value.close()));
    if (!opened.ok) return this.#lacks(opened.reason);
    this.#clipboard = opened.value;
    this.#reopenMs = firstReopenMs;
    this.#parts.opened(opened.value);
  }

  /** The clipboard tells that its display is gone. */
  lost(): void {
    void this.#clipboard?.close();
    this.#clipboard = null;
    this.#lacks('no-display');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopen);
    await this.#clipboard?.close();
  }

  #lacks(failure: OpenFailure): void {
    this.#parts.lacking(failure);
    if (failure !== 'no-display') return;
    this.#reopen = setTimeout(() => void this.open(), this.#reopenMs);
    this.#reopenMs = Math.min(longestReopenMs, this.#reopenMs * 2);
  }
}
