/**
 * The active window on X11: the window manager keeps `_NET_ACTIVE_WINDOW` on the root (EWMH), and the server says when it changes.
 * Which window it is, and whose, is therefore known before anybody asks; only the title is read then, since it changes while the window stays.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { Atoms } from '../x11/atoms.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import { type DestroyEvent, eventMask, none, type PropertyEvent } from '../x11/protocol.ts';
import {
  executableOf,
  programName,
  readWindowFacts,
  readWindowTitle,
  type WindowFacts,
  type WindowTitle,
  windowAtoms,
} from '../x11/window-facts.ts';
import type { ActiveWindow, OpenActiveWindowFailure, WindowIdentity } from './interface.ts';

/** Opens the facility on a connection of its own. */
export async function openX11ActiveWindow(display: string): Promise<Outcome<ActiveWindow, OpenActiveWindowFailure>> {
  const opened = await connectX(display);
  if (!opened.ok) return opened;
  const connection = opened.value;
  const atoms = await Atoms.intern(connection, windowAtoms);
  if (atoms === null) return failed('no-display');
  const active = new X11ActiveWindow(connection, atoms);
  return done({
    activeWindow: () => active.identity(),
    close: () => connection.close(),
    [Symbol.asyncDispose]: () => connection.close(),
  });
}

/** On a connection that somebody else owns. */
export class X11ActiveWindow {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #stopWatching: () => void;
  #facts: Promise<WindowFacts | null>;
  #forgetWindow: () => void = () => {};

  constructor(connection: XConnection, atoms: Atoms) {
    this.#connection = connection;
    this.#atoms = atoms;
    connection.events.on('property', this.#onProperty).on('destroy', this.#onDestroy);
    this.#stopWatching = connection.watchWindow(connection.root, eventMask.property);
    this.#facts = this.#look();
  }

  /** The window and whose it is. Known already, unless it changed a moment ago. */
  facts(): Promise<WindowFacts | null> {
    return this.#facts;
  }

  /** The window's title now; null where no window is active. */
  async title(): Promise<WindowTitle | null> {
    const facts = await this.#facts;
    return facts === null ? null : readWindowTitle(this.#connection, this.#atoms, facts.window);
  }

  async identity(): Promise<WindowIdentity | null> {
    const facts = await this.#facts;
    if (facts === null) return null;
    const executable = executableOf(facts.pid);
    const { title: windowTitle } = await readWindowTitle(this.#connection, this.#atoms, facts.window);
    return { name: programName(facts.className, executable), executable, pid: facts.pid, windowTitle };
  }

  stop(): void {
    this.#connection.events.off('property', this.#onProperty).off('destroy', this.#onDestroy);
    this.#forgetWindow();
    this.#stopWatching();
  }

  readonly #onProperty = (event: PropertyEvent): void => {
    if (event.wid === this.#connection.root && event.atom === this.#atoms.of('_NET_ACTIVE_WINDOW')) this.#facts = this.#look();
  };

  /** Window managers may go on naming a window that is gone, and the server gives its number to another program. */
  readonly #onDestroy = async (event: DestroyEvent): Promise<void> => {
    const facts = this.#facts;
    const isActive = (await facts)?.window === event.wid;
    if (isActive && this.#facts === facts) this.#facts = Promise.resolve(null);
  };

  async #look(): Promise<WindowFacts | null> {
    const property = await this.#connection.getProperty(this.#connection.root, this.#atoms.of('_NET_ACTIVE_WINDOW'), 0, 4);
    const window = property !== null && property.data.length >= 4 ? property.data.readUInt32LE(0) : none;
    this.#forgetWindow();
    if (window === none) return null;
    this.#forgetWindow = this.#connection.watchWindow(window, eventMask.structure);
    const facts = await readWindowFacts(this.#connection, this.#atoms, window);
    return facts.isGone ? null : facts;
  }
}
