/** Where to put a window so that it is visible: the screen that it was last on may be gone, or smaller now. Pure. */
import type { Monitor } from '@webviewjs/webview';
import type { WindowBounds, WindowSize } from './interface.ts';

/**
 * The position closest to that of `window` at which all of it is on one of `screens`: the one that shows most of it already, otherwise the nearest
 * one. If it is larger than that screen, its upper left corner is there, with the buttons of the rail and the beginning of each line. Without any
 * screen it stays.
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

/** Between the centres of the two. */
function distance(one: WindowBounds, other: WindowBounds): number {
  return Math.hypot(one.x + one.width / 2 - (other.x + other.width / 2), one.y + one.height / 2 - (other.y + other.height / 2));
}

/** Of a screen, in logical pixels. */
export function boundsOf({ position, size, scaleFactor }: Monitor): WindowBounds {
  return {
    x: Math.round(position.x / scaleFactor),
    y: Math.round(position.y / scaleFactor),
    width: Math.floor(size.width / scaleFactor),
    height: Math.floor(size.height / scaleFactor),
  };
}

/** Bounds in physical pixels, on a screen of this scale. */
export function scaledBounds({ x, y, width, height }: WindowBounds, scale: number): WindowBounds {
  return { x: Math.round(x / scale), y: Math.round(y / scale), width: Math.round(width / scale), height: Math.round(height / scale) };
}

/** A size that was requested, and that the window may not have yet, with the frame that the window has around whatever size it has now. */
export function withFrame({ width, height }: WindowSize, outer: WindowSize, inner: WindowSize): WindowSize {
  return { width: width + Math.max(0, outer.width - inner.width), height: height + Math.max(0, outer.height - inner.height) };
}

/** Where a window of this size lies over another one: in the middle from left to right, and nearer to the top. */
export function placeOver(size: WindowSize, { x, y, width, height }: WindowBounds): { readonly x: number; readonly y: number } {
  return { x: Math.round(x + (width - size.width) / 2), y: Math.round(y + (height - size.height) / 3) };
}
