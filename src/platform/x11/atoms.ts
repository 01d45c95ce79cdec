/**
 * Names of atoms both ways. All that Hub ever asks for is interned at the start, in one round trip, so that a copy costs none.
 * A name that another program invented means nothing to Hub, so it is never asked for: a list of 65,000 of them is looked up in memory.
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

  /** The atoms of these names; null when the connection is lost. One whose server does not answer in time is closed. */
  static async intern(connection: XConnection, names: Iterable<string>): Promise<Atoms | null> {
    const atoms = new Atoms(connection);
    const added = await within(internWithinMs, Promise.all([...new Set(names)].map((name) => atoms.add(name))));
    if (added !== tooLate && !added.includes(null)) return atoms;
    await connection.close();
    return null;
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
