/**
 * The windows that answers come to. A copy has one to itself while it is read, so that answers of two copies can't be mixed up.
 *
 * A window is used again only after every answer asked for on it has come whole. One that an owner may still write to is set aside, not
 * destroyed: a simple owner dies of the error when it writes to a window that is gone, and the user's clipboard with it. What comes there is
 * discarded. Only an owner that does not come to its end has its window destroyed, and is told of the error: else it would wait without an end.
 */
import { tooLate, within } from '../../base/deadline.ts';
import type { XConnection } from '../x11/connection.ts';
import { eventMask, type XId } from '../x11/protocol.ts';

/** A window that was just used rests while the others take their turn, in case an owner says something twice. */
const restingWindows = 16;
/** More windows than this are not set aside: the longest waiting goes. */
const windowsSetAside = 64;

/** What was asked for on a window. */
export interface Asked {
  readonly requestor: XId;
  readonly isSettled: boolean;
  /** An owner is halfway through an answer that is discarded. */
  readonly isDiscarding: boolean;
  settled(): Promise<boolean>;
  letGo(): void;
}

export class Requestors<Each extends Asked> {
  readonly #connection: XConnection;
  readonly #free: XId[] = [];
  readonly #setAside = new Map<XId, Each>();

  constructor(connection: XConnection) {
    this.#connection = connection;
  }

  /** A window on which nothing is expected. */
  take(): XId {
    const rested = this.#free.length >= restingWindows ? this.#free.shift() : undefined;
    return rested ?? this.#connection.createWindow(eventMask.property);
  }

  /** Takes the window of a copy that is not read any more. */
  giveBack(asked: Each): void {
    if (asked.isSettled) {
      this.#free.push(asked.requestor);
      return;
    }
    this.#setAside.set(asked.requestor, asked);
    const [longestWaiting] = this.#setAside.values();
    if (this.#setAside.size > windowsSetAside && longestWaiting !== undefined) this.#destroy(longestWaiting);
    void asked.settled().then((isSettled) => this.#onSettled(asked, isSettled));
  }

  /** What was asked for on a window that was given back while its owner might still write to it. */
  onSetAside(window: XId): Each | undefined {
    return this.#setAside.get(window);
  }

  /**
   * Waits for owners that are halfway through an answer, no longer than this, and destroys the windows. Those on which no answer has begun
   * stay until the connection ends.
   */
  async close(withinMs: number): Promise<void> {
    const halfway = [...this.#setAside.values()].filter(({ isDiscarding }) => isDiscarding);
    const ended = await within(withinMs, Promise.all(halfway.map((asked) => asked.settled())));
    if (ended === tooLate) for (const asked of halfway) if (this.#setAside.has(asked.requestor)) this.#destroy(asked);
    for (const window of this.#free.splice(0)) this.#connection.destroyWindow(window);
  }

  #onSettled(asked: Each, isSettled: boolean): void {
    if (this.#setAside.get(asked.requestor) !== asked) return;
    if (!isSettled) return this.#destroy(asked);
    this.#setAside.delete(asked.requestor);
    this.#free.push(asked.requestor);
  }

  #destroy(asked: Each): void {
    this.#setAside.delete(asked.requestor);
    asked.letGo();
    this.#connection.destroyWindow(asked.requestor);
  }
}
