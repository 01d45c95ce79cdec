/** An active window that a test sets. */
import type { ActiveWindow, WindowIdentity } from './interface.ts';

export class FakeActiveWindow implements ActiveWindow {
  #window: WindowIdentity | null = null;

  activate(window: WindowIdentity | null): void {
    this.#window = window;
  }

  async activeWindow(): Promise<WindowIdentity | null> {
    return this.#window;
  }

  async close(): Promise<void> {
    this.#window = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
