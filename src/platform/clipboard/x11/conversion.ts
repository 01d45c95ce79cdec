/**
 * One target of one copy on its way to us (ICCCM 2.4 and 2.7.2): requested, answered, read from the property in pieces, by INCR if it is large.
 *
 * It must never hold more than one piece: it requests the next one when the previous one is written, and the owner's next chunk (by deleting the
 * property) when this one is read completely. It must never read what belongs to another copy: its caller ends it then, and it reads no further. Nor
 * may it abandon an owner in the middle of an answer: what still arrives after the end is discarded (discarded-answer.ts).
 */
import type { XConnection } from '../../x11/connection.ts';
import { type Atom, none, type Property, type SelectionAnswerEvent, type ServerTime, type XId } from '../../x11/protocol.ts';
import type { Sink } from '../content-sinks.ts';
import { discardedBytes, discardedWithinMs } from '../limits.ts';
import type { ReadEnd } from '../miss-reason.ts';
import { DiscardedAnswer } from './discarded-answer.ts';

export interface ConversionParts {
  readonly connection: XConnection;
  readonly selection: Atom;
  readonly incr: Atom;
  readonly requestor: XId;
  readonly property: Atom;
  readonly target: Atom;
  readonly time: ServerTime;
  readonly sink: Sink;
  /** The answer stays unread until this resolves to true; if false, the answer is discarded unread. Without it, the answer is read as it arrives. */
  readonly mayRead?: Promise<boolean>;
  /**
   * A complete answer is not deleted before this. A simple owner (xclip) takes any deletion on the window for that of its own chunk, and would
   * overwrite one that nobody has read.
   */
  readonly mayDelete?: Promise<unknown>;
  /** The owner did something. */
  onProgress(): void;
  onFault(error: unknown): void;
}

/** Bytes of a property that are read at once. */
const pieceBytes = 512 * 1024;

export class Conversion {
  readonly request: number;
  readonly property: Atom;
  readonly target: Atom;
  readonly ended: Promise<ReadEnd>;
  /** Called once: true if the owner will not write to this property any more, false if it was given up. */
  readonly settled: Promise<boolean>;
  readonly #parts: ConversionParts;
  readonly #end = Promise.withResolvers<ReadEnd>();
  readonly #settlement = Promise.withResolvers<boolean>();
  #rest: DiscardedAnswer | null = null;
  #endedAs: ReadEnd | null = null;
  #answered = false;
  #incremental = false;
  #receivedBytes = 0;
  #settled = false;
  #pendingReads = 0;
  /** A pending read, which will see what the property has by then. */
  #isChunkAwaited = false;
  #reading: Promise<void> = Promise.resolve();

  /** Sends the request. */
  constructor(parts: ConversionParts) {
    this.#parts = parts;
    this.property = parts.property;
    this.target = parts.target;
    this.ended = this.#end.promise;
    this.settled = this.#settlement.promise;
    const { selection, requestor, target, property, time } = parts;
    this.request = parts.connection.convertSelection({ selection, requestor, target, property, time });
  }

  get isEnded(): boolean {
    return this.#endedAs !== null;
  }

  /** The owner has accepted or refused. */
  get isAnswered(): boolean {
    return this.#answered;
  }

  /** The owner will not write to this property any more. */
  get isSettled(): boolean {
    return this.#settled;
  }

  /** It is over, and the owner has not finished its answer yet. */
  get isDiscarding(): boolean {
    return this.#rest !== null && !this.#settled;
  }

  /** It can't continue without the owner: everything that has arrived is read. */
  get awaitsOwner(): boolean {
    return !this.isEnded && this.#pendingReads === 0;
  }

  /** It arrived in chunks, as large answers do. */
  get isIncremental(): boolean {
    return this.#incremental;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** The owner's answer. */
  onAnswer(event: SelectionAnswerEvent): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#parts.onProgress();
    if (event.property === none) {
      this.#settle();
      this.end('refused');
    } else if (this.isEnded) {
      // Too late, or not for this copy.
      this.#discardRest();
    } else {
      this.#read(() => this.#receiveAllowed());
    }
  }

