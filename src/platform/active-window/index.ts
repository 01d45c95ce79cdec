/** The active window of this system. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { ActiveWindow, OpenActiveWindowFailure } from './interface.ts';
import { openX11ActiveWindow } from './x11.ts';

export type { ActiveWindow, OpenActiveWindowFailure, WindowIdentity } from './interface.ts';

/** Opens the facility. `display` is the X display's name (`DISPLAY`). Only X11 tells one program about another's window here. */
export async function openActiveWindow(system: {
  readonly display: string | undefined;
}): Promise<Outcome<ActiveWindow, OpenActiveWindowFailure>> {
  return system.display ? openX11ActiveWindow(system.display) : failed('unsupported');
}
