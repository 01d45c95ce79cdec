/**
 * One connection to a message bus, on the package `dbus-native`: its handshake and its messages, on a socket of ours.
 *
 * Anyone in the session can send us anything, and a bus can end in the middle of a message. Neither may end this process. The package reads within
 * its limit, and reports a message that it can't read as an error; that ends the connection, as the protocol requires. A bus forwards only valid
 * messages, so of what another program sends only a message above the limit ends the connection.
 */
import { createConnection as connectSocket, type Socket } from 'node:net';
import type { DBusConnection, Message } from 'dbus-native';
import { tooLate, within } from '../../base/deadline.ts';

/** One message. A variant is `[signature, value]` when it is sent, and its value when it was received; a dictionary is a list of pairs. */
export interface WireMessage {
  /** 1 a call, 2 its return, 3 its error, 4 a signal. */
  readonly type: number;
  readonly serial: number;
  /** 1: no reply is expected. */
  readonly flags?: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly replySerial?: number;
  readonly destination?: string;
  readonly sender?: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

/** Messages of services to Hub are small; the protocol allows 128 MiB, all of which would be held in memory. */
const maxMessageBytes = 1 << 20;

const connectWithinMs = 2_000;

/** How long to wait for a bus that reads nothing any more. */
const leavesWithinMs = 1_000;

export interface WireEvents {
  message(message: WireMessage): void;
  /** Called once, when the bus is gone or `close` was called. */
  closed(): void;
}

/** An authenticated connection to the bus at `socketPath`; null if there is none. Never rejects. */
export async function openWire(socketPath: string, events: WireEvents): Promise<BusConnection | null> {
  const { createConnection } = await import('dbus-native');
  const socket = connectSocket({ path: socketPath });
  const connected = Promise.withResolvers<boolean>();
  socket.once('close', () => connected.resolve(false));
  const connection = createConnection({
    stream: socket,
    // Only by the credentials of the socket: the other ways are for buses of other machines.
    authMethods: ['EXTERNAL'],
    maxMessageSize: maxMessageBytes,
    // Pairs, because an object would treat a key such as `__proto__` specially.
    plainValues: false,
    variants: 'plain',
    returnBigInt: false,
  });
  connection.on('connect', () => connected.resolve(true));
  const wire = new BusConnection(socket, connection, events);
  const answer = await within(connectWithinMs, connected.promise);
  if (answer === true) return wire;
  if (answer === tooLate) socket.destroy();
  return null;
}

export class BusConnection {
  readonly #socket: Socket;
  readonly #connection: DBusConnection;
  #isClosed = false;
  #serial = 0;

  constructor(socket: Socket, connection: DBusConnection, events: WireEvents) {
    this.#socket = socket;
    this.#connection = connection;
    connection.on('message', (message) => {
      if (hasReadableHead(message)) events.message(message);
      else socket.destroy();
    });
    connection.on('end', () => {
      this.#isClosed = true;
    });
    connection.on('error', () => {
      this.#isClosed = true;
      socket.destroy();
    });
    socket.once('close', () => {
      this.#isClosed = true;
      events.closed();
    });
  }

  /** Sends a message; nothing happens if the bus is gone. Returns its number. Throws if the body does not match its signature. */
  send({ body = [], ...message }: Omit<WireMessage, 'serial'>): number {
    this.#serial += 1;
    if (!this.#isClosed) this.#connection.message({ ...message, body: [...body], serial: this.#serial });
    return this.#serial;
  }

  /** Messages sent before are still delivered, if the bus reads them. */
  close(): void {
    this.#isClosed = true;
    this.#socket.destroySoon();
    const late = setTimeout(() => this.#socket.destroy(), leavesWithinMs);
    this.#socket.once('close', () => clearTimeout(late));
  }
}

const textsOfHead = ['path', 'interface', 'member', 'errorName', 'destination', 'sender', 'signature'] as const;
const numbersOfHead = ['type', 'serial', 'replySerial'] as const;

/** The package accepts header fields of any type. */
function hasReadableHead(message: Message): message is Message & WireMessage {
  const texts = textsOfHead.every((field) => message[field] === undefined || typeof message[field] === 'string');
  return texts && numbersOfHead.every((field) => message[field] === undefined || typeof message[field] === 'number');
}
