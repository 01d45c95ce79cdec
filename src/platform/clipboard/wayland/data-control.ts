/**
 * The clipboard of a Wayland seat, for programs without a window: ext-data-control-v1, or wlr-data-control-unstable-v1, which has the same requests and
 * events. The compositor announces each copy with its formats, and content goes from program to program through a pipe.
 */
import type { WaylandConnection } from '../../wayland/connection.ts';
import type { Descriptor } from '../../wayland/descriptors.ts';
import type { WaylandGlobals } from '../../wayland/globals.ts';
import { type ArgumentReader, fitsRequest, MalformedMessage } from '../../wayland/wire.ts';

/** What was copied, and what is selected. */
export type SelectionKind = 'clipboard' | 'primary';

/** The best first. The version of the old one in which there is a primary selection. */
const managers = [
  { name: 'ext_data_control_manager_v1', version: 1, primarySince: 1 },
  { name: 'zwlr_data_control_manager_v1', version: 2, primarySince: 2 },
] as const;
const seat = 'wl_seat';

const manager = { createSource: 0, getDevice: 1 } as const;
const device = { setSelection: 0, setPrimarySelection: 2, dataOffer: 0, selection: 1, finished: 2, primarySelection: 3 } as const;
const offers = { receive: 0, destroy: 1, offer: 0 } as const;
const sources = { offer: 0, destroy: 1, send: 0, cancelled: 1 } as const;

/** No program has 100. A longer list may hide a mark, so its copy is not read. */
const mostFormats = 16_384;
const mostFormatBytes = 1_024 * 1_024;
/** Announced, and neither copied nor selected yet: the compositor does that at once. */
const mostOffers = 64;

/** A copy, before anything is requested. */
export class DataOffer {
  readonly id: number;
  readonly #connection: WaylandConnection;
  readonly #formats = new Set<string>();
  readonly #end = Promise.withResolvers<void>();
  #formatBytes = 0;
  #isOver = false;
  #isOverfull = false;

