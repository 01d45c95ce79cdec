/** What the left rail does to the window around it (§3): the window grows or shrinks, so that the content beside the rail keeps its width. */

/** CSS pixels: the rail with its symbols alone, and with labels. The page's style has the same two. */
export const railWidth = { closed: 48, open: 200 } as const;

/** CSS pixels: in a window from this width on the page lays the labels beside the content, in a narrower one over it, as its style says. */
const besideFrom = 521;

/** Pixels of the window. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RailMove {
  /** The place of the window with its frame, the size without it. */
  readonly bounds: Bounds;
  /** What the rail becomes; it was the other before. */
  readonly isOpen: boolean;
  /** The display, with what its desktop's panels take of it. */
  readonly screen: Bounds;
  /** Pixels of the content that the move before took away for want of room, as it said; 0 once the user has given the window another width. */
  readonly owed: number;
  /** Pixels of the window to one of the page: 1.5 where a desktop asks for letters that large (`Xft.dpi`). */
  readonly zoom: number;
}

/** What the window is wider by with the rail open. */
const extra = (zoom: number): number => Math.round((railWidth.open - railWidth.closed) * zoom);

/** The width of a window with the rail open or closed, of one whose rail is closed; and the other way round. */
export const withRail = (closedWidth: number, isOpen: boolean, zoom: number): number => closedWidth + (isOpen ? extra(zoom) : 0);
export const withoutRail = (width: number, isOpen: boolean, zoom: number): number => width - (isOpen ? extra(zoom) : 0);

/** The smallest width of a window: with the rail open the labels are beside the content, and with it closed there is room to open it so. */
export function smallestWidth(isOpen: boolean, zoom: number): number {
  return withRail(Math.ceil(besideFrom * zoom) - extra(zoom), isOpen, zoom);
}

/** From what a window and its page say of the same width; a page that is still being laid out for it says nearly the same. */
export function zoomOf(windowWidth: number, pageWidth: number): number {
  const zoom = windowWidth / pageWidth;
  return Math.abs(zoom - 1) < 0.02 ? 1 : Math.min(Math.max(zoom, 0.25), 8);
}

/**
 * The window's bounds with the rail open or closed. It grows to the right, goes to the left where the display ends there, and is never wider
 * than the display: what the content lacks then is `owed`, and given back by the next move that has room.
 */
export function moveRail({ bounds, isOpen, screen, owed, zoom }: RailMove): { readonly bounds: Bounds; readonly owed: number } {
  const wanted = bounds.width + (isOpen ? extra(zoom) : -extra(zoom)) + owed;
  // A window that was wider than the display already, by its user's will, stays as wide.
  const width = Math.max(1, Math.min(wanted, Math.max(screen.width, isOpen ? bounds.width : 0)));
  const rightmost = screen.x + screen.width - width;
  const x = width > bounds.width ? Math.max(Math.min(bounds.x, rightmost), Math.min(bounds.x, screen.x)) : bounds.x;
  return { bounds: { ...bounds, x, width }, owed: wanted - width };
}
