/**
 * One connection to a message bus, on the package `@homebridge/dbus-native`: its handshake and its messages, on a socket of ours.
 *
 * Anybody in the session can send us anything, and a bus can end in the middle of a message. Neither may end this process: the package throws
 * out of its socket's events at a message that it can't read (one file descriptor is enough) or that was cut off, so its reading is guarded.
 * What can't be read is as if it had not come.
 */
import { Socket } from 'node:net';
import type { PackageConnection, PackageMessage } from '@homebridge/dbus-native';
import { deferred, tooLate, within } from '../../base/deadline.ts';

export type WireMessage = PackageMessage;

/** What Hub is told by services is small; the protocol allows 128 MiB, all of which would be held in memory. */
const maxMessageBytes = 1 << 20;

const connectWithinMs = 2_000;

/** A bus that takes nothing any more is not waited for. */
const leavesWithinMs = 1_000;

export interface WireEvents {
  message(message: WireMessage): void;
  /** Called once, when the bus is gone or `close` was called. */
  closed(): void;
}

/** A connection to the bus at `socketPath` that has let us in; null when there is none. Never rejects. */
export async function openWire(socketPath: string, events: WireEvents): Promise<Wire | null> {
  const { createConnection } = await import('@homebridge/dbus-native');
  const socket = new GuardedSocket();
  const connected = deferred<boolean>();
  socket.once('close', () => connected.resolve(false));
  socket.connect({ path: socketPath });
  // By the credentials of the socket alone: the other ways are for buses of other machines.
  const connection = createConnection({ stream: socket, authMethods: ['EXTERNAL'], ayBuffer: true });
  connection.on('error', () => socket.destroy());
  connection.once('connect', () => connected.resolve(true));
  const wire = new Wire(socket, connection, events);
  const answer = await within(connectWithinMs, connected.promise);
  if (answer === true) return wire;
  if (answer === tooLate) socket.destroy();
  return null;
}

export class Wire {
  readonly #socket: Socket;
  readonly #connection: PackageConnection;
  #isClosed = false;
  #serial = 0;

  constructor(socket: Socket, connection: PackageConnection, events: WireEvents) {
    this.#socket = socket;
    this.#connection = connection;
    // In a turn of its own, out of the guard: what our own code throws is a bug and is seen.
    connection.on('message', (message) => queueMicrotask(() => events.message(message)));
    connection.once('end', () => {
      this.#isClosed = true;
    });
    socket.once('close', () => {
      this.#isClosed = true;
      events.closed();
    });
  }

  /** Sends a message; nothing, when the bus is gone. Returns its number. Throws when the body is not of its signature. */
  send(message: Omit<WireMessage, 'serial'>): number {
    this.#serial += 1;
    if (!this.#isClosed) this.#connection.message({ ...message, serial: this.#serial });
    return this.#serial;
  }

  /** What was sent before still leaves, if the bus takes it. */
  close(): void {
    this.#isClosed = true;
    this.#socket.destroySoon();
    const late = setTimeout(() => this.#socket.destroy(), leavesWithinMs);
    this.#socket.once('close', () => clearTimeout(late));
  }
}

class GuardedSocket extends Socket {
  override read(bytes?: number): unknown {
    if (bytes !== undefined && bytes > maxMessageBytes) {
      this.destroy();
      return null;
    }
    return super.read(bytes);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'readable') return super.emit(event, ...(values as []));
    for (;;) {
      const before = this.readableLength;
      try {
        return super.emit('readable');
      } catch {
        // It has taken that message off the socket; the next one may wait behind it.
        if (this.readableLength >= before) return true;
      }
    }
  }
}
