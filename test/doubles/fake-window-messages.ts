/** A source of window messages that a test controls. */

import type { EndOfMessages, HearMessage, WindowMessages } from '../../src/platform/window-messages/interface.ts';
import { MessageReporter } from '../../src/platform/window-messages/message-monitor.ts';

export class FakeWindowMessages implements WindowMessages {
  readonly #hearing: MessageReporter;
  readonly #windowHandle: bigint;

  constructor(windowHandle: bigint, heard: HearMessage) {
    this.#windowHandle = windowHandle;
    this.#hearing = new MessageReporter(heard);
  }

  get ended(): Promise<EndOfMessages> {
    return this.#hearing.ended;
  }

  send(message: number, wParam = 0n, lParam = 0n): void {
    this.#hearing.tell({ windowHandle: this.#windowHandle, message, wParam, lParam });
  }

  destroyWindow(): void {
    this.#hearing.end('window-gone');
  }

  async close(): Promise<void> {
    this.#hearing.end('closed');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
