/** The display that the window would be on: whether it is there, and whether it does not answer. */
import { isDisplayHeld, openDisplay } from '../x11/open-display.ts';
import type { WindowSurroundings } from './interface.ts';
import { hasCompositor } from './wayland-socket.ts';

const looksWithinMs = 1_000;

/** Whether the window is on an X server; on Linux, where both may be there, the toolkit prefers Wayland. Resolves within `withinMs`, or else as `hasCompositor`. */
export async function usesX11({ platform, env }: WindowSurroundings, withinMs?: number): Promise<boolean> {
  return platform === 'linux' && (env.GDK_BACKEND === 'x11' || !(await hasCompositor(env, withinMs)));
}

/** As `isDisplayHeld`, for a window: one that is not on an X server waits for none. Never rejects. */
export async function isWindowHeld(surroundings: WindowSurroundings): Promise<boolean> {
  return (await usesX11(surroundings)) && isDisplayHeld(surroundings.env);
}

/** Whether a program can open a window in this environment. One that another program holds is not there yet. Never rejects. */
export async function isDisplayThere(surroundings: WindowSurroundings): Promise<boolean> {
  const { platform, env } = surroundings;
  if (platform !== 'linux') return true;
  if (!(await usesX11(surroundings))) return true;
  const opened = env.DISPLAY ? await openDisplay(env.DISPLAY, looksWithinMs, env.XAUTHORITY) : null;
  opened?.client.stream.destroy();
  return opened !== null;
}
