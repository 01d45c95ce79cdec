/**
 * Waits until a window is active, on systems where only the toolkit knows: under Wayland, on Windows, on macOS. A compositor brings a window to the
 * front only for a program that the user has just worked in (xdg-activation), but it shows a new window in front and gives it the keyboard. So a
 * window that stayed in the background is hidden and shown again, once.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface BecomeActiveParts {
  /** False once somebody has hidden it, or it is gone. */
  readonly isWanted: () => boolean;
  readonly isActive: () => boolean;
  /** Null if that should not be tried. */
  readonly showAnew: (() => void) | null;
}

const looksEveryMs = 10;
/** A compositor that agrees does so within milliseconds. */
const waits = { beforeShownAnewMs: 250, givesUpAfterMs: 1_000 } as const;

/** True once it is active; false if it did not become active in time. */
export async function becomeActive({ isWanted, isActive, showAnew }: BecomeActiveParts): Promise<boolean> {
  if (await within(waits.beforeShownAnewMs)) return true;
  if (!isWanted()) return false;
  showAnew?.();
  return within(waits.givesUpAfterMs);

  async function within(waitMs: number): Promise<boolean> {
    const endMs = performance.now() + waitMs;
    while (!isActive() && isWanted() && performance.now() < endMs) await pause(looksEveryMs);
    return isActive();
  }
}