  constructor(connection: WaylandConnection, id: number) {
    this.#connection = connection;
    this.id = id;
    connection.adopt(id, (opcode, args) => opcode === offers.offer && this.#add(args.string()));
  }

  /** Media types and other names of formats, in the owner's order. */
  get formats(): readonly string[] {
    return [...this.#formats];
  }

  has(format: string): boolean {
    return this.#formats.has(format);
  }

  /** It has more formats than were noted. */
  get isOverfull(): boolean {
    return this.#isOverfull;
  }

  /** It is on the clipboard. Afterwards nothing can be requested. */
  get isThere(): boolean {
    return !this.#isOver && !this.#connection.isLost;
  }

  /** Resolves when it is replaced, or the clipboard is empty. */
  get over(): Promise<void> {
    return this.#end.promise;
  }

  /** Requests a format; the end of a pipe from which its owner's answer is read. Null if that can't be requested any more. */
  receive(format: string): Descriptor | null {
    if (!this.isThere || !fitsRequest(format)) return null;
    const [readEnd, writeEnd] = this.#connection.system.pipe();
    this.#connection.request(this.id, offers.receive, [format], { descriptors: [writeEnd] });
    return readEnd;
  }

  /** It was replaced. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection.request(this.id, offers.destroy);
    this.#connection.forget(this.id);
    this.#end.resolve();
  }

  #add(format: string): void {
    this.#formatBytes += format.length + 16;
    this.#isOverfull ||= this.#formats.size >= mostFormats || this.#formatBytes > mostFormatBytes;
    if (!this.#isOverfull) this.#formats.add(format);
  }
}

/** Content for programs that paste. */
export interface SourceParts {
  readonly formats: readonly string[];
  /** A program wants this format; whoever is called closes the descriptor. */
  send(format: string, into: Descriptor): void;
  /** Somebody else has the selection, or nobody: it is not asked for any more. */
  cancelled(): void;
}

/** Called with what is there now, null if nothing is. */
type OnSelection = (offer: DataOffer | null) => void;

/** Whether a compositor that announces these interfaces shows its clipboard to programs without a window. */
export function showsClipboard(announced: { has(name: string): boolean }): boolean {
  return announced.has(seat) && managers.some(({ name }) => announced.has(name));
}

export class DataControl {
  readonly #connection: WaylandConnection;
  readonly #manager: number;
  readonly #device: number;
  readonly #hasPrimary: boolean;
  /** Announced, and not in a selection yet. */
  readonly #announced = new Map<number, DataOffer>();
  readonly #now: Record<SelectionKind, DataOffer | null> = { clipboard: null, primary: null };
  readonly #listeners: Readonly<Record<SelectionKind, Set<OnSelection>>> = { clipboard: new Set(), primary: new Set() };

  private constructor(connection: WaylandConnection, managerId: number, seatId: number, hasPrimary: boolean) {
    this.#connection = connection;
    this.#manager = managerId;
    this.#hasPrimary = hasPrimary;
    this.#device = connection.create((opcode, args) => this.#onDevice(opcode, args));
    connection.request(this.#manager, manager.getDevice, [this.#device, seatId]);
  }

  /** Null if the compositor has neither protocol, or no seat. Resolves when it is known what is on the clipboard. */
  static async open(connection: WaylandConnection, globals: WaylandGlobals): Promise<DataControl | null> {
    const chosen = managers.find(({ name }) => globals.has(name));
    if (chosen === undefined || !showsClipboard(globals)) return null;
    const bound = globals.bind(chosen.name, chosen.version, () => {});
    const boundSeat = globals.bind(seat, 1, () => {});
    if (bound === null || boundSeat === null) return null;
    const control = new DataControl(connection, bound.id, boundSeat.id, bound.version >= chosen.primarySince);
    return (await connection.sync()) ? control : null;
  }

  /** What is there now; null if nothing is. */
  current(kind: SelectionKind): DataOffer | null {
    return this.#now[kind];
  }

  /** Calls back with every change from now on, until the function that is returned is called. */
  listen(kind: SelectionKind, onSelection: OnSelection): () => void {
    this.#listeners[kind].add(onSelection);
    return () => this.#listeners[kind].delete(onSelection);
  }

  /** Makes this the selection; false if the compositor has no such selection. Returns a function that ends it. */
  set(kind: SelectionKind, { formats, send, cancelled }: SourceParts): (() => void) | null {
    if (kind === 'primary' && !this.#hasPrimary) return null;
    let isOver = false;
    const id = this.#connection.create((opcode, args) => {
      // Also after it was destroyed: the descriptor was sent before the compositor knew.
      if (opcode === sources.send) send(args.string(), this.#connection.takeDescriptor());
      else if (opcode === sources.cancelled) end();
    });
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      this.#connection.request(id, sources.destroy);
      cancelled();
    };
    this.#connection.request(this.#manager, manager.createSource, [id]);
    for (const format of formats) this.#connection.request(id, sources.offer, [format]);
    this.#connection.request(this.#device, kind === 'primary' ? device.setPrimarySelection : device.setSelection, [id]);
    return end;
  }

  #onDevice(opcode: number, args: ArgumentReader): void {
    if (opcode === device.dataOffer) this.#onOffer(args.number());
    else if (opcode === device.selection) this.#onSelection('clipboard', args.number());
    else if (opcode === device.primarySelection) this.#onSelection('primary', args.number());
    // The seat is gone: with another one, the clipboard is opened anew.
    else if (opcode === device.finished) this.#connection.close();
  }

  #onOffer(id: number): void {
    if (this.#announced.size >= mostOffers) throw new MalformedMessage('offers that are never copied');
    this.#announced.set(id, new DataOffer(this.#connection, id));
  }

  #onSelection(kind: SelectionKind, id: number): void {
    const offer = id === 0 ? null : this.#announced.get(id);
    if (offer === undefined) throw new MalformedMessage('a copy that was not announced');
    this.#announced.delete(id);
    this.#now[kind]?.end();
    this.#now[kind] = offer;
    for (const listener of this.#listeners[kind]) listener(offer);
  }
}
