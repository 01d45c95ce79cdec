/**
 * A key that is held down. `repeat` alone does not say it: a key that was let go while the window was hidden, or whose element it has removed, is a repeated
 * one for the page, the next time that it is pressed, in WebKitGTK.
 */

/** A key that is held down is pressed again within that, at first. */
export const repeatsWithinMs = 600;

/** The key that was pressed last, and when, in milliseconds of `performance.now()`. */
let last = { code: '', atMs: Number.NEGATIVE_INFINITY };
const held = new WeakSet<Event>();

/** Whether this press is one more of a key that is held down. */
export function isHeld(event: KeyboardEvent): boolean {
  return held.has(event);
}

// Before everything else that listens.
addEventListener(
  'keydown',
  (event) => {
    if (event.repeat && event.code === last.code && event.timeStamp - last.atMs < repeatsWithinMs) held.add(event);
    last = { code: event.code, atMs: event.timeStamp };
  },
  true,
);
addEventListener(
  'keyup',
  ({ code }) => {
    if (code === last.code) last = { code: '', atMs: Number.NEGATIVE_INFINITY };
  },
  true,
);
