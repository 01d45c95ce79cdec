/** Where the display of this session appears in the file system: the sockets of its compositor and of its X server. */
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

/** The sockets of its compositor and of its X server. None of a display of another machine, or by another way than a socket. */
export function displaySockets({ platform, display, waylandDisplay, runtimeFolder }: DisplaySystem): readonly string[] {
  if (platform === 'win32' || platform === 'darwin') return [];
  const number = /^(?:unix)?:(\d{1,5})(?:\.\d{1,5})?$/.exec(display ?? '')?.[1];
  const x = number === undefined ? null : path.join(xSockets, `X${number}`);
  return [waylandSocket({ waylandDisplay, runtimeFolder }), x].filter((socket) => socket !== null);
}

/** Calls `changed` when one of the sockets may have appeared, or was replaced, also with its folder. Null if there is nothing to watch. */
export function watchDisplayPlace(system: DisplaySystem, changed: () => void): Disposable | null {
  const sockets = displaySockets(system);
  if (sockets.length === 0) return null;
  const watches = new DisposableStack();
  for (const socket of sockets) watches.use(watchFolder(path.dirname(socket), { names: [path.basename(socket)], quietMs, changed }));
  return watches;
}
