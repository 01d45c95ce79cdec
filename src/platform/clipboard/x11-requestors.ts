/**
 * The windows that answers come to. A copy has one to itself while it is read, so that answers of two copies can't be mixed up.
 *
 * A window is used again only after every answer asked for on it has come whole. One that an owner may still write to is set aside, not
 * destroyed: a simple owner dies of the error when it writes to a window that is gone, and the user's clipboard with it.
 */
import type { XConnection } from '../x11/connection.ts';
import { eventMask, type XId } from '../x11/protocol.ts';

/** A window that was just used rests while the others take their turn, in case an owner says something twice. */
const restingWindows = 16;
/** More windows than this are not set aside: the longest waiting goes. */
const windowsSetAside = 64;

export class Requestors {
  readonly #connection: XConnection;
  readonly #free: XId[] = [];
  readonly #setAside: XId[] = [];

  constructor(connection: XConnection) {
    this.#connection = connection;
  }

  /** A window on which nothing is expected. */
  take(): XId {
    const rested = this.#free.length >= restingWindows ? this.#free.shift() : undefined;
    return rested ?? this.#connection.createWindow(eventMask.property);
  }

  /** `settled`: nobody will write to it any more. */
  giveBack(window: XId, settled: boolean): void {
    if (settled) {
      this.#free.push(window);
      return;
    }
    this.#setAside.push(window);
    if (this.#setAside.length <= windowsSetAside) return;
    const oldest = this.#setAside.shift();
    if (oldest !== undefined) this.#connection.destroyWindow(oldest);
  }

  /** True for a window that was given back while its owner might still answer. */
  isSetAside(window: XId): boolean {
    return this.#setAside.includes(window);
  }

  /** The windows that were set aside stay until the connection ends. */
  close(): void {
    for (const window of this.#free.splice(0)) this.#connection.destroyWindow(window);
  }
}
