/** What the left rail does to the window around it (§3): the window grows or shrinks, so that the content beside the rail keeps its width. */

/** CSS pixels: the rail with its symbols alone, and with labels. The page's style has the same two. */
export const railWidth = { closed: 48, open: 200 } as const;

/** Pixels of the display. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RailMove {
  /** Of the whole window, its frame included. */
  readonly bounds: Bounds;
  /** What the rail becomes; it was the other before. */
  readonly isOpen: boolean;
  /** Pixels of the display for a CSS pixel. */
  readonly scale: number;
  /** The part of the display that windows may have. */
  readonly screen: Bounds;
  /** Pixels of the content that the move before took away for want of room, as it said; 0 once the user has given the window another width. */
  readonly owed: number;
}

/**
 * The window's bounds with the rail open or closed. It grows to the right, goes to the left where the display ends there, and is never wider
 * than the display: what the content lacks then is `owed`, and given back by the next move that has room.
 */
export function moveRail({ bounds, isOpen, scale, screen, owed }: RailMove): { readonly bounds: Bounds; readonly owed: number } {
  const rail = Math.round(railWidth.open * scale) - Math.round(railWidth.closed * scale);
  const wanted = bounds.width + (isOpen ? rail : -rail) + owed;
  // A window that was wider than the display already, by its user's will, stays as wide.
  const width = Math.max(1, Math.min(wanted, Math.max(screen.width, isOpen ? bounds.width : 0)));
  const rightmost = screen.x + screen.width - width;
  const x = width > bounds.width ? Math.max(Math.min(bounds.x, rightmost), Math.min(bounds.x, screen.x)) : bounds.x;
  return { bounds: { ...bounds, x, width }, owed: wanted - width };
}
