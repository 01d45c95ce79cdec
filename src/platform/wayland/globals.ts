/** What a compositor announces that it has (wl_registry): by that Hub chooses its ways, and never by the compositor's name. */
import type { EventHandler, WaylandConnection } from './connection.ts';
import { MalformedMessage } from './wire.ts';

interface Announced {
  readonly name: number;
  readonly version: number;
}

const registry = { bind: 0, global: 0, globalRemove: 1 } as const;
/** A compositor has about fifty. */
const mostGlobals = 4_096;

export class WaylandGlobals {
  readonly #connection: WaylandConnection;
  readonly #registry: number;
  readonly #found = new Map<string, Announced[]>();
  #count = 0;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
    this.#registry = connection.getRegistry((opcode, args) => {
      if (opcode === registry.global) this.#add(args.number(), args.string(), args.number());
      else if (opcode === registry.globalRemove) this.#remove(args.number());
    });
  }

  /** Resolves when all were announced that there are now; null if the compositor has gone, or does not answer within `answersMs`. */
  static async read(connection: WaylandConnection, answersMs?: number): Promise<WaylandGlobals | null> {
    const globals = new WaylandGlobals(connection);
    return (await connection.sync(answersMs)) ? globals : null;
  }

  has(interfaceName: string): boolean {
    return (this.#found.get(interfaceName)?.length ?? 0) > 0;
  }

  /** The first one of this interface, in this version or the compositor's if that is lower; null if there is none. */
  bind(interfaceName: string, version: number, handler: EventHandler): { readonly id: number; readonly version: number } | null {
    const [first] = this.#found.get(interfaceName) ?? [];
    if (first === undefined) return null;
    const id = this.#connection.create(handler);
    const bound = Math.min(version, first.version);
    this.#connection.request(this.#registry, registry.bind, [first.name, interfaceName, bound, id]);
    return { id, version: bound };
  }

  #add(name: number, interfaceName: string, version: number): void {
    this.#count += 1;
    if (this.#count > mostGlobals) throw new MalformedMessage('more globals than anybody has');
    const known = this.#found.get(interfaceName) ?? [];
    known.push({ name, version });
    this.#found.set(interfaceName, known);
  }

  #remove(name: number): void {
    for (const announced of this.#found.values()) {
      const index = announced.findIndex((each) => each.name === name);
      if (index >= 0) announced.splice(index, 1);
    }
  }
}
