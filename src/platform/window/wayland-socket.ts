/** Whether there is a Wayland compositor for a program in this environment: the toolkit ends the whole process if it finds none, and waits for one that does not answer. */
import path from 'node:path';
import { hasWindows } from '../wayland/ask-compositor.ts';

/** A compositor answers within a millisecond; one that is starting, or a busy machine, may take longer. */
const answersWithinMs = 3_000;

/**
 * Resolves to whether a compositor answers there that has windows (wayland(7): a relative name is in `XDG_RUNTIME_DIR`, which programs also need). Never
 * rejects.
 */
export async function hasCompositor(
  { WAYLAND_DISPLAY, XDG_RUNTIME_DIR }: Readonly<Record<string, string | undefined>>,
  withinMs = answersWithinMs,
): Promise<boolean> {
  return WAYLAND_DISPLAY && XDG_RUNTIME_DIR ? hasWindows(path.resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY), withinMs) : false;
}
