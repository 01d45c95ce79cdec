/** Whether the display that the window would be on does not answer. */
import { isDisplayHeld } from '../x11/open-display.ts';
import type { WindowSurroundings } from './interface.ts';
import { hasCompositor } from './wayland-socket.ts';

/** Whether the window is on an X server; on Linux, where both may be there, the toolkit prefers Wayland. */
export async function usesX11({ platform, env }: WindowSurroundings): Promise<boolean> {
  return platform === 'linux' && (env.GDK_BACKEND === 'x11' || !(await hasCompositor(env)));
}

/** As `isDisplayHeld`, for a window: one that is not on an X server waits for none. Never rejects. */
export async function isWindowHeld(surroundings: WindowSurroundings): Promise<boolean> {
  return (await usesX11(surroundings)) && isDisplayHeld(surroundings.env);
}
