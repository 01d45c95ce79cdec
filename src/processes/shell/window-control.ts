/**
 * What becomes of the window (§3): shown with the keyboard, hidden, toggled; its rail opened and closed with the content as wide as before; its
 * place and size kept. It closes only when Hub ends.
 */
import type { Log } from '../../base/log.ts';
import { moveRail, railWidth } from '../../domain/rail.ts';
import type { ShellWindow, WindowBounds } from '../../platform/window/index.ts';
import type { Shell } from './shell.ts';
import type { OpenWindowMemory } from './window-memory.ts';

export interface WindowControlParts {
  readonly window: ShellWindow;
  readonly memory: OpenWindowMemory;
  readonly shell: Shell;
  readonly log: Log;
  /** Which run of Hub this is: the same after a failure of this process, another one after a start. */
  readonly run: string;
}

/** The rail's change of width: what the window is wider by with it open. */
const railExtra = railWidth.open - railWidth.closed;

export class WindowControl {
  readonly #parts: WindowControlParts;
  #owed = 0;

  constructor(parts: WindowControlParts) {
    this.#parts = parts;
    const { window, memory, shell } = parts;
    window.on('closeRequested', () => this.hide());
    window.on('moved', ({ x, y, width, height }) => {
      if (width !== this.#resizedTo) this.#owed = 0;
      const closedWidth = width - (shell.state.railIsOpen ? railExtra : 0) + this.#owed;
      memory.set({ ...(window.hasPlace ? { place: { x, y } } : {}), size: { width: closedWidth, height } });
    });
  }

  #resizedTo = 0;

  /** At the start of its process: a window that comes back after a failure is as it was, a new start shows it. */
  get isToBeShown(): boolean {
    const { memory, run } = this.#parts;
    const { shownIn } = memory.value;
    return shownIn.run !== run || shownIn.isShown;
  }

  hide(): void {
    this.#parts.window.hide();
    this.#remember(false);
  }

  /** Hidden or minimised → foreground. True once it really is the active window. */
  async restore(): Promise<boolean> {
    const startedAtMs = performance.now();
    this.#remember(true);
    const active = await this.#parts.window.activate();
    const tookMs = Math.round(performance.now() - startedAtMs);
    if (active) this.#parts.log.debug('window restored', { tookMs });
    else this.#parts.log.warn('the window was shown, and did not become the active one', { tookMs });
    return active;
  }

  /** Shown and not minimised → hidden; else → foreground. */
  async toggle(): Promise<void> {
    if (this.#parts.window.isVisible) this.hide();
    else await this.restore();
  }

  /** The window grows or shrinks by the rail, so that the content keeps its width. */
  toggleRail(): void {
    const { window, shell, memory } = this.#parts;
    const isOpen = !shell.state.railIsOpen;
    const screen = window.screen ?? { x: 0, y: 0, width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER };
    const before = window.bounds;
    const moved = moveRail({ bounds: before, isOpen, scale: 1, screen, owed: this.#owed });
    this.#owed = moved.owed;
    this.#resizedTo = moved.bounds.width;
    shell.set({ railIsOpen: isOpen });
    memory.set({ railIsOpen: isOpen });
    window.resize({ width: moved.bounds.width, height: before.height });
    if (moved.bounds.x !== before.x) window.move({ x: moved.bounds.x, y: before.y });
  }

  #remember(isShown: boolean): void {
    const { memory, run } = this.#parts;
    memory.set({ shownIn: { run, isShown } });
  }
}

/** The content's size of a window that was kept without its rail. */
export function sizeWithRail(size: Pick<WindowBounds, 'width' | 'height'>, railIsOpen: boolean): Pick<WindowBounds, 'width' | 'height'> {
  return { width: size.width + (railIsOpen ? railExtra : 0), height: size.height };
}
