/** A clipboard owner that answers each request according to a script: anything that a broken or malicious X client may do to a program that reads a copy. */
import fc from 'fast-check';
import { Atoms } from '../../../src/platform/x11/atoms.ts';
import { connectX, type XConnection } from '../../../src/platform/x11/connection.ts';
import { type Atom, currentTime, eventMask, type SelectionRequestEvent, type XId } from '../../../src/platform/x11/protocol.ts';

const targetNames = [
  'TARGETS',
  'UTF8_STRING',
  'STRING',
  'text/plain',
  'text/html',
  'text/uri-list',
  'x-special/gnome-copied-files',
  'image/png',
  'text/x-moz-url-priv',
  'x-kde-passwordManagerHint',
  'CanIncludeInClipboardHistory',
  'MULTIPLE',
  'INCR',
] as const;
const windowNames = ['WM_NAME', 'WM_CLASS', '_NET_WM_NAME', '_NET_WM_PID', '_NET_ACTIVE_WINDOW'] as const;
const otherNames = ['CLIPBOARD', 'ATOM', 'HUB_ANSWER_0', 'HUB_ANSWER_1', 'HUB_ANSWER_7'] as const;

/** Something that the owner does after a request; `theirs` stands for the value in the request. */
type Act =
  | { readonly do: 'write'; readonly to: 'theirs' | string; readonly type: string; readonly format: 8 | 16 | 32; readonly units: number }
  | { readonly do: 'list'; readonly atoms: readonly (string | number)[]; readonly times: number }
  | { readonly do: 'answer'; readonly property: 'theirs' | 'none' | string; readonly target: 'theirs' | string }
  | { readonly do: 'incr'; readonly announced: number | null; readonly chunks: readonly number[] }
  | { readonly do: 'delete' }
  | { readonly do: 'take'; readonly anew: boolean }
  | { readonly do: 'let-go' }
  | { readonly do: 'destroy' }
  | { readonly do: 'describe'; readonly property: string; readonly units: number; readonly format: 8 | 32 }
  | { readonly do: 'leave' };

/** What the owner does at the first, second, … request; after the last one it starts again. An empty list means no answer. */
export type OwnerScript = readonly (readonly Act[])[];

const format = fc.constantFrom<8 | 16 | 32>(8, 16, 32);
const named = fc.constantFrom(...targetNames, ...otherNames);
const units = fc.oneof({ weight: 6, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.constantFrom(4_096, 70_000, 400_000) });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('write' as const), to: fc.oneof(fc.constant('theirs'), named), type: named, format, units }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      atoms: fc.array(fc.oneof(fc.constantFrom(...targetNames), fc.nat(0xffff_ffff)), { maxLength: 12 }),
      times: fc.constantFrom(1, 1, 2, 40, 3_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      property: fc.oneof(fc.constant('theirs'), fc.constant('theirs'), fc.constant('none'), named),
      target: fc.oneof(fc.constant('theirs'), fc.constant('theirs'), named),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('incr' as const),
      announced: fc.constantFrom(null, 0, 10, 1_000_000, 0xffff_ffff),
      chunks: fc.array(units, { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'delete' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take' as const), anew: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'let-go' as const }, { do: 'destroy' as const }, { do: 'leave' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('describe' as const),
      property: fc.constantFrom(...windowNames),
      units,
      format: fc.constantFrom<8 | 32>(8, 32),
    }),
  },
);

export const script: fc.Arbitrary<OwnerScript> = fc.array(fc.array(act, { maxLength: 5 }), { minLength: 1, maxLength: 6 });

export class HostileOwner implements AsyncDisposable {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #script: OwnerScript;
  /** Chunks that wait until the previous one is read, by window and property. */
  readonly #chunks = new Map<string, number[]>();
  #window: XId;
  #asked = 0;
  #standsBack = false;

