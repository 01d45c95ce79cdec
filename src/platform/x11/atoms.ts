/** Names of atoms both ways. All that Hub ever asks for is interned at the start, in one round trip, so that a copy costs none. */
import type { XConnection } from './connection.ts';
import type { Atom } from './protocol.ts';

/** Names that programs invent stay remembered up to this many. */
const rememberedNames = 4_096;

export class Atoms {
  readonly #connection: XConnection;
  readonly #byName = new Map<string, Atom>();
  readonly #names = new Map<Atom, string>();

  private constructor(connection: XConnection) {
    this.#connection = connection;
  }

  /** The atoms of these names; null when the connection is lost. */
  static async intern(connection: XConnection, names: Iterable<string>): Promise<Atoms | null> {
    const atoms = new Atoms(connection);
    const added = await Promise.all([...new Set(names)].map((name) => atoms.add(name)));
    return added.includes(null) ? null : atoms;
  }

  /** The atom of a name that was interned before; any other name is a mistake of the program. */
  of(name: string): Atom {
    const atom = this.#byName.get(name);
    if (atom === undefined) throw new Error(`the atom ${name} was not interned`);
    return atom;
  }

  /** Interns a name; null when the connection is lost. */
  async add(name: string): Promise<Atom | null> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const atom = await this.#connection.internAtom(name);
    if (atom !== null) this.#remember(atom, name);
    return atom;
  }

  /** The names of these atoms, in order, without those that the server does not know. Asks the server only for names it has not told yet. */
  async names(atoms: readonly Atom[]): Promise<string[]> {
    const names = atoms.every((atom) => this.#names.has(atom))
      ? atoms.map((atom) => this.#names.get(atom))
      : await Promise.all(atoms.map((atom) => this.#nameOf(atom)));
    return names.filter((name) => name != null);
  }

  async #nameOf(atom: Atom): Promise<string | null> {
    const known = this.#names.get(atom);
    if (known !== undefined) return known;
    const name = await this.#connection.atomName(atom);
    if (name !== null && this.#names.size < rememberedNames) this.#remember(atom, name);
    return name;
  }

  #remember(atom: Atom, name: string): void {
    this.#names.set(atom, name);
    this.#byName.set(name, atom);
  }
}
