/** Whether the desktop that an environment names is there: its display, and its session bus. It asks on connections of its own and leaves nothing open. */
import { connect } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
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

/** Resolves within about `withinMs`, and three seconds more if a compositor hangs. Never rejects. */
export async function lookAtDesktop(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<DesktopFacts> {
  const [display, hasBus] = await Promise.all([lookAtDisplay(env, withinMs), hasSessionBus(env)]);
  return { ...display, hasBus };
}

async function lookAtDisplay(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<Omit<DesktopFacts, 'hasBus'>> {
  if (!(await usesX11({ platform: 'linux', env })))
    return { display: path.resolve(env.XDG_RUNTIME_DIR ?? '', env.WAYLAND_DISPLAY ?? ''), answers: true, isRemote: false };
  if (!env.DISPLAY) return { display: null, answers: false, isRemote: false };
  // Named in any case: a display of another session must not be tried with the key of this process.
  const opened = await openDisplay(env.DISPLAY, withinMs, env.XAUTHORITY || path.join(homedir(), '.Xauthority'));
  opened?.client.stream.destroy();
  return { display: withoutScreen(env.DISPLAY), answers: opened !== null, isRemote: !/^(?:unix|local)?(?:\/[^:]*)?:/.test(env.DISPLAY) };
}

/** The number after the dot is one of its screens (X(7)). */
function withoutScreen(display: string): string {
  return display.replace(/^(?:unix|local)\/?:/, ':').replace(/\.\d+$/, '');
}

async function hasSessionBus(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const taken = await Promise.all(busSockets('session', env).slice(0, 4).map(takesClients));
  return taken.includes(true);
}

const socketTakesWithinMs = 1_000;

/** Whether a server accepts clients on its socket: that of one that has died remains, and accepts nobody. Never rejects. */
function takesClients(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (isThere: boolean) => () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(answer(false), socketTakesWithinMs);
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
