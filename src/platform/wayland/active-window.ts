/**
 * Which window is active, as far as the compositor tells programs (wlr-foreign-toplevel-management-unstable-v1): its name and title, and whether it is still
 * open. Others have nothing like it, or only a list without the active one (ext-foreign-toplevel-list-v1).
 */
import type { WaylandConnection } from './connection.ts';
import type { WaylandGlobals } from './globals.ts';
import type { ArgumentReader } from './wire.ts';

const manager = { name: 'zwlr_foreign_toplevel_manager_v1', version: 1, toplevel: 0 } as const;
const handle = { destroy: 7, title: 0, appId: 1, state: 4, done: 5, closed: 6 } as const;
const activated = 2;
/** Longer ones are no use to anybody. */
const longestText = 4_096;

/** A window, as its program names it. */
export interface ToplevelWindow {
  readonly appId: string | null;
  readonly title: string | null;
  readonly isOpen: boolean;
}

interface Toplevel extends ToplevelWindow {
  appId: string | null;
  title: string | null;
  isOpen: boolean;
}

type Change = Partial<Pick<Toplevel, 'appId' | 'title'>> & { isActive?: boolean };

export class WaylandActiveWindow {
  readonly #connection: WaylandConnection;
  #active: Toplevel | null = null;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
  }

  /** Null if the compositor does not tell. Resolves when the windows are known. */
  static async open(connection: WaylandConnection, globals: WaylandGlobals): Promise<WaylandActiveWindow | null> {
    const windows = new WaylandActiveWindow(connection);
    const bound = globals.bind(manager.name, manager.version, (opcode, args) => {
      if (opcode === manager.toplevel) windows.#add(args.number());
    });
    return bound !== null && (await connection.sync()) ? windows : null;
  }

  /** The active window; null if none is. It changes afterwards as the window does. */
  get now(): ToplevelWindow | null {
    return this.#active;
  }

  #add(id: number): void {
    const window: Toplevel = { appId: null, title: null, isOpen: true };
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
  if (opcode === handle.title) return { title: args.string().slice(0, longestText) };
  if (opcode === handle.appId) return { appId: args.string().slice(0, longestText) };
  if (opcode !== handle.state) return {};
  const states = args.array();
  return { isActive: Array.from({ length: states.length >> 2 }, (_, index) => states.readUInt32LE(index * 4)).includes(activated) };
}
