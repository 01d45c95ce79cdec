/**
 * Makes our window active under X11. The toolkit requests it once; a window manager that guards the focus may ignore that, so this checks the result,
 * and requests it again as a pager does (EWMH `_NET_ACTIVE_WINDOW`, source 2), on behalf of the user. A manager may also name it as active without having
 * given it the keyboard, because its request was older than the last change of the focus (X protocol, SetInputFocus); then it takes the keyboard itself,
 * but not from a window of another program, such as a dialog that asks for a password.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Atoms } from '../x11/atoms.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import { hasFocus, isFocusFree, takeFocus } from '../x11/input-focus.ts';
import { ManagerPatience, patienceAtoms } from '../x11/manager-patience.ts';
import { type Atom, currentTime, none } from '../x11/protocol.ts';
import type { ShellWindowOptions } from './interface.ts';

/** Of a pixel with four channels; the server ignores it where there are three. */
const opaque = 0xff_00_00_00;
const fromPager = 2;
/** X protocol, ConfigureWindow. */
const below = 1;
const bytesOfEach = 4;
const mostStates = 64;
/** Nobody has more windows than that open. */
const mostWindows = 4_096;
/** Window managers respond within a few milliseconds; one that animates takes longer. */
const looksEveryMs = 15;
/** A window that is only being mapped is not known to its manager yet, and a request for it has no effect. */
const asksEveryMs = 60;
const givesUpAfterMs = 1_500;
/** Of a window that is shown. The user may click it later. */
const appearsWithinMs = 1_000;
/** On our window: nobody reads it. */
const clockProperty = 'HUB_ACTIVATION';
/** Who takes the keyboard back again and again has a reason. */
const takesAtMost = 2;

export interface X11Activation extends AsyncDisposable {
  /**
   * Waits until `window`, which is ours, is active and has the keyboard, and requests that if it does not happen by itself. A window manager that is late is
   * waited for (ManagerPatience), for 1.5 s only once the user has turned to another window. False if it did not become active in time, or is not wanted any
   * more: a window that was hidden meanwhile is left alone.
   */
  activate(window: number, isWanted: () => boolean): Promise<boolean>;
  /** Whether it is the active window, and on its screen: some window managers report a window as active that is hidden by now. */
  isActive(window: number): Promise<boolean>;
  /** The active window of any program; null without one. */
  activeWindow(): Promise<number | null>;
  /**
   * Window managers give a window that appears the keyboard: `other`, which had it, gets it back, once, and ours its place below that. What was typed meanwhile, some
   * hundredths of a second, is lost. `window` is ours, or 0 before it is known. Not `isWanted` any more once the user has asked for it.
   */
  stayBehind(window: () => number, other: number, isWanted: () => boolean): Promise<void>;
  /** Whether it is on its screen, even if behind others. */
  isViewable(window: number): Promise<boolean>;
  /** What the server paints where the toolkit is late: it would show there what was on the screen before, such as the window of another program. RGB. */
  paintBehind(window: number, background: ShellWindowOptions['background']): void;
  /** The window of any program that its manager has right above ours (EWMH `_NET_CLIENT_LIST_STACKING`); null: none, or unknown. */
  windowAbove(window: number): Promise<number | null>;
  /**
   * Requests a place right below another one (EWMH `_NET_RESTACK_WINDOW`), once `window` is above all others no more (`_NET_WM_STATE`): the toolkit's own
   * request for that comes by another connection. Nothing is requested if that takes long, or it is not wanted any more.
   */
  putBelow(window: number, other: number, isWanted: () => boolean): Promise<void>;
}

