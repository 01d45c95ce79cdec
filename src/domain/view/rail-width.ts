/** How the left rail changes the window (§3): the window grows or shrinks, so that the content beside the rail keeps its width. */

/** CSS pixels: the rail with only its symbols, and with labels. The page's style has the same two values. */
export const railWidth = { closed: 48, open: 200 } as const;

/**
 * CSS pixels: in a window of at least this width the labels are beside the content, in a narrower one they cover it. The page's style has the same
 * value.
 */
const besideFrom = 521;

/** Pixels of the window. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RailMove {
  /** The position of the window with its frame; its size without the frame. */
  readonly bounds: Bounds;
  /** The new state of the rail; it had the other one before. */
  readonly isOpen: boolean;
  /** The display, without the panels of its desktop. */
  readonly screen: Bounds;
  /** Pixels that the previous change took from the content for lack of room, as it returned them; 0 once the user has resized the window. */
  readonly owed: number;
  /** Pixels by which the previous change moved it to the left for lack of room; 0 once the user has moved the window. */
  readonly shifted?: number;
  /** Window pixels per page pixel: 1.5 if the desktop asks for larger text (`Xft.dpi`). */
  readonly zoom: number;
}

/** How much wider the window is with the rail open. */
const extra = (zoom: number): number => Math.round((railWidth.open - railWidth.closed) * zoom);

/** The width of a window with the rail open or closed, from its width with the rail closed; and the reverse. */
export const withRail = (closedWidth: number, isOpen: boolean, zoom: number): number => closedWidth + (isOpen ? extra(zoom) : 0);
export const withoutRail = (width: number, isOpen: boolean, zoom: number): number => width - (isOpen ? extra(zoom) : 0);

/** The smallest width of a window: with the rail open the labels are beside the content, and with it closed there is room to open it that way. */
export function smallestWidth(isOpen: boolean, zoom: number): number {
  return withRail(Math.ceil(besideFrom * zoom) - extra(zoom), isOpen, zoom);
}

/** From the width that the window and its page report; a page that is still being laid out reports nearly the same. */
export function zoomOf(windowWidth: number, pageWidth: number): number {
  const zoom = windowWidth / pageWidth;
  return Math.abs(zoom - 1) < 0.02 ? 1 : Math.min(Math.max(zoom, 0.25), 8);
}

/**
 * The window's bounds with the rail open or closed. It grows to the right, moves to the left at the edge of the display (`shifted`), and never becomes
 * wider than the display. What the content loses is `owed`, and both are given back by the next change that has room.
 */
export function moveRail({ bounds, isOpen, screen, owed, shifted = 0, zoom }: RailMove): {
  readonly bounds: Bounds;
  readonly owed: number;
  readonly shifted: number;
} {
  const wanted = bounds.width + (isOpen ? extra(zoom) : -extra(zoom)) + owed;
  // A window that was already wider than the display, because its user wanted that, stays as wide.
  const width = Math.max(1, Math.min(wanted, Math.max(screen.width, isOpen ? bounds.width : 0)));
  const rightmost = screen.x + screen.width - width;
  const place = bounds.x + shifted;
  const x = width > bounds.width ? Math.max(Math.min(place, rightmost), Math.min(place, screen.x)) : place;
  return { bounds: { ...bounds, x, width }, owed: wanted - width, shifted: place - x };
}
