/**
 * Proof that a program has what it pastes: whoever answers for a selection of Hub's writes on its window which client has asked for content and has no answer yet, and to
 * which it has given content, once the answer is on its way (the property `HUB_GIVEN`: pairs of a count and the client's base; no count while there is no answer). What is
 * sent to that client afterwards comes after the answer.
 */
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import { clientOf, eventMask, type PropertyEvent, type XId } from './protocol.ts';

const property = 'HUB_GIVEN';
/** X protocol: the predefined atom CARDINAL. */
const cardinal = 6;
/** Several programs may ask in one moment, such as a clipboard manager. */
const mostGiven = 8;
/** Programs that have no answer yet; servers have 256 clients. */
const mostOpen = 256;
const pairBytes = 8;

type Pair = readonly [count: number, client: XId];

export const givenAtoms: readonly string[] = [property];

/** One for each window that owns a selection. */
export class GivenContent {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #window: XId;
  #given: readonly Pair[] = [];
  /** By client, how many of its questions have no answer. */
  readonly #open = new Map<XId, number>();
  #count = 0;

  constructor(connection: XConnection, atoms: Atoms, window: XId) {
    [this.#connection, this.#atoms, this.#window] = [connection, atoms, window];
    this.#write();
  }

  /** Before anything else is done about a question. What is returned is called once: after the whole answer, or when there is none. */
  asked(requestor: XId): (isGiven: boolean) => void {
    const client = clientOf(requestor, this.#connection.resourceMask);
    this.#open.set(client, (this.#open.get(client) ?? 0) + 1);
    this.#write();
    return (isGiven) => {
      const others = (this.#open.get(client) ?? 1) - 1;
      if (others > 0) this.#open.set(client, others);
      else this.#open.delete(client);
      if (isGiven) {
        this.#count += 1;
        this.#given = [...this.#given, [this.#count, client] as const].slice(-mostGiven);
      }
      this.#write();
    };
  }

  #write(): void {
    const open = [...this.#open.keys()].slice(0, mostOpen).map((client): Pair => [0, client]);
    const pairs: readonly Pair[] = [[this.#count, 0], ...this.#given, ...open];
    this.#connection.changeProperty(this.#window, this.#atoms.of(property), cardinal, 32, pairs.flat());
  }
}

export interface GivenWatch extends Disposable {
  /** It has been given content since. */
  readonly given: Promise<void>;
  /** All that it has asked for so far has an answer. */
  settled(): Promise<void>;
}

/** What a window that owns a selection gives to the client of `taker` from now on. Null if it is none of Hub's. */
export async function watchGiven(
  connection: XConnection,
  atoms: Atoms,
  { owner, taker }: { readonly owner: XId; readonly taker: XId },
): Promise<GivenWatch | null> {
  const atom = atoms.of(property);
  const read = async (): Promise<readonly Pair[]> => {
    const found = await connection.getProperty(owner, atom, 0, (1 + mostGiven + mostOpen) * pairBytes);
    if (found === null || found.format !== 32) return [];
    const pairs = Math.floor(found.data.length / pairBytes);
    return Array.from({ length: pairs }, (_, at) => [found.data.readUInt32LE(at * pairBytes), found.data.readUInt32LE(at * pairBytes + 4)]);
  };
  const [first] = await read();
  if (first === undefined) return null;
  const client = clientOf(taker, connection.resourceMask);
  const given = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const onProperty = async ({ wid, atom: changedAtom }: PropertyEvent): Promise<void> => {
    if (wid !== owner || changedAtom !== atom) return;
    changed.resolve();
    if ((await read()).some(([count, to]) => count > first[0] && to === client)) given.resolve();
  };
  connection.events.on('property', onProperty);
  const stop = connection.watchWindow(owner, eventMask.property);
  return {
    given: given.promise,
    settled: async () => {
      while (!isOver) {
        changed = Promise.withResolvers();
        if (!(await read()).some(([count, asks]) => count === 0 && asks === client)) return;
        await changed.promise;
      }
    },
    [Symbol.dispose]: () => {
      isOver = true;
      changed.resolve();
      connection.events.off('property', onProperty);
      stop();
    },
  };
}
