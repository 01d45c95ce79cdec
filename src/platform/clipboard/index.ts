/** The clipboard of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import { type DisplaySystem, waylandSocket } from './display-place.ts';
import type { Clipboard, OpenFailure } from './interface.ts';
import { openMacosClipboard } from './macos/macos-clipboard.ts';
import { openWaylandClipboard } from './wayland/wayland-clipboard.ts';
import { type PermittedProgram, requestPermission } from './wayland/window-permission.ts';
import { openWindowsClipboard } from './windows/windows-clipboard.ts';
import { openX11Clipboard } from './x11/x11-clipboard.ts';

export { watchDisplayPlace } from './display-place.ts';
export type * from './interface.ts';
export { thisProgram } from './wayland/window-permission.ts';

/** What determines the kind of clipboard: `process.platform`, `DISPLAY`, `XAUTHORITY`, `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`. */
export interface ClipboardSystem extends DisplaySystem {
  readonly authorityFile?: string | undefined;
  /** For which program Hub may ask the compositor to tell which window is active; by default it does not ask. */
  readonly permitted?: PermittedProgram | undefined;
  /** Logs each step at a detailed level. */
  readonly log?: DetailedLog;
}

/**
 * Opens the system's clipboard. A Wayland compositor is asked first, and the X server if that one does not show its clipboard: with Xwayland it keeps both in
 * step. `no-display`: there is no session, or its server does not answer; it may be there later.
 */
export async function openClipboard(system: ClipboardSystem): Promise<Outcome<Clipboard, OpenFailure>> {
  const { platform, display, authorityFile, permitted, log } = system;
  if (platform === 'win32') return openWindowsClipboard(log);
  if (platform === 'darwin') return openMacosClipboard(log);
  const socketPath = waylandSocket(system);
  const wayland =
    socketPath === null
      ? null
      : await openWaylandClipboard({ socketPath, requestPermission: permitted && (() => requestPermission(permitted)), log });
  if (wayland?.ok) return wayland;
  if (display) return openX11Clipboard(display, { authorityFile, log, isXwayland: wayland?.reason === 'wayland' });
  return wayland ?? failed('no-display');
}
