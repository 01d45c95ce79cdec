/** The clipboard of this system. */
import type { DetailedLog } from '../../base/log.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import { type DisplaySystem, waylandSocket } from './display-place.ts';
import type { Clipboard, OpenFailure } from './interface.ts';
import type { openWaylandClipboard as openWayland, WaylandPlace } from './wayland/wayland-clipboard.ts';
import { type PermittedProgram, requestPermission } from './wayland/window-permission.ts';
import type { openX11Clipboard, X11Options } from './x11/x11-clipboard.ts';

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

/** A compositor answers within a millisecond, and may take longer while its session begins. Where there is an X server, nobody waits for more. */
const firstAnswerMs = 500;

/**
 * Opens the system's clipboard. A Wayland compositor is asked first, and the X server if that one does not show its clipboard: with Xwayland it keeps both in
 * step. While the compositor does not answer, the clipboard of the X server takes its place, with a `successor`. `no-display`: there is no session, or its
 * server does not answer; it may be there later.
 */
export async function openClipboard(system: ClipboardSystem): Promise<Outcome<Clipboard, OpenFailure>> {
  const { platform, display, authorityFile, permitted, log } = system;
  // Each kind is loaded where it is opened: a process needs one or two of them, and copies wait for it.
  if (platform === 'win32') return (await import('./windows/windows-clipboard.ts')).openWindowsClipboard(log);
  if (platform === 'darwin') return (await import('./macos/macos-clipboard.ts')).openMacosClipboard(log);
  const socketPath = waylandSocket(system);
  const openX = async (name: string, how: X11Options) =>
    (await import('./x11/x11-clipboard.ts')).openX11Clipboard(name, { authorityFile, log, ...how });
  const x = display ? (how: X11Options) => openX(display, how) : null;
  if (socketPath === null) return x === null ? failed('no-display') : x({});
  const place = { socketPath, requestPermission: permitted && (() => requestPermission(permitted)), log };
  return x === null ? openWaylandClipboard(place) : openEither(place, x);
}

async function openWaylandClipboard(place: WaylandPlace): ReturnType<typeof openWayland> {
  return (await import('./wayland/wayland-clipboard.ts')).openWaylandClipboard(place);
}

type OpenX = (how: X11Options) => ReturnType<typeof openX11Clipboard>;

async function openEither(place: WaylandPlace, openX: OpenX): Promise<Outcome<Clipboard, OpenFailure>> {
  const prompt = await openWaylandClipboard({ ...place, firstAnswerMs });
  if (prompt.ok) return prompt;
  if (prompt.reason === 'wayland') return openX({ isXwayland: true });
  const x = await openX({ successor: () => successorOfX(place, openX) });
  if (x.ok) return x;
  // Nothing else is there to be watched meanwhile.
  const wayland = await openWaylandClipboard(place);
  return wayland.ok ? wayland : x;
}

/** One that shows its clipboard to nobody keeps that of its X server in step. */
async function successorOfX(place: WaylandPlace, openX: OpenX): Promise<Clipboard | null> {
  const wayland = await openWaylandClipboard(place);
  const opened = !wayland.ok && wayland.reason === 'wayland' ? await openX({ isXwayland: true }) : wayland;
  return opened.ok ? opened.value : null;
}
