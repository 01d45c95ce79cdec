/**
 * Which window is active in sway, labwc and others of that family (wlr-foreign-toplevel-management-unstable-v1): its name and title, and whether it is still
 * open. Others have nothing like it, or only a list without the active one (ext-foreign-toplevel-list-v1).
 */
import type { WaylandConnection } from './connection.ts';
import type { WaylandGlobals } from './globals.ts';
import { type ActiveWindow, type ToplevelWindow, windowText } from './toplevel-window.ts';
import type { ArgumentReader } from './wire.ts';

const manager = { name: 'zwlr_foreign_toplevel_manager_v1', version: 1, toplevel: 0 } as const;
const handle = { destroy: 7, title: 0, appId: 1, state: 4, done: 5, closed: 6 } as const;
const activated = 2;
type Toplevel = { -readonly [Key in keyof ToplevelWindow]: ToplevelWindow[Key] };

type Change = Partial<Pick<Toplevel, 'appId' | 'title'>> & { isActive?: boolean };

export class WlrWindows implements ActiveWindow {
  readonly #connection: WaylandConnection;
  #active: Toplevel | null = null;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
  }

  /** Null if the compositor does not tell. Resolves when the windows are known. */
  static async open(connection: WaylandConnection, globals: WaylandGlobals): Promise<WlrWindows | null> {
    const windows = new WlrWindows(connection);
    const bound = globals.bind(manager.name, manager.version, (opcode, args) => {
      if (opcode === manager.toplevel) windows.#add(args.number());
    });
    return bound !== null && (await connection.sync()) ? windows : null;
  }

  get now(): ToplevelWindow | null {
    return this.#active;
  }

  #add(id: number): void {
    const window: Toplevel = { appId: null, title: null, pid: null, isOpen: true };
    // The compositor describes a state in several events, and then says that it is complete.
    let change: Change = {};
    this.#connection.adopt(id, (opcode, args) => {
      if (opcode === handle.done) {
        this.#apply(window, change);
        change = {};
      } else if (opcode === handle.closed) this.#close(id, window);
      else change = { ...change, ...changeIn(opcode, args) };
    });
  }

  #apply(window: Toplevel, { isActive, ...told }: Change): void {
    Object.assign(window, told);
    if (isActive === true) this.#active = window;
    else if (isActive === false && this.#active === window) this.#active = null;
  }

  #close(id: number, window: Toplevel): void {
    window.isOpen = false;
    if (this.#active === window) this.#active = null;
    this.#connection.request(id, handle.destroy);
    this.#connection.forget(id);
  }
}

function changeIn(opcode: number, args: ArgumentReader): Change {
  if (opcode === handle.title) return { title: windowText(args) };
  if (opcode === handle.appId) return { appId: windowText(args) };
  if (opcode !== handle.state) return {};
  const states = args.array();
  return { isActive: Array.from({ length: states.length >> 2 }, (_, index) => states.readUInt32LE(index * 4)).includes(activated) };
}
