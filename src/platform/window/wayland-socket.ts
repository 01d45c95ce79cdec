/** Whether there is a Wayland compositor for a program in this environment: the toolkit ends the whole process if it finds none. */
import { connect } from 'node:net';
import path from 'node:path';

const answersWithinMs = 1_000;

/** Resolves to whether a compositor accepts clients (wayland(7): a relative name is in `XDG_RUNTIME_DIR`, which programs also need). */
export async function hasCompositor({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR }: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return WAYLAND_DISPLAY && XDG_RUNTIME_DIR ? takesClients(path.resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)) : false;
}

/** Whether a server accepts clients on this socket: that of one that has died remains, and accepts nobody. Never rejects. */
export function takesClients(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (isThere: boolean) => () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(answer(false), answersWithinMs);
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
