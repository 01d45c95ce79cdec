/**
 * Names of atoms both ways. All that Hub ever asks for is interned at the start, in one round trip, so that a copy costs none.
 * A name that another program invented means nothing to Hub, so it is never asked for: a list of 65,000 of them is looked up in memory.
 */
import type { XConnection } from './connection.ts';
import type { Atom } from './protocol.ts';

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
    if (atom === null) return null;
    this.#names.set(atom, name);
    this.#byName.set(name, atom);
    return atom;
  }

  /** The names that were interned before among these atoms, in order, each once however often its atom comes. */
  known(atoms: Iterable<Atom>): string[] {
    const names = new Set<string>();
    for (const atom of atoms) {
      const name = this.#names.get(atom);
      if (name !== undefined) names.add(name);
    }
    return [...names];
  }
}
