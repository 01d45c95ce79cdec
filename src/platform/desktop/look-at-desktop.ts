/** Whether the desktop that an environment names is there: its display, and its session bus. It asks on connections of its own and leaves nothing open. */
import { connect } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { busSockets } from '../dbus/bus-address.ts';
import { usesX11 } from '../window/held-display.ts';
import { openDisplay } from '../x11/open-display.ts';

export interface DesktopFacts {
  /** The same for every name of the same display; null if the environment names none. */
  readonly display: string | null;
  /** Its server took us as a client. One that is halted, or held by another program, did not. */
  readonly answers: boolean;
  readonly hasBus: boolean;
  /** It is not of this machine, or forwarded to another one (`ssh -X`). */
  readonly isRemote: boolean;
}

/** Resolves within about `withinMs`, also if all that it asks hang. Never rejects. */
export async function lookAtDesktop(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<DesktopFacts> {
  const [display, hasBus] = await Promise.all([lookAtDisplay(env, withinMs), hasSessionBus(env, withinMs)]);
  return { ...display, hasBus };
}

/** A compositor that is there answers within a millisecond. Many start their X server for whoever asks it first, and nobody is to do that in vain. */
const compositorFirstMs = 300;

/** A compositor that hangs leaves time for the X server, which is asked meanwhile. */
async function lookAtDisplay(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<Omit<DesktopFacts, 'hasBus'>> {
  const isX11 = usesX11({ platform: 'linux', env }, withinMs);
  const first = await within(Math.min(compositorFirstMs, withinMs), isX11);
  const answers = first === false ? Promise.resolve(false) : answersOnX11(env, withinMs - compositorFirstMs);
  if (!(await isX11))
    return { display: path.resolve(env.XDG_RUNTIME_DIR ?? '', env.WAYLAND_DISPLAY ?? ''), answers: true, isRemote: false };
  if (!env.DISPLAY) return { display: null, answers: false, isRemote: false };
  const isRemote = !/^(?:unix|local)?(?:\/[^:]*)?:/.test(env.DISPLAY);
  return { display: withoutScreen(env.DISPLAY), answers: await answers, isRemote };
}

async function answersOnX11({ DISPLAY, XAUTHORITY }: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<boolean> {
  if (!DISPLAY) return false;
  // Named in any case: a display of another session must not be tried with the key of this process.
  const opened = await openDisplay(DISPLAY, withinMs, XAUTHORITY || path.join(homedir(), '.Xauthority'));
  opened?.client.stream.destroy();
  return opened !== null;
}

/** The number after the dot is one of its screens (X(7)). */
function withoutScreen(display: string): string {
  return display.replace(/^(?:unix|local)\/?:/, ':').replace(/\.\d+$/, '');
}

async function hasSessionBus(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<boolean> {
  const sockets = busSockets('session', env).slice(0, 4);
  const taken = await Promise.all(sockets.map((socket) => takesClients(socket, Math.min(socketTakesWithinMs, withinMs))));
  return taken.includes(true);
}

const socketTakesWithinMs = 1_000;

/** Whether a server accepts clients on its socket: that of one that has died remains, and accepts nobody. Never rejects. */
function takesClients(socketPath: string, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (isThere: boolean) => () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(answer(false), withinMs);
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
