/** The clipboard of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from './interface.ts';
import { openMacosClipboard } from './macos.ts';
import { openWaylandClipboard } from './wayland.ts';
import { openWindowsClipboard } from './windows.ts';
import { openX11Clipboard } from './x11/x11-clipboard.ts';

export type * from './interface.ts';

/** What determines the kind of clipboard: `process.platform`, `DISPLAY`, `XAUTHORITY` and `WAYLAND_DISPLAY`. */
export interface ClipboardSystem {
  readonly platform: NodeJS.Platform;
  readonly display: string | undefined;
  readonly authorityFile?: string | undefined;
  readonly waylandDisplay: string | undefined;
  /** Logs each step at a detailed level. */
  readonly log?: DetailedLog;
}

/**
 * Opens the system's clipboard. Under Wayland with Xwayland it is that of the X server, which the compositor keeps in sync. `no-display`: there is no
 * session, or its server does not answer; it may be there later.
 */
export async function openClipboard(system: ClipboardSystem): Promise<Outcome<Clipboard, OpenFailure>> {
  if (system.platform === 'win32') return openWindowsClipboard();
  if (system.platform === 'darwin') return openMacosClipboard();
  if (system.display) return openX11Clipboard(system.display, system.authorityFile, system.log);
  return system.waylandDisplay ? openWaylandClipboard() : failed('no-display');
}
