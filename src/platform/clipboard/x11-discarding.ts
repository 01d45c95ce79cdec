/**
 * The rest of an answer that nobody reads any more: deleted as it comes, and never looked into.
 *
 * Whoever has asked for an answer in chunks must bring it to its end. A simple owner (xclip) serves one program at a time, and listens for nothing
 * but the next deletion: left halfway, it would let nobody paste any more. An owner that sends without an end is given up on.
 */
import { deferred, tooLate, within } from '../../base/deadline.ts';
import type { XConnection } from '../x11/connection.ts';
import { type Atom, none, type XId } from '../x11/protocol.ts';

export interface DiscardingParts {
  readonly connection: Pick<XConnection, 'getProperty' | 'deleteProperty'>;
  readonly incr: Atom;
  readonly requestor: XId;
  readonly property: Atom;
  /** Chunks were asked for already. */
  readonly isIncremental: boolean;
  /** An owner that has not come to its end after so much is given up on. */
  readonly limitBytes: number;
  readonly withinMs: number;
}

export class Discarding {
  /** Once: true when the owner will not write to the property any more, false when it was given up on. */
  readonly over: Promise<boolean>;
  readonly #parts: DiscardingParts;
  readonly #over = deferred<boolean>();
  #isOver = false;
  #isIncremental: boolean;
  #bytes = 0;
  #isLooking = false;
  #isNews = false;

  constructor(parts: DiscardingParts) {
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

  /** Gives the owner up, whose window is about to be destroyed: one that waits for the next deletion comes upon that by it. */
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
