/** Where a window stands so that it can be seen: the screen that it was last on may be gone, or smaller now. Pure. */
import type { WindowBounds } from './interface.ts';

/**
 * The place nearest to that of `window` where all of it is on one of `screens`: on the one that has most of it already, else on the one that is
 * nearest. Where it is larger than that screen, its upper left corner is there, which has the buttons of the rail and the beginning of each line.
 * Without any screen it stays.
 */
export function placeOnScreen(window: WindowBounds, screens: readonly WindowBounds[]): { readonly x: number; readonly y: number } {
  const { x, y } = window;
  const ranked = screens.map((screen) => ({ screen, shared: sharedArea(window, screen), away: distance(window, screen) }));
  const best = ranked.toSorted((one, other) => other.shared - one.shared || one.away - other.away)[0]?.screen;
  if (best === undefined) return { x, y };
  return {
    x: between(best.x, x, best.x + best.width - window.width),
    y: between(best.y, y, best.y + best.height - window.height),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function sharedArea(one: WindowBounds, other: WindowBounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Of the middle of one to that of the other. */
function distance(one: WindowBounds, other: WindowBounds): number {
  return Math.hypot(one.x + one.width / 2 - (other.x + other.width / 2), one.y + one.height / 2 - (other.y + other.height / 2));
}