  private constructor(connection: XConnection, atoms: Atoms, acts: OwnerScript) {
    this.#connection = connection;
    this.#atoms = atoms;
    this.#script = acts;
    this.#window = connection.createWindow(eventMask.property);
    connection.events.on('selectionRequest', (event) => this.#onRequest(event));
    connection.events.on('property', (event) => {
      if (event.state === 1) this.#nextChunk(event.wid, event.atom);
    });
  }

  static async start(display: string, acts: OwnerScript): Promise<HostileOwner> {
    const opened = await connectX(display);
    if (!opened.ok) throw new Error(opened.reason);
    const atoms = await Atoms.intern(opened.value, [...targetNames, ...windowNames, ...otherNames]);
    if (atoms === null) throw new Error('the display is gone');
    return new HostileOwner(opened.value, atoms, acts);
  }

  /** The number of requests so far. */
  get asked(): number {
    return this.#asked;
  }

  async copy(): Promise<void> {
    const clipboard = this.#atoms.of('CLIPBOARD');
    this.#connection.setSelectionOwner(this.#window, clipboard, currentTime);
    await this.#connection.getSelectionOwner(clipboard);
  }

  /** From now on it still answers, but never takes the clipboard again. */
  async standBack(): Promise<void> {
    this.#standsBack = true;
    await this.#connection.getSelectionOwner(this.#atoms.of('CLIPBOARD'));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#connection.close();
  }

  #onRequest(event: SelectionRequestEvent): void {
    const acts = this.#script[this.#asked % this.#script.length] ?? [];
    this.#asked += 1;
    for (const each of acts) this.#act(each, event);
  }

  #act(each: Act, event: SelectionRequestEvent): void {
    const connection = this.#connection;
    const atom = (name: string, theirs: Atom): Atom => (name === 'theirs' ? theirs : name === 'none' ? 0 : this.#atoms.of(name));
    const { requestor, property, target } = event;
    if (each.do === 'write') {
      connection.changeProperty(requestor, atom(each.to, property), atom(each.type, target), each.format, bytes(each.units, each.format));
    } else if (each.do === 'list') {
      const once = each.atoms.map((one) => (typeof one === 'string' ? this.#atoms.of(one) : one));
      connection.changeProperty(requestor, property, this.#atoms.of('ATOM'), 32, Array.from({ length: each.times }, () => once).flat());
    } else if (each.do === 'answer') {
      connection.answerSelection({ ...event, target: atom(each.target, target) }, atom(each.property, property));
    } else if (each.do === 'incr') {
      connection.watchWindow(requestor, eventMask.property);
      this.#chunks.set(`${requestor} ${property}`, [...each.chunks]);
      connection.changeProperty(requestor, property, this.#atoms.of('INCR'), 32, each.announced === null ? [] : [each.announced]);
      connection.answerSelection(event, property);
    } else if (each.do === 'delete') connection.deleteProperty(requestor, property);
    else if (each.do === 'take') this.#take(each.anew);
    else if (each.do === 'let-go' && !this.#standsBack) connection.setSelectionOwner(0, this.#atoms.of('CLIPBOARD'), currentTime);
    else if (each.do === 'destroy') connection.destroyWindow(this.#window);
    else if (each.do === 'describe')
      connection.changeProperty(this.#window, this.#atoms.of(each.property), target, each.format, bytes(each.units, each.format));
    else if (each.do === 'leave') void connection.close();
  }

  #take(anew: boolean): void {
    if (this.#standsBack || this.#asked > 20) return; // Hub reads each copy, so this would cause an endless series of copies
    if (anew) this.#window = this.#connection.createWindow(eventMask.property);
    this.#connection.setSelectionOwner(this.#window, this.#atoms.of('CLIPBOARD'), currentTime);
  }

  #nextChunk(window: XId, property: Atom): void {
    const chunk = this.#chunks.get(`${window} ${property}`)?.shift();
    if (chunk !== undefined) this.#connection.changeProperty(window, property, this.#atoms.of('UTF8_STRING'), 8, bytes(chunk, 8));
  }
}

/** Bytes of every value. A request carries less than 256 KiB, so a larger property is cut. */
function bytes(units: number, of: 8 | 16 | 32): Buffer {
  const length = Math.min(units * (of / 8), 200_000);
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, index) => (index * 7) % 256)));
}
