/** Whether there is a Wayland compositor for a program with these surroundings: the toolkit ends the whole process where it finds none. */
import { connect } from 'node:net';
import path from 'node:path';

const answersWithinMs = 1_000;

/** Resolves with whether a compositor takes clients (wayland(7): a relative name is in `XDG_RUNTIME_DIR`, which programs need beside it). */
export async function hasCompositor({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR }: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return WAYLAND_DISPLAY && XDG_RUNTIME_DIR ? takesClients(path.resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)) : false;
}

/** The socket of one that has died stays, and takes nobody. */
function takesClients(socketPath: string): Promise<boolean> {
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
