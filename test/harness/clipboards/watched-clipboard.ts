/** A clipboard of any system that is watched, and the events in the order in which they arrived. */
import { ContentSpool } from '../../../src/base/files/spooled-content.ts';
import { identifyOwner } from '../../../src/domain/capture/owner-identity.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, CopyEvent } from '../../../src/platform/clipboard/index.ts';

type Settled = Exclude<CopyEvent, { kind: 'cleared' }>;

export class WatchedClipboard {
  readonly clipboard: Clipboard;
  readonly folder: string;
  readonly lost: Promise<string>;
  readonly #events: CopyEvent[] = [];
  readonly #lost = Promise.withResolvers<string>();
  #taken = 0;
  #wake: () => void = () => {};

  constructor(clipboard: Clipboard, folder: string) {
    this.clipboard = clipboard;
    this.folder = folder;
    this.lost = this.#lost.promise;
  }

  /** Starts watching, again if it is watched already. */
  watch(options: Partial<ClipboardWatchOptions> = {}): ClipboardWatch {
    return this.clipboard.watch(this.#options(options));
  }

  /** The same for selected text. */
  watchSelected(options: Partial<ClipboardWatchOptions> = {}): ClipboardWatch {
    return this.clipboard.watchSelected(this.#options({ isTextAlone: true, ...options }));
  }

  /** The next event, also that the clipboard is empty. */
  async nextOfAll(): Promise<CopyEvent> {
    for (;;) {
      const event = this.#events[this.#taken];
      if (event === undefined) await this.#more();
      else {
        this.#taken += 1;
        return event;
      }
    }
  }

  /** The next event that ends a copy. */
  async next(): Promise<Settled> {
    for (;;) {
      const event = await this.nextOfAll();
      if (event.kind !== 'cleared') return event;
    }
  }

  /** The next event, which has to be a copy. */
  async nextCopy(): Promise<(CopyEvent & { kind: 'copy' })['copy']> {
    const event = await this.next();
    if (event.kind !== 'copy') throw new Error(`${event.kind}: ${event.because}`);
    return event.copy;
  }

  /** All events that end a copy so far, as soon as there are `count`. */
  async settled(count: number): Promise<Settled[]> {
    const settled: Settled[] = [];
    while (settled.length < count) settled.push(await this.next());
    return settled;
  }

  #options(options: Partial<ClipboardWatchOptions>): ClipboardWatchOptions {
    return {
      identifyOwner,
      judge: () => 'read',
      newContent: () => new ContentSpool({ folder: this.folder }),
      onEvent: (event) => {
        this.#events.push(event);
        this.#wake();
      },
      onLost: this.#lost.resolve,
      onFault: (error) => {
        throw error;
      },
      ...options,
    };
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
