/**
 * The active window on X11: the window manager maintains `_NET_ACTIVE_WINDOW` on the root (EWMH), and the server reports when it changes. So the
 * window and its program are known before anyone asks; only the title is read on request, because it changes while the window stays.
 */
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import { type DestroyEvent, eventMask, none, type PropertyEvent } from './protocol.ts';
import { readWindowFacts, readWindowTitle, type WindowFacts, type WindowTitle } from './window-properties.ts';

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

  /** The window and its program. Known already, unless it changed a moment ago. */
  facts(): Promise<WindowFacts | null> {
    return this.#facts;
  }

  /** The window's current title; null if no window is active. */
  async title(): Promise<WindowTitle | null> {
    const facts = await this.#facts;
    return facts === null ? null : readWindowTitle(this.#connection, this.#atoms, facts.window);
  }

  stop(): void {
    this.#connection.events.off('property', this.#onProperty).off('destroy', this.#onDestroy);
    this.#forgetWindow();
    this.#stopWatching();
  }

  readonly #onProperty = (event: PropertyEvent): void => {
    if (event.wid === this.#connection.root && event.atom === this.#atoms.of('_NET_ACTIVE_WINDOW')) this.#facts = this.#look();
  };

  /** Window managers may keep naming a window that is gone, and the server reuses its id for another program. */
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
