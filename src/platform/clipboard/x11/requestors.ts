/**
 * The windows that receive answers. A copy has one of its own while it is read, so that answers of two copies can't be mixed up.
 *
 * A window is used again only after every answer requested on it has arrived completely. One that an owner may still write to is set aside, not
 * destroyed: a simple owner dies of the error when it writes to a window that is gone, and the user's clipboard with it. What arrives there is
 * discarded. Only if an owner never finishes is its window destroyed, so that the error ends its wait.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import type { XConnection } from '../../x11/connection.ts';
import { eventMask, type XId } from '../../x11/protocol.ts';

/** A window that was just used rests while the others take their turn, in case an owner sends something twice. */
const restingWindows = 16;
/** Only this many windows are set aside: beyond that, the longest waiting one is destroyed. */
const windowsSetAside = 64;

/** The requests on a window. */
export interface WindowRequests {
  readonly requestor: XId;
  readonly isSettled: boolean;
  /** An owner has not finished an answer that is being discarded. */
  readonly isDiscarding: boolean;
  settled(): Promise<boolean>;
  letGo(): void;
}

export class Requestors<Each extends WindowRequests> {
  readonly #connection: XConnection;
  readonly #free: XId[] = [];
  readonly #setAside = new Map<XId, Each>();

  constructor(connection: XConnection) {
    this.#connection = connection;
  }

  /** A window on which no answer is pending. */
  take(): XId {
    const rested = this.#free.length >= restingWindows ? this.#free.shift() : undefined;
    return rested ?? this.#connection.createWindow(eventMask.property);
  }

  /** Takes back the window of a copy that is no longer read. */
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

  /** The requests on a window that was returned while its owner might still write to it. */
  onSetAside(window: XId): Each | undefined {
    return this.#setAside.get(window);
  }

  /**
   * Waits this long at most for owners to finish their answers, then destroys the windows. Those on which no answer has begun stay until the
   * connection ends.
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
