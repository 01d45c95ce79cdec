/**
 * Makes a window of ours the active one under X11. The toolkit asks for it once; a window manager that guards the focus may pass that over,
 * so that this looks whether it came about, and asks again as a pager does (EWMH `_NET_ACTIVE_WINDOW`, source 2), which stands for the user.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Atoms } from '../x11/atoms.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import { currentTime, none } from '../x11/protocol.ts';

const names = ['_NET_ACTIVE_WINDOW'] as const;
const fromPager = 2;
/** Window managers answer within a few milliseconds; one that animates takes longer. */
const looksEveryMs = 15;
/** A window that is only being mapped is not known to its manager yet, and a request for it goes nowhere. */
const asksEveryMs = 60;
const givesUpAfterMs = 1_500;

export interface X11Activation extends AsyncDisposable {
  /** Waits until `window` is the active one, and asks for it where it does not become so. False when it did not in its time. */
  activate(window: number): Promise<boolean>;
  isActive(window: number): Promise<boolean>;
}

/** On a connection of its own; null where there is no such display. */
export async function openX11Activation(display: string): Promise<X11Activation | null> {
  const opened = await connectX(display);
  if (!opened.ok) return null;
  const connection = opened.value;
  const atoms = await Atoms.intern(connection, names);
  if (atoms === null) return null;
  const active = (): Promise<number> => activeWindow(connection, atoms.of('_NET_ACTIVE_WINDOW'));
  return {
    isActive: async (window) => (await active()) === window,
    activate: async (window) => {
      const startMs = performance.now();
      let askedAtMs = startMs;
      while ((await active()) !== window) {
        const nowMs = performance.now();
        if (nowMs - startMs > givesUpAfterMs || connection.isLost) return false;
        if (nowMs - askedAtMs > asksEveryMs) {
          askedAtMs = nowMs;
          connection.askWindowManager(window, atoms.of('_NET_ACTIVE_WINDOW'), [fromPager, currentTime, none, 0, 0]);
        }
        await pause(looksEveryMs);
      }
      return true;
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

async function activeWindow(connection: XConnection, property: number): Promise<number> {
  const value = await connection.getProperty(connection.root, property, 0, 4);
  return value !== null && value.data.length >= 4 ? value.data.readUInt32LE(0) : none;
}
