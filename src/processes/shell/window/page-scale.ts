/**
 * How large the page is drawn: a desktop may ask for larger text, and its pixels are larger than those of the window then. The forms of the window grow
 * with them, so that as much of a page is seen as before.
 */
import { zoomOf } from '../../../domain/view/rail-width.ts';
import type { ShellWindow, WindowSize } from '../../../platform/window/index.ts';
import type { OpenWindowMemory, WindowMemory } from './window-memory.ts';

/** While somebody resizes a window by its edge. */
const mostWidths = 64;
/** A difference by rounding is not another zoom. */
const sameZoom = 0.02;
/** What desktops offer; a page that is not laid out yet may report anything. */
const zooms = { least: 0.5, most: 4 } as const;
/** Of the screen: what grows covers its panels no more than before. */
const mostOfScreen = 0.9;

interface PageScaleParts {
  readonly window: Pick<ShellWindow, 'bounds' | 'screen'>;
  readonly memory: Pick<OpenWindowMemory, 'value' | 'set'>;
}

export class PageScale {
  readonly #parts: PageScaleParts;
  /** The latest ones of the window. */
  #widthsBefore: readonly number[] = [];
  #isReloaded = false;

  constructor({ window, memory }: PageScaleParts) {
    this.#parts = { window, memory };
  }

  /** The window had this width. */
  widthWas(width: number): void {
    this.#widthsBefore = [...this.#widthsBefore, width].slice(-mostWidths);
  }

  /** The window is at rest, and its page laid out. */
  settled(): void {
    this.#widthsBefore = [];
  }

  /** A page that is not laid out yet for the window's width reports the previous width, which says nothing about its zoom. */
  measure(pageWidth: number): void {
    const { window, memory } = this.#parts;
    const isOfBefore = this.#widthsBefore.some((width) => isSameZoom(width / pageWidth, memory.value.pageZoom));
    if (!isOfBefore) memory.set({ pageZoom: zoomOf(window.bounds.width, pageWidth) });
  }

  /** The next page is loaded into a window that may be hidden, or another form: its width says nothing, and the zoom is that of the page before. */
  pageGone(): void {
    this.#isReloaded = true;
  }

  /** A page that has just been loaded reports its width. True if its zoom is another one than the last page had: the sizes of both forms have changed with it. */
  begin(pageWidth: number): boolean {
    if (this.#isReloaded) return false;
    const { window, memory } = this.#parts;
    // Its width is a whole number of pixels.
    const zoom = Math.round(zoomOf(window.bounds.width, pageWidth) * 100) / 100;
    const scaled = scaledTo(zoom, memory.value, window.screen);
    if (scaled !== null) memory.set(scaled);
    return scaled !== null;
  }
}

type Sizes = Pick<WindowMemory, 'pageZoom' | 'size' | 'pickerSize'>;

/** The sizes that show as much of the page at this zoom; null if it is the same zoom, or none. */
export function scaledTo(zoom: number, { pageZoom, size, pickerSize }: Sizes, screen: WindowSize | null): Sizes | null {
  if (!(zoom >= zooms.least && zoom <= zooms.most) || isSameZoom(zoom, pageZoom)) return null;
  const by = (of: WindowSize): WindowSize => scaledSize(of, zoom / pageZoom, screen);
  return { pageZoom: zoom, size: by(size), pickerSize: by(pickerSize) };
}

/** A size at this zoom. It grows no larger than there is room on the screen. */
export function scaledSize({ width, height }: WindowSize, zoom: number, screen: WindowSize | null): WindowSize {
  const scaled = (pixels: number, room = Number.POSITIVE_INFINITY): number =>
    Math.min(Math.round(pixels * zoom), Math.max(pixels, Math.floor(room * mostOfScreen)));
  return { width: scaled(width, screen?.width), height: scaled(height, screen?.height) };
}

function isSameZoom(one: number, other: number): boolean {
  return Math.abs(one / other - 1) < sameZoom;
}
