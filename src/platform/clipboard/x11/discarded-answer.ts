/**
 * The rest of an answer that is no longer read: deleted as it arrives, and never looked at.
 *
 * An answer that was requested in chunks must be received to its end. A simple owner (xclip) serves one program at a time, and listens only for the
 * next deletion: abandoned, it would let nobody paste any more. An owner that sends without end is given up.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import type { XConnection } from '../../x11/connection.ts';
import { type Atom, none, type XId } from '../../x11/protocol.ts';

export interface DiscardedAnswerParts {
  readonly connection: Pick<XConnection, 'getProperty' | 'deleteProperty'>;
  readonly incr: Atom;
  readonly requestor: XId;
  readonly property: Atom;
  /** Chunks were requested already. */
  readonly isIncremental: boolean;
  /** An owner that has not finished after this much is given up. */
  readonly limitBytes: number;
  readonly withinMs: number;
}

export class DiscardedAnswer {
  /** Called once: true if the owner will not write to the property any more, false if it was given up. */
  readonly over: Promise<boolean>;
  readonly #parts: DiscardedAnswerParts;
  readonly #over = Promise.withResolvers<boolean>();
  #isOver = false;
  #isIncremental: boolean;
  #bytes = 0;
  #isLooking = false;
  #isNews = false;

  constructor(parts: DiscardedAnswerParts) {
    this.#parts = parts;
    this.#isIncremental = parts.isIncremental;
    this.over = within(parts.withinMs, this.#over.promise).then((ended) => ended !== tooLate && ended);
    this.look();
  }

  /** The owner may have written to the property. */
  look(): void {
    this.#isNews = true;
    if (!this.#isLooking) void this.#lookOn();
  }

  /** Gives up the owner, whose window is about to be destroyed: the deletion makes an owner that waits for it notice that. */
  giveUp(): void {
    const { connection, requestor, property } = this.#parts;
    connection.deleteProperty(requestor, property);
    this.#end(false);
  }

  async #lookOn(): Promise<void> {
    this.#isLooking = true;
    while (this.#isNews && !this.#isOver) {
      this.#isNews = false;
      await this.#discard();
    }
    this.#isLooking = false;
  }

  async #discard(): Promise<void> {
    const { connection, requestor, property, incr, limitBytes } = this.#parts;
    const found = await connection.getProperty(requestor, property, 0, 0);
    if (found === null) return this.#end(true);
    if (this.#isOver) return;
    if (found.type === none) return this.#isIncremental ? undefined : this.#end(true);
    connection.deleteProperty(requestor, property);
    this.#bytes += found.bytesAfter;
    if (found.type === incr) this.#isIncremental = true;
    else if (!this.#isIncremental || found.bytesAfter === 0) this.#end(true);
    if (this.#bytes > limitBytes) this.#end(false);
  }

  #end(isWhole: boolean): void {
    this.#isOver = true;
    this.#over.resolve(isWhole);
  }
}
