/**
 * Waits until a window is the active one, where the toolkit alone tells that: under Wayland, on Windows, on macOS. A compositor puts a window that is
 * behind others in front of them only for a program that the user has just worked in (xdg-activation); but a window that is new to it, it shows
 * in front and gives the keyboard. So one that stayed behind is hidden and shown anew, once.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface BecomeActiveParts {
  /** False once somebody has hidden it meanwhile, or it is gone. */
  readonly isWanted: () => boolean;
  readonly isActive: () => boolean;
  /** Null where that is not to be tried. */
  readonly showAnew: (() => void) | null;
}

const looksEveryMs = 10;
/** A compositor that agrees does so within some milliseconds. */
const waits = { beforeShownAnewMs: 250, givesUpAfterMs: 1_000 } as const;

/** True once it is active; false when it did not become so in its time. */
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
