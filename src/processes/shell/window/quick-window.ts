/**
 * The quick settings (§1.6): the window in a small form of its own, with the preferences of one document. Whatever closes it brings the window back as it was:
 * hidden, or shown where it was. If another program's window was active, it is again, and Hub's window stays behind it.
 */
import type { QuickSettingsName } from '../../../contract/documents.ts';
import { say } from '../../../domain/language/say.ts';
import { quickTitles } from '../../../domain/view/settings/quick-table.ts';
import type { ShellWindow, WindowBounds, WindowSize } from '../../../platform/window/index.ts';
import { placeOver } from '../../../platform/window/place-on-screen.ts';
import type { Notices } from '../notices/notices.ts';
import type { Shell } from '../shell.ts';
import { scaledSize } from './page-scale.ts';
import type { WindowControl } from './window-control.ts';
import { type OpenWindowMemory, smallestSize } from './window-memory.ts';

export interface QuickWindowParts {
  readonly window: Pick<
    ShellWindow,
    'activate' | 'bounds' | 'extent' | 'hide' | 'isActive' | 'isVisible' | 'move' | 'resize' | 'screen' | 'setForm' | 'showBehind'
  >;
  readonly control: Pick<WindowControl, 'isPicker' | 'leavePicker' | 'setAside' | 'isDrawn'>;
  readonly memory: Pick<OpenWindowMemory, 'value'>;
  readonly shell: Pick<Shell, 'set' | 'setShown'> & { readonly notices: Pick<Notices, 'clear'> };
  /** Reads the documents, and follows them. */
  readonly follow: () => void;
}

/** Of the window itself. */
export const windowTitle = 'Hub';
const ownSize: WindowSize = { width: 480, height: 560 };
const smallest: WindowSize = { width: 320, height: 280 };
/** No picker is opened so often: each form of the window has a number of its own. */
const firstOpened = 1_000_000_000;

interface Before {
  readonly bounds: WindowBounds;
  readonly isShown: boolean;
  readonly wasActive: boolean;
}

export class QuickWindow {
  readonly #parts: QuickWindowParts;
  #opened = firstOpened;
  /** What the window was; null while it is itself. */
  #before: Before | null = null;

  constructor(parts: QuickWindowParts) {
    this.#parts = parts;
  }

  /** Another one takes the place of the one that is open. True once it is the active window. */
  async open(name: QuickSettingsName): Promise<boolean> {
    const { window, control, shell, memory, follow } = this.#parts;
    if (control.isPicker) await control.leavePicker();
    const title = say('{name} – Hub', { name: quickTitles[name]().title });
    if (this.#before === null) {
      control.setAside(() => this.leave());
      this.#before = { bounds: window.bounds, isShown: window.isVisible, wasActive: window.isActive };
      if (window.isVisible) window.hide();
      window.setForm('small', title);
      const { screen } = window;
      const { pageZoom } = memory.value;
      const size = scaledSize(ownSize, pageZoom, screen);
      window.resize(size, scaledSize(smallest, pageZoom, screen));
      window.move(placeOver(size, window.screen ?? this.#before.bounds));
    } else window.setForm('small', title);
    const before = this.#before;
    follow();
    this.#opened += 1;
    shell.notices.clear();
    shell.set({ quick: { name, opened: this.#opened } });
    shell.setShown(true);
    await control.isDrawn(this.#opened);
    return this.#before === before && (await window.activate());
  }

  /** The window is itself again. */
  async leave(): Promise<void> {
    const before = this.#before;
    if (before === null) return;
    const { window, control, shell, memory } = this.#parts;
    const { railIsOpen, pageZoom } = memory.value;
    this.#before = null;
    window.hide();
    window.setForm('window', windowTitle);
    window.resize(before.bounds, smallestSize(railIsOpen, pageZoom));
    window.move(before.bounds);
    control.setAside(null);
    shell.notices.clear();
    shell.set({ quick: null });
    shell.setShown(before.isShown);
    await control.isDrawn(0);
    // Meanwhile it may have been opened again, or the window hidden.
    if (this.#before !== null || !before.isShown || !memory.value.shownIn.isShown) return;
    await (before.wasActive ? window.activate() : window.showBehind());
  }
}
