/** Which window is active, as far as the compositor tells programs. What it announces decides how Hub asks, never its name. */
import type { WaylandConnection } from './connection.ts';
import type { WaylandGlobals } from './globals.ts';
import { PlasmaWindows, plasmaWindows } from './plasma-windows.ts';
import type { ActiveWindow } from './toplevel-window.ts';
import { WlrWindows } from './wlr-windows.ts';

export type { ActiveWindow, ToplevelWindow } from './toplevel-window.ts';

/** Of Plasma too, and announced to every program. */
const plasmaShell = 'org_kde_plasma_shell';

/** Null if the compositor does not tell. Resolves when the windows are known. */
export async function openActiveWindow(connection: WaylandConnection, globals: WaylandGlobals): Promise<ActiveWindow | null> {
  return (await WlrWindows.open(connection, globals)) ?? (await PlasmaWindows.open(connection, globals));
}

/** The compositor tells it to programs that have its permission, and this one has none. */
export function lacksPermission(globals: WaylandGlobals): boolean {
  return globals.has(plasmaShell) && !globals.has(plasmaWindows);
}