/** On a connection of its own; null if there is no such display. `authorityFile` is the value of `XAUTHORITY`. */
export async function openX11Activation(display: string, authorityFile?: string): Promise<X11Activation | null> {
  const opened = await connectX(display, authorityFile);
  if (!opened.ok) return null;
  const connection = opened.value;
  const atoms = await Atoms.intern(connection, [
    '_NET_ACTIVE_WINDOW',
    '_NET_CLIENT_LIST_STACKING',
    '_NET_RESTACK_WINDOW',
    '_NET_WM_STATE',
    '_NET_WM_STATE_ABOVE',
    clockProperty,
    'INTEGER',
    ...patienceAtoms,
  ]);
  if (atoms === null) {
    await connection.close();
    return null;
  }
  const property = atoms.of('_NET_ACTIVE_WINDOW');
  const isActive = async (window: number): Promise<boolean> => {
    const [active, isViewable] = await Promise.all([activeWindow(connection, property), connection.isViewable(window)]);
    return active === window && isViewable;
  };
  /**
   * A manager that gives a window the keyboard says as of when: with the time of the last event that it has seen (openbox). It sees none of the keys of the
   * picker, and what is older than the last change of the focus has no effect. A property that changes is an event with the present time.
   */
  const tellTime = (window: number): void => connection.changeProperty(window, atoms.of(clockProperty), atoms.of('INTEGER'), 32, []);
  return {
    isActive,
    isViewable: (window) => connection.isViewable(window),
    activeWindow: async () => {
      const active = await activeWindow(connection, property);
      return active === none ? null : active;
    },
    stayBehind: async (window, other, isWanted) => {
      const endMs = performance.now() + appearsWithinMs;
      let hasTaken = await isActive(window());
      while (!hasTaken && performance.now() < endMs && !connection.isLost && isWanted()) {
        await pause(looksEveryMs);
        hasTaken = await isActive(window());
      }
      if (!isWanted()) return;
      if (hasTaken) connection.sendToRoot(other, property, [fromPager, currentTime, none, 0, 0]);
      connection.sendToRoot(window(), atoms.of('_NET_RESTACK_WINDOW'), [fromPager, other, below, 0, 0]);
    },
    paintBehind: (window, [red, green, blue]) => {
      const backgroundPixel = opaque + (red << 16) + (green << 8) + blue;
      connection.order((client) => client.ChangeWindowAttributes(window, { backgroundPixel }));
    },
    windowAbove: async (window) => {
      const stacked = await listOf(connection, connection.root, atoms.of('_NET_CLIENT_LIST_STACKING'), mostWindows);
      const at = stacked.indexOf(window);
      return at === -1 ? null : (stacked[at + 1] ?? null);
    },
    putBelow: async (window, other, isWanted) => {
      const endMs = performance.now() + givesUpAfterMs;
      const isAbove = async (): Promise<boolean> =>
        (await listOf(connection, window, atoms.of('_NET_WM_STATE'), mostStates)).includes(atoms.of('_NET_WM_STATE_ABOVE'));
      while (await isAbove()) {
        if (performance.now() > endMs || connection.isLost || !isWanted()) return;
        await pause(looksEveryMs);
      }
      if (isWanted()) connection.sendToRoot(window, atoms.of('_NET_RESTACK_WINDOW'), [fromPager, other, below, 0, 0]);
    },
    activate: async (window, isWanted) => {
      const startMs = performance.now();
      let [askedAtMs, taken] = [startMs, 0];
      using patience = await ManagerPatience.begin(connection, atoms);
      const usual: readonly number[] = [await activeWindow(connection, property), window, none];
      while (true) {
        const [active, isViewable, isFocused] = await Promise.all([
          activeWindow(connection, property),
          connection.isViewable(window),
          hasFocus(connection, window),
        ]);
        const isNamed = active === window && isViewable;
        if (isNamed && isFocused) break;
        const nowMs = performance.now();
        // Who asked on would take the keyboard from the window to which the user has turned.
        const hasEnded = patience.hasEnded || (nowMs - startMs > givesUpAfterMs && !usual.includes(active));
        if (hasEnded || connection.isLost || !isWanted()) return false;
        if (nowMs - askedAtMs > asksEveryMs) {
          askedAtMs = nowMs;
          patience.requested();
          tellTime(window);
          if (isNamed && taken < takesAtMost && (await isFocusFree(connection))) {
            taken += 1;
            takeFocus(connection, window);
            tellTime(window);
          } else if (!isNamed) connection.sendToRoot(window, property, [fromPager, currentTime, none, 0, 0]);
        }
        await pause(looksEveryMs);
      }
      return isWanted();
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

async function activeWindow(connection: XConnection, property: Atom): Promise<number> {
  return (await listOf(connection, connection.root, property, 1))[0] ?? none;
}

/** A property that is a list of windows or atoms, at most `most` of them. */
async function listOf(connection: XConnection, window: number, property: Atom, most: number): Promise<readonly number[]> {
  const value = await connection.getProperty(window, property, 0, most * bytesOfEach);
  if (value === null) return [];
  const count = Math.floor(value.data.length / bytesOfEach);
  return Array.from({ length: count }, (_, at) => value.data.readUInt32LE(at * bytesOfEach));
}
