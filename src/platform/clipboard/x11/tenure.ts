/**
 * Who has the selection, and until when.
 *
 * A change may be no change: some programs destroy their window when they exit, and then give the clipboard up that they do not own any more. And to give it up may be no wish of
 * the user: GIMP has its copy saved, gives it up, and exits.
 */
import { isBefore, none, type OwnerChangeEvent, type ServerTime, type XId } from '../../x11/protocol.ts';

/** Of the server's time. */
const echoWithinMs = 100;
/** From the answer that its copy is safe until a program that is about to exit gives it up. */
const exitsWithinMs = 1_000;

export class Tenure {
  /** Null until it is known. */
  #owner: XId | null = null;
  /** When the owner ended. */
  #endedAt: ServerTime | null = null;
  /** When its program was told that this copy is safe. */
  #savedAtMs = Number.NEGATIVE_INFINITY;
  #over = Promise.withResolvers<void>();

  /** Somebody has it from now on, or nobody. */
  begin(owner: XId): void {
    this.#owner = owner;
    this.#savedAtMs = Number.NEGATIVE_INFINITY;
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

  /** A program asks for this copy to be saved, which programs do before they exit. What it returns is called with a steady time once the program has its answer. */
  asked(): (nowMs: number) => void {
    const over = this.#over;
    return (nowMs) => {
      if (this.#over === over) this.#savedAtMs = nowMs;
    };
  }

  /** Whether with this change the owner has ended, or is about to. Called for every change, before `begin`. */
  isEnd({ subtype, owner }: Pick<OwnerChangeEvent, 'subtype' | 'owner'>, nowMs: number): boolean {
    return subtype !== 0 || (owner === none && nowMs - this.#savedAtMs < exitsWithinMs);
  }

  /** Resolves when what has the selection now has it no longer, also if the same program copies again. */
  get over(): Promise<void> {
    return this.#over.promise;
  }
}
