/**
 * Names of atoms, both ways. All names that Hub uses are interned at the start, in one round trip, so that a copy needs none. A name that another
 * program invented has no meaning for Hub, so it is never requested: a list of 65,000 of them is looked up in memory.
 */
import { tooLate, within } from '../../base/deadline.ts';
import type { XConnection } from './connection.ts';
import type { Atom } from './protocol.ts';

const internWithinMs = 5_000;

export class Atoms {
  readonly #connection: XConnection;
  readonly #byName = new Map<string, Atom>();
  readonly #names = new Map<Atom, string>();

  private constructor(connection: XConnection) {
    this.#connection = connection;
  }

  /** The atoms of these names; null if the connection is lost. If the server does not answer in time, the connection is closed. */
  static async intern(connection: XConnection, names: Iterable<string>): Promise<Atoms | null> {
    const atoms = new Atoms(connection);
    const added = await within(internWithinMs, Promise.all([...new Set(names)].map((name) => atoms.add(name))));
    if (added !== tooLate && !added.includes(null)) return atoms;
    await connection.close();
    return null;
  }

  /** The atom of a name that was interned before; any other name is a bug. */
  of(name: string): Atom {
    const atom = this.#byName.get(name);
    if (atom === undefined) throw new Error(`the atom ${name} was not interned`);
    return atom;
  }

  /** Interns a name; null if the connection is lost. */
  async add(name: string): Promise<Atom | null> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const atom = await this.#connection.internAtom(name);
    if (atom === null) return null;
    this.#names.set(atom, name);
    this.#byName.set(name, atom);
    return atom;
  }

  /** The names of those atoms that were interned before, in order, each once however often its atom occurs. */
  known(atoms: Iterable<Atom>): string[] {
    const names = new Set<string>();
    for (const atom of atoms) {
      const name = this.#names.get(atom);
      if (name !== undefined) names.add(name);
    }
    return [...names];
  }
}
