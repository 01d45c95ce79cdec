/** The two forms of the window. A toolkit has switches, one by one; together they are a form. */
import type { BrowserWindow } from '@webviewjs/webview';
import type { WindowForm } from './interface.ts';

export class FormOfWindow {
  readonly #window: BrowserWindow;
  #form: WindowForm = 'window';
  /** Before it became the picker, which has a size of its own. */
  #wasMaximised = false;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  set(form: WindowForm): void {
    if (form === this.#form) return;
    this.#form = form;
    const isPicker = form === 'picker';
    if (isPicker) this.#wasMaximised = this.#window.isMaximized();
    if (isPicker && this.#wasMaximised) this.#window.setMaximized(false);
    this.#window.setDecorations(!isPicker);
    this.#window.setAlwaysOnTop(isPicker);
    this.#window.setSkipTaskbar(isPicker);
    if (!isPicker && this.#wasMaximised) this.#window.setMaximized(true);
  }
}
