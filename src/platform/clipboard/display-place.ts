/** Where the display of this session appears in the file system: the socket of its compositor or of its X server. */
import path from 'node:path';
import { watchFolder } from '../../base/files/watched-folder.ts';

export interface DisplaySystem {
  readonly platform: NodeJS.Platform;
  readonly display: string | undefined;
  readonly waylandDisplay: string | undefined;
  readonly runtimeFolder?: string | undefined;
}

/** A compositor makes a lock and a socket, and then has yet to listen. */
const quietMs = 100;
/** X(7): where the servers of this machine have their sockets. */
const xSockets = '/tmp/.X11-unix';

/** wayland(7): a relative name is in the runtime folder. Null if there is none. */
export function waylandSocket({ waylandDisplay, runtimeFolder }: Pick<DisplaySystem, 'waylandDisplay' | 'runtimeFolder'>): string | null {
  if (!waylandDisplay) return null;
  if (path.isAbsolute(waylandDisplay)) return waylandDisplay;
  return runtimeFolder ? path.join(runtimeFolder, waylandDisplay) : null;
}

/** Null for a display of another machine, or by another way than a socket. */
export function displaySocket({ platform, display, waylandDisplay, runtimeFolder }: DisplaySystem): string | null {
  if (platform === 'win32' || platform === 'darwin') return null;
  const number = /^(?:unix)?:(\d{1,5})(?:\.\d{1,5})?$/.exec(display ?? '')?.[1];
  return waylandSocket({ waylandDisplay, runtimeFolder }) ?? (number === undefined ? null : path.join(xSockets, `X${number}`));
}

/** Calls `changed` when the socket may have appeared, or was replaced, also with its folder. Null if there is nothing to watch. */
export function watchDisplayPlace(system: DisplaySystem, changed: () => void): Disposable | null {
  const socket = displaySocket(system);
  return socket === null ? null : watchFolder(path.dirname(socket), { names: [path.basename(socket)], quietMs, changed });
}
