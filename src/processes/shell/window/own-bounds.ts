/** What the window was before it became the picker, and is to be again. */
import type { WindowBounds, WindowSize } from '../../../platform/window/index.ts';

/** In pixels: window managers round. */
export const samePlace = 2;

export interface BeforePicker {
  readonly bounds: WindowBounds;
  readonly isShown: boolean;
  readonly isActive: boolean;
  readonly query: string;
  /** The window of whichever program that was right above it; null: none, or unknown. */
  readonly above: Promise<number | null>;
}

/**
 * What the picker, which is at rest, adds to the window's memory: the size that the user gave it, and never that of the window itself (`own`). What a window manager says
 * of a change of form may come long after it: a picker that is called again at once has the size of the window for a moment, and may be left in that moment.
 */
export function pickerAtRest(
  { isVisible, bounds }: { readonly isVisible: boolean; readonly bounds: WindowSize },
  own: WindowSize,
): { readonly pickerSize?: WindowSize } {
  const { width, height } = bounds;
  const isOwn = Math.abs(width - own.width) <= samePlace && Math.abs(height - own.height) <= samePlace;
  return isVisible && !isOwn ? { pickerSize: { width, height } } : {};
}

/** The bounds of the window itself. A size that was requested takes a moment, and the picker may be called and left again before. */
export class OwnBounds {
  #requested: { readonly bounds: WindowBounds; readonly instead: WindowSize } | null = null;

  /** The window is to have these again, and had that size as the picker. */
  requested(bounds: WindowBounds, instead: WindowSize): void {
    this.#requested = { bounds, instead };
  }

  /**
   * Where the window is to be moved once more, now that it has its size: a window manager that still saw the size of the picker kept all of that on the
   * screen. Null if it is there.
   */
  placeAgain(now: WindowBounds): WindowBounds | null {
    const bounds = this.#requested?.bounds;
    if (bounds === undefined || now.width !== bounds.width || now.height !== bounds.height) return null;
    this.#requested = null;
    return Math.abs(now.x - bounds.x) <= samePlace && Math.abs(now.y - bounds.y) <= samePlace ? null : bounds;
  }

  /** `now`: those that it has. */
  of(now: WindowBounds): WindowBounds {
    if (this.#requested === null) return now;
    const { bounds, instead } = this.#requested;
    if (now.width === instead.width && now.height === instead.height) return bounds;
    this.#requested = null;
    return now;
  }
}
