/**
 * Which window is active in KWin (org_kde_plasma_window_management, of plasma-wayland-protocols). Windows are requested by their uuid: where a window is
 * requested by its number, KWin 6 answers that it is gone, whichever it is.
 */
import type { WaylandConnection } from './connection.ts';
import type { WaylandGlobals } from './globals.ts';
import { type ActiveWindow, type ToplevelWindow, windowText } from './toplevel-window.ts';
import { type ArgumentReader, MalformedMessage } from './wire.ts';

/** Announced only to programs that may see windows. */
export const plasmaWindows = 'org_kde_plasma_window_management';

/** `oldest`: from there on windows have a uuid. Newer compositors may want 17 at least. */
const manager = { version: 17, oldest: 13, getWindowByUuid: 2, windowWithUuid: 4 } as const;
const events = { title: 0, appId: 1, state: 2, unmapped: 5, pid: 10 } as const;
const destroy = 7;
const active = 1;
/** A desktop has a few dozen. All of them are requested at once, and a connection ends if its compositor leaves more requests unread. */
const mostWindows = 1_000;
/** Theirs have 38 characters. */
const longestUuid = 256;

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
      if (opcode !== manager.windowWithUuid) return;
      args.number();
      windows.#add(id, args.string());
    });
    if (bound === null || bound.version < manager.oldest) return null;
    id = bound.id;
    // Once for their uuids, and once for what they are.
    return (await connection.sync()) && (await connection.sync()) ? windows : null;
  }

  get now(): ToplevelWindow | null {
    return this.#active;
  }

  #add(managerId: number, uuid: string): void {
    if (uuid.length > longestUuid) throw new MalformedMessage('a uuid that is none');
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
    this.#connection.request(managerId, manager.getWindowByUuid, [id, uuid]);
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
