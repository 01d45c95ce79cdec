/** The clipboard of a Wayland session without an X server. Not built yet: it needs the compositor's data-control protocol (`wl-paste --watch`). */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard } from './interface.ts';

export async function openWaylandClipboard(): Promise<Outcome<Clipboard, 'wayland'>> {
  return failed('wayland', 'this is a Wayland session, whose clipboard Hub cannot watch yet; with Xwayland (DISPLAY set) it can');
}