  /** The owner wrote to the property. Before the answer that is the answer's content; after it, the next chunk. */
  onNewValue(): void {
    if (this.isEnded) return this.#rest?.look();
    if (!this.#incremental || this.#isChunkAwaited) return;
    this.#parts.onProgress();
    // An owner that keeps writing although the next chunk was not requested costs one read, not one each time.
    this.#isChunkAwaited = true;
    this.#read(() => {
      this.#isChunkAwaited = false;
      return this.#receiveChunk();
    });
  }

  /** Ends it; the content read so far is incomplete. Only the first end counts. */
  end(as: ReadEnd): void {
    if (this.#endedAs !== null) return;
    this.#endedAs = as;
    this.#end.resolve(as);
    if (this.#answered && !this.#settled) this.#discardRest();
  }

  /** Makes an owner that listens only for the next deletion notice that the window is about to be destroyed. */
  letGo(): void {
    if (!this.#settled) this.#rest?.giveUp();
  }

  #discardRest(): void {
    const { connection, incr, requestor } = this.#parts;
    const bounds = { limitBytes: discardedBytes, withinMs: discardedWithinMs };
    this.#rest = new DiscardedAnswer({ connection, incr, requestor, property: this.property, isIncremental: this.#incremental, ...bounds });
    void this.#rest.over.then((isWhole) => (isWhole ? this.#settle() : this.#settlement.resolve(false)));
  }

  #settle(): void {
    this.#settled = true;
    this.#settlement.resolve(true);
  }

  #read(work: () => Promise<void>): void {
    this.#pendingReads += 1;
    this.#reading = this.#reading
      .then(work)
      .catch((error: unknown) => {
        this.#parts.onFault(error);
        this.end('unexpected');
      })
      .then(() => {
        this.#pendingReads -= 1;
      });
  }

  async #receiveAllowed(): Promise<void> {
    if ((await this.#parts.mayRead) === false) this.end('void');
    else await this.#receive();
  }

  async #receive(): Promise<void> {
    const first = await this.#piece(0);
    if (first === null) return;
    if (first.type === none) return this.end('refused');
    if (first.type === this.#parts.incr) return this.#startIncremental(first.data);
    if ((await this.#takeProperty(first)) === null) return;
    this.#settle();
    this.end('received');
  }

  /** The property announces the minimum number of bytes; deleting it requests the first chunk. */
  #startIncremental(announcement: Buffer): void {
    const atLeastBytes = announcement.length >= 4 ? announcement.readUInt32LE(0) : 0;
    if (atLeastBytes > this.#parts.sink.room()) return this.end('too-large');
    this.#incremental = true;
    this.#deleteProperty();
  }

  async #receiveChunk(): Promise<void> {
    const first = await this.#piece(0);
    if (first === null || first.type === none) return;
    if ((await this.#takeProperty(first)) !== 0) return;
    this.#settle();
    this.end('received');
  }

  /** Reads the whole property, beginning with `first`, and deletes it. Returns its bytes, or null if the conversion ended meanwhile. */
  async #takeProperty(first: Property): Promise<number | null> {
    let bytes = 0;
    for (let piece: Property | null = first; piece !== null; piece = await this.#piece(bytes)) {
      if (this.isEnded) return null;
      if (piece.data.length + piece.bytesAfter > this.#parts.sink.room()) return this.#giveUp('too-large');
      if (piece.data.length > 0) await this.#parts.sink.take(piece.data);
      if (this.isEnded) return null;
      if (this.#parts.sink.isBroken) return this.#giveUp('not-written');
      bytes += piece.data.length;
      this.#receivedBytes += piece.data.length;
      this.#parts.onProgress();
      if (piece.bytesAfter === 0) {
        this.#deleteProperty();
        return bytes;
      }
    }
    return null;
  }

  #giveUp(as: ReadEnd): null {
    this.end(as);
    return null;
  }

  /** Null if the conversion ended meanwhile. */
  async #piece(offsetBytes: number): Promise<Property | null> {
    if (this.isEnded) return null;
    const piece = await this.#parts.connection.getProperty(this.#parts.requestor, this.property, offsetBytes, pieceBytes);
    return this.isEnded ? null : (piece ?? this.#giveUp('gone'));
  }

  #deleteProperty(): void {
    const { connection, requestor, mayDelete } = this.#parts;
    const now = (): void => connection.deleteProperty(requestor, this.property);
    if (mayDelete === undefined || this.#incremental) now();
    else void mayDelete.then(now);
  }
}
