/** A program that pastes according to a script: anything that a broken or malicious X client may request from a clipboard owner. */
import fc from 'fast-check';
import { Atoms } from '../../../src/platform/x11/atoms.ts';
import { connectX, type XConnection } from '../../../src/platform/x11/connection.ts';
import { type Atom, eventMask, type XId } from '../../../src/platform/x11/protocol.ts';

const targetNames = [
  'UTF8_STRING',
  'TEXT',
  'STRING',
  'text/plain',
  'text/html',
  'image/png',
  'TARGETS',
  'TIMESTAMP',
  'MULTIPLE',
  'INCR',
  'DELETE',
] as const;
const propertyNames = ['HUB_TIME', 'WM_NAME', 'HUB_ANSWER_0', 'HUB_ANSWER_1', 'HUB_ANSWER_2'] as const;
const otherNames = ['CLIPBOARD', 'ATOM_PAIR', 'ATOM', 'INTEGER'] as const;

/** Its own windows, which may be gone, the root window, the owner's window, and one that never existed. */
type Where = 0 | 1 | 2 | 'root' | 'owner' | 'nowhere';
type Named = string | number;

type Act =
  | {
      readonly do: 'ask';
      readonly where: Where;
      readonly target: Named;
      readonly property: Named;
      readonly time: number;
      readonly times: number;
    }
  | {
      readonly do: 'ask-several';
      readonly where: Where;
      readonly property: Named;
      readonly pairs: readonly Named[];
      readonly times: number;
      readonly format: 8 | 16 | 32;
    }
  | { readonly do: 'take'; readonly where: Where; readonly property: Named }
  | { readonly do: 'write'; readonly where: Where; readonly property: Named; readonly bytes: number }
  | { readonly do: 'destroy'; readonly where: 0 | 1 | 2 }
  | { readonly do: 'wait' }
  | { readonly do: 'leave' };

export type RequestorScript = readonly Act[];

const where = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Where>(0, 1, 2) },
  { weight: 1, arbitrary: fc.constantFrom<Where>('root', 'owner', 'nowhere') },
);
const property = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Named>(...propertyNames) },
  { weight: 1, arbitrary: fc.constantFrom<Named>(0, 0xffff_fff0) },
);
const target = fc.oneof({ weight: 9, arbitrary: fc.constantFrom<Named>(...targetNames) }, { weight: 1, arbitrary: fc.nat(0xffff_ffff) });
const time = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 0x7fff_ffff, 0xffff_ffff) });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('ask' as const), where, target, property, time, times: fc.constantFrom(1, 1, 2, 30) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask-several' as const),
      where,
      property,
      pairs: fc.array(fc.oneof(target, property), { maxLength: 9 }),
      times: fc.constantFrom(1, 1, 8, 3_000),
      format: fc.constantFrom<8 | 16 | 32>(32, 32, 32, 16, 8),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const), where, property }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('write' as const), where, property, bytes: fc.constantFrom(0, 10, 100_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('destroy' as const), where: fc.constantFrom<0 | 1 | 2>(0, 1, 2) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'leave' as const }) },
);

export const asking: fc.Arbitrary<RequestorScript> = fc.array(act, { minLength: 1, maxLength: 14 });

/**
 * Answers that it does not wait for still arrive at its windows' ids after it has disconnected, and the server gives these ids to the next program that
 * connects, which would mistake a refusal for an answer to its own request. So another connection keeps the range of ids occupied.
 */
export class HostileRequestor implements AsyncDisposable {
  readonly #display: string;
  readonly #connection: XConnection;
  #placeKeeper: XConnection | null = null;
  readonly #atoms: Atoms;
  readonly #windows: XId[];
  #answers = 0;

  private constructor(display: string, connection: XConnection, atoms: Atoms) {
    this.#display = display;
    this.#connection = connection;
    this.#atoms = atoms;
    this.#windows = Array.from({ length: 3 }, () => connection.createWindow(eventMask.property));
    connection.events.on('selectionAnswer', () => {
      this.#answers += 1;
    });
  }

  static async start(display: string): Promise<HostileRequestor> {
    const opened = await connectX(display);
    if (!opened.ok) throw new Error(opened.reason);
    const atoms = await Atoms.intern(opened.value, [...targetNames, ...propertyNames, ...otherNames]);
    if (atoms === null) throw new Error('the display is gone');
    return new HostileRequestor(display, opened.value, atoms);
  }

  /** The number of answers so far, including refusals. */
  get answers(): number {
    return this.#answers;
  }

  /** Does everything in the script, as long as it is connected. Resolves when the server has processed it. */
  async do(acts: RequestorScript): Promise<void> {
    const owner = (await this.#connection.getSelectionOwner(this.#atoms.of('CLIPBOARD'))) ?? 0;
    for (const each of acts) await this.#act(each, owner);
    await this.#roundTrip();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#placeKeeper?.close();
    await this.#connection.close();
  }

  async #leave(): Promise<void> {
    await this.#connection.close();
    const others: XConnection[] = [];
    while (this.#placeKeeper === null) {
      const opened = await connectX(this.#display);
      if (!opened.ok) throw new Error(opened.reason);
      // The server may not have noticed yet that these ids are free.
      if (opened.value.resourceBase === this.#connection.resourceBase) this.#placeKeeper = opened.value;
      else others.push(opened.value);
      if (others.length > 20) throw new Error('another program has its ids');
    }
    for (const other of others) await other.close();
  }

  async #act(each: Act, owner: XId): Promise<void> {
    const connection = this.#connection;
    if (connection.isLost) return;
    if (each.do === 'leave') return this.#leave();
    if (each.do === 'wait') return void (await this.#roundTrip());
    const window = this.#windowOf(each.where, owner);
    if (each.do === 'destroy') return connection.destroyWindow(window);
    const name = this.#atomOf(each.property);
    if (each.do === 'take') connection.deleteProperty(window, name);
    else if (each.do === 'write') connection.changeProperty(window, name, this.#atoms.of('ATOM'), 8, Buffer.alloc(each.bytes, 7));
    else if (each.do === 'ask')
      for (let turn = 0; turn < each.times; turn += 1) this.#ask(window, this.#atomOf(each.target), name, each.time);
    else {
      const pairs = Array.from({ length: each.times }, () => each.pairs.map((one) => this.#atomOf(one))).flat();
      const list = Buffer.alloc(pairs.length * 4);
      for (const [index, pair] of pairs.entries()) list.writeUInt32LE(pair, index * 4);
      connection.changeProperty(window, name, this.#atoms.of('ATOM_PAIR'), each.format, list);
      this.#ask(window, this.#atoms.of('MULTIPLE'), name, 0);
    }
  }

  #ask(requestor: XId, target: Atom, into: Atom, atMs: number): void {
    this.#connection.convertSelection({ requestor, selection: this.#atoms.of('CLIPBOARD'), target, property: into, time: atMs });
  }

  #windowOf(place: Where, owner: XId): XId {
    if (place === 'root') return this.#connection.root;
    if (place === 'owner') return owner;
    return place === 'nowhere' ? 0x1fff_fff0 : (this.#windows[place] ?? 0);
  }

  #atomOf(named: Named): Atom {
    return typeof named === 'string' ? this.#atoms.of(named) : named;
  }

  #roundTrip(): Promise<unknown> {
    return this.#connection.getSelectionOwner(this.#atoms.of('CLIPBOARD'));
  }
}
