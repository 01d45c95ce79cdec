/**
 * A letter that no layout has: a key that nothing is on makes it for as long as a program may take to look it up. Programs are told of the change before they get the
 * key, and most of them look it up with that. Which key it is stands on the root window, so that one whose thread was ended is cleared by the next.
 */
import type { XConnection } from '../../x11/connection.ts';
import type { Atom } from '../../x11/protocol.ts';
import type { KeyCombination } from '../interface.ts';
import { type KeyTables, keycodesToPress, spareKey } from './key-map.ts';

const looksUpWithinMs = 1_000;
const property = 'HUB_SPARE_KEY';
/** X protocol: the predefined atom CARDINAL. */
const cardinal = 6;
/** X protocol: keycodes are 8 to 255. */
const [firstKeycode, lastKeycode] = [8, 255];

export class SpareKey {
  readonly #connection: XConnection;
  readonly #property: Atom;
  /** 0 while no key is in use. */
  #keycode = 0;
  #end: NodeJS.Timeout | undefined;

  private constructor(connection: XConnection, atom: Atom) {
    this.#connection = connection;
    this.#property = atom;
  }

  /** Null if the connection is lost. */
  static async open(connection: XConnection): Promise<SpareKey | null> {
    const atom = await connection.internAtom(property);
    if (atom === null) return null;
    const spare = new SpareKey(connection, atom);
    await spare.#clearFormer();
    return spare;
  }

  /** The keys to press, the spare one among them if the letter needs it. Null if there is none. */
  keycodesFor(tables: KeyTables, keys: KeyCombination, group: number): readonly number[] | null {
    const codes = keycodesToPress(tables, keys, group);
    if (codes !== null) {
      // The one of a paste just before: it stays for this one's time.
      if (codes.includes(this.#keycode)) this.#endLater();
      return codes;
    }
    const spare = spareKey(tables, keys.key);
    if (spare === null) return null;
    this.#clear();
    const { keycode, keysyms } = spare;
    this.#keycode = keycode;
    this.#connection.changeProperty(this.#connection.root, this.#property, cardinal, 32, [keycode, ...keysyms]);
    this.#change(keycode, keysyms);
    this.#endLater();
    return keycodesToPress({ ...tables, keysyms: tables.keysyms.with(keycode - tables.firstKeycode, keysyms) }, keys, 0);
  }

  #endLater(): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#clear(), looksUpWithinMs);
  }

  #clear(): void {
    clearTimeout(this.#end);
    if (this.#keycode === 0) return;
    this.#change(this.#keycode, [0, 0]);
    this.#connection.deleteProperty(this.#connection.root, this.#property);
    this.#keycode = 0;
  }

  /** Only if it still makes what was put on it: a layout may have been set since. */
  async #clearFormer(): Promise<void> {
    const { root } = this.#connection;
    const found = await this.#connection.getProperty(root, this.#property, 0, 12);
    if (found === null || found.data.length !== 12) return;
    const [keycode, ...keysyms] = [0, 4, 8].map((at) => found.data.readUInt32LE(at)) as [number, number, number];
    if (keycode < firstKeycode || keycode > lastKeycode) return;
    const now = await this.#connection.request<number[][]>((client, reply) => client.GetKeyboardMapping(keycode, 1, reply));
    if (keysyms.every((keysym, column) => now?.[0]?.[column] === keysym)) this.#change(keycode, [0, 0]);
    this.#connection.deleteProperty(root, this.#property);
  }

  #change(keycode: number, keysyms: readonly number[]): void {
    this.#connection.order((client) => client.ChangeKeyboardMapping(keycode, keysyms.length, keysyms));
  }
}
