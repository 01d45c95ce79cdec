/**
 * Which window is active in KWin (org_kde_plasma_window_management, of plasma-wayland-protocols). Version 4 is bound: there a window has a number, and can be
 * destroyed.
 */
import type { WaylandConnection } from './connection.ts';
import type { WaylandGlobals } from './globals.ts';
import { type ActiveWindow, type ToplevelWindow, windowText } from './toplevel-window.ts';
import { type ArgumentReader, MalformedMessage } from './wire.ts';

/** Announced only to programs that may see windows. */
export const plasmaWindows = 'org_kde_plasma_window_management';

const manager = { version: 4, getWindow: 1, window: 1 } as const;
const events = { title: 0, appId: 1, state: 2, unmapped: 5, pid: 10 } as const;
const destroy = 7;
const active = 1;
/** A desktop has a few dozen. All of them are requested at once, and a connection ends if its compositor leaves more requests unread. */
const mostWindows = 1_000;

type Told = { -readonly [Key in keyof ToplevelWindow]: ToplevelWindow[Key] };

export class PlasmaWindows implements ActiveWindow {
  readonly #connection: WaylandConnection;
  #active: Told | null = null;
  #count = 0;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
  }

  /** Null if the compositor does not tell. Resolves when the windows are known. */
  static async open(connection: WaylandConnection, globals: WaylandGlobals): Promise<PlasmaWindows | null> {
    const windows = new PlasmaWindows(connection);
    let id = 0;
    const bound = globals.bind(plasmaWindows, manager.version, (opcode, args) => {
      if (opcode === manager.window) windows.#add(id, args.number());
    });
    // Version 1 has no request by which a window could be given up.
    if (bound === null || bound.version < manager.version) return null;
    id = bound.id;
    // Once for their numbers, and once for what they are.
    return (await connection.sync()) && (await connection.sync()) ? windows : null;
  }

  get now(): ToplevelWindow | null {
    return this.#active;
  }

  #add(managerId: number, number: number): void {
    this.#count += 1;
    if (this.#count > mostWindows) throw new MalformedMessage('more windows than anybody has');
    const window: Told = { appId: null, title: null, pid: null, isOpen: null };
    let isClosed = false;
    const id = this.#connection.create((opcode, args) => {
      if (isClosed) return;
      isClosed = opcode === events.unmapped;
      if (isClosed) this.#close(id, window);
      else this.#tell(window, opcode, args);
    });
    this.#connection.request(managerId, manager.getWindow, [id, number]);
  }

  /** Each event is complete in itself. */
  #tell(window: Told, opcode: number, args: ArgumentReader): void {
    if (opcode === events.title) window.title = windowText(args);
    else if (opcode === events.appId) window.appId = windowText(args);
    else if (opcode === events.pid) window.pid = args.number() || null;
    else if (opcode === events.state) this.#activate(window, (args.number() & active) !== 0);
  }

  #activate(window: Told, isActive: boolean): void {
    if (isActive) this.#active = window;
    else if (this.#active === window) this.#active = null;
  }

  #close(id: number, window: Told): void {
    this.#count -= 1;
    this.#activate(window, false);
    this.#connection.request(id, destroy);
  }
}
