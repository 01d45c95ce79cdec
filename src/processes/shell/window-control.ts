/**
 * What becomes of the window (§3): shown with the keyboard, hidden, toggled; its rail opened and closed with the content as wide as before; its
 * place and size kept. It closes only when Hub ends.
 */
import { Debounced } from '../../base/debounced.ts';
import type { Log } from '../../base/log.ts';
import { moveRail, smallestWidth, withoutRail, withRail, zoomOf } from '../../domain/rail.ts';
import type { ShellWindow, ShellWindowOptions, WindowSize } from '../../platform/window/index.ts';
import type { Shell } from './shell.ts';
import type { OpenWindowMemory, WindowMemory } from './window-memory.ts';

export interface WindowControlParts {
  readonly window: ShellWindow;
  readonly memory: OpenWindowMemory;
  readonly shell: Pick<Shell, 'state' | 'set' | 'setShown'>;
  readonly log: Log;
  /** Which run of Hub this is: the same after a failure of this process, another one after a start. */
  readonly run: string;
}

const smallestHeight = 420;
/** A window that is made as large as its screen, or is so no more, has sizes on the way that are neither. */
const settlesAfterMs = 150;
/** Of a window that somebody makes larger or smaller by its edge. */
const mostWidths = 64;
/** Rounding makes no other zoom. */
const sameZoom = 0.02;
/** Where nobody says how large the screen is. */
const boundless = { x: 0, y: 0, width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER } as const;

export class WindowControl implements Disposable {
  readonly #parts: WindowControlParts;
  readonly #settling = new Debounced(settlesAfterMs, () => this.#settled());
  #owed = 0;
  /** The width that the rail gave it last; with another one nothing is owed any more. */
  #resizedTo = 0;
  /** That the window had lately. */
  #widthsBefore: readonly number[] = [];
  /** The rail that the window's own size has room for: another one than is shown where it moved while the window was maximised. */
  #roomIsForOpen: boolean;

  constructor(parts: WindowControlParts) {
    this.#parts = parts;
    this.#roomIsForOpen = parts.shell.state.railIsOpen;
    parts.window.on('closeRequested', () => this.hide());
    parts.window.on('moved', () => {
      this.#widthWas(parts.window.bounds.width);
      this.#settling.request();
    });
  }

  /** At the start of its process: a window that comes back after a failure is as it was, a new start shows it. */
  get isToBeShown(): boolean {
    const { memory, run } = this.#parts;
    const { shownIn } = memory.value;
    return shownIn.run !== run || shownIn.isShown;
  }

  hide(): void {
    this.#settled();
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
    else if (this.#parts.window.isVisible) this.#parts.log.warn('the window was shown, and did not become the active one', { tookMs });
    return active;
  }

  /** Shown and not minimised → hidden; else → foreground. */
  async toggle(): Promise<void> {
    if (this.#parts.window.isVisible) this.hide();
    else await this.restore();
  }

  /**
   * The window grows or shrinks by the rail, so that the content keeps its width. One that is as large as its screen stays so: the content gives
   * way, and the window does what it owes once it has a size of its own again. `pageWidth` is what the page says of its width, in its pixels.
   */
  toggleRail(pageWidth?: number): void {
    const { window, shell, memory } = this.#parts;
    if (pageWidth !== undefined && window.extent === 'own') this.#measure(pageWidth);
    const railIsOpen = !shell.state.railIsOpen;
    shell.set({ railIsOpen });
    memory.set({ railIsOpen });
    if (window.extent === 'own') this.#makeRoom();
  }

  /** What moved last is kept. */
  [Symbol.dispose](): void {
    this.#settled();
  }

  /** A page that is not laid out yet for the window's width says the width of one before: that tells nothing of its zoom. */
  #measure(pageWidth: number): void {
    const { window, memory } = this.#parts;
    const known = memory.value.pageZoom;
    const isOfBefore = this.#widthsBefore.some((width) => Math.abs(width / pageWidth / known - 1) < sameZoom);
    if (!isOfBefore) memory.set({ pageZoom: zoomOf(window.bounds.width, pageWidth) });
  }

  #makeRoom(): void {
    const { window, shell, memory } = this.#parts;
    const zoom = memory.value.pageZoom;
    const isOpen = shell.state.railIsOpen;
    if (isOpen === this.#roomIsForOpen) return;
    const before = window.bounds;
    const moved = moveRail({ bounds: before, isOpen, screen: window.screen ?? boundless, owed: this.#owed, zoom });
    this.#roomIsForOpen = isOpen;
    this.#owed = moved.owed;
    this.#resizedTo = moved.bounds.width;
    this.#widthWas(before.width);
    window.resize({ width: moved.bounds.width, height: before.height }, smallestSize(isOpen, zoom));
    if (moved.bounds.x !== before.x) window.move({ x: moved.bounds.x, y: before.y });
  }

  /** It stands still: what it has of its own is remembered, and nothing that its screen has given it. */
  #settled(): void {
    const { window, memory } = this.#parts;
    this.#settling.stop();
    this.#widthsBefore = [];
    const { isVisible, extent } = window;
    if (!isVisible || extent === 'full-screen') return;
    memory.set({ isMaximised: extent === 'maximised' });
    if (extent === 'maximised') return;
    this.#makeRoom();
    const { x, y, width, height } = window.bounds;
    if (width !== this.#resizedTo) this.#owed = 0;
    const size = { width: withoutRail(width, this.#roomIsForOpen, memory.value.pageZoom) + this.#owed, height };
    memory.set({ ...(window.hasPlace ? { place: { x, y } } : {}), size });
  }

  #widthWas(width: number): void {
    this.#widthsBefore = [...this.#widthsBefore, width].slice(-mostWidths);
  }

  /** The page hears of it first: what is shown is to be what is so. */
  #remember(isShown: boolean): void {
    const { memory, run, shell } = this.#parts;
    shell.setShown(isShown);
    memory.set({ shownIn: { run, isShown } });
  }
}

function smallestSize(railIsOpen: boolean, zoom: number): WindowSize {
  return { width: smallestWidth(railIsOpen, zoom), height: smallestHeight };
}

/** How a window is opened that was kept: its size is kept without its rail. */
export function openedAs({
  place,
  size,
  railIsOpen,
  isMaximised,
  pageZoom,
}: WindowMemory): Pick<ShellWindowOptions, 'place' | 'size' | 'smallest' | 'isMaximised'> {
  const smallest = smallestSize(railIsOpen, pageZoom);
  const width = Math.max(withRail(size.width, railIsOpen, pageZoom), smallest.width);
  return { place, size: { width, height: Math.max(size.height, smallest.height) }, smallest, isMaximised };
}
