/**
 * Who has the selection, and until when.
 *
 * A change may be no change: some programs destroy their window when they exit, and then give the clipboard up that they do not own any more.
 */
import { isBefore, none, type OwnerChangeEvent, type ServerTime, type XId } from '../../x11/protocol.ts';

/** Of the server's time. */
const echoWithinMs = 100;

export class Tenure {
  /** Null until it is known. */
  #owner: XId | null = null;
  /** When the owner ended. */
  #endedAt: ServerTime | null = null;
  #over = Promise.withResolvers<void>();

  /** Somebody has it from now on, or nobody. */
  begin(owner: XId): void {
    this.#owner = owner;
    this.#over.resolve();
    this.#over = Promise.withResolvers();
  }

  /** True if this change only repeats that the owner has ended. Called for every change, before `begin`. */
  isEcho({ subtype, owner, timestamp }: Pick<OwnerChangeEvent, 'subtype' | 'owner' | 'timestamp'>): boolean {
    const isRequest = subtype === 0;
    const isSoon = this.#endedAt !== null && isBefore(timestamp, this.#endedAt + echoWithinMs);
    const isEcho = isRequest && owner === none && this.#owner === none && isSoon;
    this.#endedAt = isRequest ? null : timestamp;
    return isEcho;
  }

  /** Resolves when what has the selection now has it no longer, also if the same program copies again. */
  get over(): Promise<void> {
    return this.#over.promise;
  }
}
