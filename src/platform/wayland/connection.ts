/**
 * A connection to a Wayland compositor: its objects, their requests and events, and the descriptors that come with them. It waits in Node's own loop, so it
 * costs nothing while nothing happens.
 *
 * The compositor is another program: a message that no compositor sends, more descriptors than it may send, or more requests than it takes, end the
 * connection with the reason, and nothing else.
 */
import type { DetailedLog } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type Descriptor, type Descriptors, openDescriptors, type WatchedDescriptor } from './descriptors.ts';
import { ArgumentReader, encodeRequest, MalformedMessage, MessageReader, type WireArgument, type WireMessage } from './wire.ts';

/**
 * Why it ended. `gone`: the compositor, or we closed it; `refused`: the compositor calls a request of ours an error; `malformed`: it sent what no compositor
 * sends; `overfull`: it sends descriptors without end, or takes nothing; `silent`: it does
 * not answer; `unexpected`: a bug of ours.
 */
export type ConnectionLoss = 'gone' | 'refused' | 'malformed' | 'overfull' | 'silent' | 'unexpected';

/** An event of one object. What it does not read is ignored: newer versions may say more. */
export type EventHandler = (opcode: number, args: ArgumentReader) => void;

export interface RequestDescriptors {
  /** Sent with the request, and closed once that is done, also if it fails. */
  readonly descriptors?: readonly Descriptor[];
}

/** The objects of every connection, and their requests and events. */
const display = { id: 1, sync: 0, getRegistry: 1, error: 0, deleteId: 1 } as const;
const callbackDone = 0;
/** From here on the ids are the compositor's (sect-Protocol-Creating-Objects). */
const firstServerId = 0xff00_0000;
const mostServerObjects = 4_096;
/** A compositor takes requests at once, or has stopped. */
const mostUnsentBytes = 1_024 * 1_024;
const mostUnsentRequests = 1_024;
/** Received, and not claimed by the event that they came with. */
const mostDescriptors = 512;
/** A compositor answers within a millisecond. One that is stopped for longer than this is connected to again. */
const answersWithinMs = 10_000;
/** Read in one turn: other events of the process come in between. */
const readsPerTurn = 16;

interface Unsent {
  bytes: Buffer;
  descriptors: readonly Descriptor[];
}

export class WaylandConnection {
  readonly system: Descriptors;
  readonly lost: Promise<ConnectionLoss>;
  readonly #log: DetailedLog;
  readonly #answersMs: number;
  readonly #socket: Descriptor;
  readonly #watched: WatchedDescriptor;
  readonly #reader = new MessageReader();
  readonly #handlers = new Map<number, EventHandler>();
  readonly #freeIds: number[] = [];
  readonly #unsent: Unsent[] = [];
  readonly #received: Descriptor[] = [];
  /** Who waits for an answer. Each leaves when it has come: a connection lasts for weeks. */
  readonly #waiting = new Set<(isThere: boolean) => void>();
  readonly #loss = Promise.withResolvers<ConnectionLoss>();
  #nextId = 2;
  #serverObjects = 0;
  #unsentBytes = 0;
  #waitsToWrite = false;
  #lost: ConnectionLoss | null = null;
  /** The exception of an unexpected end. */
  fault: unknown = null;

  private constructor(system: Descriptors, socket: Descriptor, log: DetailedLog, answersMs: number) {
    this.#answersMs = answersMs;
    this.system = system;
    this.#socket = socket;
    this.#log = log;
    this.lost = this.#loss.promise;
    this.#handlers.set(display.id, (opcode, args) => this.#onDisplay(opcode, args));
    this.#watched = system.watch(socket, () => this.#onReady());
  }

