/** The forms of the window. A toolkit has switches, one by one; together they are a form. */
import type { BrowserWindow } from '@webviewjs/webview';
import type { WindowForm } from './interface.ts';

export class FormOfWindow {
  readonly #window: BrowserWindow;
  #form: WindowForm = 'window';
  /** Before it took a form that has a size of its own. */
  #wasMaximised = false;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  set(form: WindowForm, title?: string): void {
    if (title !== undefined) this.#window.setTitle(title);
    if (form === this.#form) return;
    const isFromWindow = this.#form === 'window';
    this.#form = form;
    if (isFromWindow) this.#wasMaximised = this.#window.isMaximized();
    if (isFromWindow && this.#wasMaximised) this.#window.setMaximized(false);
    this.#window.setDecorations(form !== 'picker');
    this.#place();
    if (form === 'window' && this.#wasMaximised) this.#window.setMaximized(true);
  }

  /**
   * The window has just been hidden. GTK shows a window again with the states that it knows of, and of those that were changed a moment ago its manager's
   * answer may not have been read yet: it would stay on top of all others.
   */
  hidden(): void {
    this.#place();
  }

  #place(): void {
    this.#window.setAlwaysOnTop(this.#form === 'picker');
    this.#window.setSkipTaskbar(this.#form === 'picker');
  }
}