  /** `no-display`: nobody listens there now. `unsupported`: not on this processor. */
  static connect(
    socketPath: string,
    log: DetailedLog,
    { answersMs = answersWithinMs }: { readonly answersMs?: number } = {},
  ): Outcome<WaylandConnection, 'no-display' | 'unsupported'> {
    let system: Descriptors;
    try {
      system = openDescriptors();
    } catch {
      return failed('unsupported');
    }
    const socket = system.connect(socketPath);
    return socket === null ? failed('no-display') : done(new WaylandConnection(system, socket, log, answersMs));
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** The id of a new object, for the request that creates it. */
  create(handler: EventHandler): number {
    const id = this.#freeIds.pop() ?? this.#nextId++;
    this.#handlers.set(id, handler);
    return id;
  }

  /** An object that the compositor has created; it chooses an id again once we have destroyed its object. */
  adopt(id: number, handler: EventHandler): void {
    if (id < firstServerId || this.#handlers.has(id)) throw new MalformedMessage('an object that can not be new');
    this.#serverObjects += 1;
    if (this.#serverObjects > mostServerObjects) throw new MalformedMessage('more objects than anybody needs');
    this.#handlers.set(id, handler);
  }

  /** After the request that destroys it. The compositor may still send events to an object that we created, until it has heard of that. */
  forget(id: number): void {
    if (id < firstServerId || !this.#handlers.delete(id)) return;
    this.#serverObjects -= 1;
  }

  /** Sends a request; nothing if the connection has ended. */
  request(object: number, opcode: number, args: readonly WireArgument[] = [], { descriptors = [] }: RequestDescriptors = {}): void {
    const unsent = { bytes: encodeRequest(object, opcode, args), descriptors };
    if (this.#lost !== null) return this.#closeAll(descriptors);
    this.#unsent.push(unsent);
    this.#unsentBytes += unsent.bytes.length;
    if (this.#unsent.length > 1) {
      if (this.#unsentBytes > mostUnsentBytes || this.#unsent.length > mostUnsentRequests) this.#end('overfull');
      return;
    }
    this.#flush();
  }

  getRegistry(handler: EventHandler): number {
    const id = this.create(handler);
    this.request(display.id, display.getRegistry, [id]);
    return id;
  }

  /**
   * Resolves to true when the compositor has processed all requests before, and its events until then were handled; false if it has gone. One that does not
   * answer within this time ends the connection.
   */
  sync(answersMs = this.#answersMs): Promise<boolean> {
    const answered = Promise.withResolvers<boolean>();
    const late = setTimeout(() => {
      // This process may be the late one, and the answer wait to be read.
      this.#onReady();
      if (this.#waiting.has(answer)) this.#end('silent');
    }, answersMs).unref();
    const answer = (isThere: boolean): void => {
      clearTimeout(late);
      this.#waiting.delete(answer);
      answered.resolve(isThere);
    };
    this.#waiting.add(answer);
    const id = this.create((opcode) => opcode === callbackDone && answer(true));
    this.request(display.id, display.sync, [id]);
    if (this.#lost !== null) answer(false);
    return answered.promise;
  }

  /** The descriptor that came with this event. Whoever asks closes it. */
  takeDescriptor(): Descriptor {
    const descriptor = this.#received.shift();
    if (descriptor === undefined) throw new MalformedMessage('an event without its descriptor');
    return descriptor;
  }

  close(): void {
    this.#end('gone');
  }

  #onReady(): void {
    if (this.#lost !== null) return;
    this.#flush();
    for (let turn = 0; turn < readsPerTurn && this.#lost === null; turn += 1) {
      const received = this.system.receive(this.#socket);
      if (received === 'later') return;
      if (received === 'gone') return this.#end('gone');
      this.#received.push(...received.descriptors);
      this.#reader.add(received.bytes);
      this.#handleAll();
    }
  }

  #handleAll(): void {
    try {
      for (let message = this.#reader.next(); message !== null && this.#lost === null; message = this.#reader.next()) this.#handle(message);
    } catch (error) {
      if (error instanceof MalformedMessage) return this.#end('malformed');
      this.fault = error;
      return this.#end('unexpected');
    }
    // They come with the bytes of their event, or before.
    if (this.#received.length > mostDescriptors) this.#end('overfull');
  }

  #handle({ object, opcode, body }: WireMessage): void {
    const handler = this.#handlers.get(object);
    if (handler !== undefined) return handler(opcode, new ArgumentReader(body));
    // One that we have destroyed: the compositor had not heard of that yet.
    if (object < firstServerId && object >= this.#nextId) throw new MalformedMessage('an event of an object that never was');
  }

  #onDisplay(opcode: number, args: ArgumentReader): void {
    if (opcode === display.error) {
      const [object, code] = [args.number(), args.number()];
      this.#log.debug('wayland error', { object, code });
      this.#end('refused');
    } else if (opcode === display.deleteId) {
      const id = args.number();
      if (id <= display.id || id >= this.#nextId || !this.#handlers.delete(id)) throw new MalformedMessage('an id that was not deleted');
      this.#freeIds.push(id);
    }
  }

  #flush(): void {
    for (let [first] = this.#unsent; first !== undefined && this.#lost === null; [first] = this.#unsent) {
      const sent = this.system.send(this.#socket, first.bytes, first.descriptors);
      if (sent === 'gone') return this.#end('gone');
      if (sent === 'later') return this.#waitToWrite(true);
      this.#closeAll(first.descriptors);
      this.#unsentBytes -= sent;
      if (sent === first.bytes.length) this.#unsent.shift();
      else Object.assign(first, { bytes: first.bytes.subarray(sent), descriptors: [] });
    }
    if (this.#lost === null) this.#waitToWrite(false);
  }

  #waitToWrite(waits: boolean): void {
    if (waits === this.#waitsToWrite) return;
    this.#waitsToWrite = waits;
    this.#watched.wantsToWrite(waits);
  }

  #end(loss: ConnectionLoss): void {
    if (this.#lost !== null) return;
    this.#lost = loss;
    this.#watched.close();
    this.system.close(this.#socket);
    for (const { descriptors } of this.#unsent.splice(0)) this.#closeAll(descriptors);
    this.#closeAll(this.#received.splice(0));
    this.#log.debug('wayland connection ended', { because: loss });
    this.#loss.resolve(loss);
    for (const answer of this.#waiting) answer(false);
  }

  #closeAll(descriptors: readonly Descriptor[]): void {
    for (const descriptor of descriptors) this.system.close(descriptor);
  }
}
