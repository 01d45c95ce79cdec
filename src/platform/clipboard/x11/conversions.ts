/**
 * All requests to the owner of one copy, on a window of their own: which answer belongs to which request, which one belongs to another copy, and how
 * the requests end. Nothing is requested once the selection has changed owners: the answer would not belong to this copy.
 */
import { type DetailedLog, msSince } from '../../../base/log.ts';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import {
  currentTime,
  type OwnerChangeEvent,
  type PropertyEvent,
  type SelectionAnswerEvent,
  type ServerTime,
  type XId,
} from '../../x11/protocol.ts';
import { type Sink, SmallSink } from '../content-sinks.ts';
import { kindOfTarget, type TargetKind } from '../formats.ts';
import { smallAnswerBytes } from '../limits.ts';
import type { ReadEnd } from '../miss-reason.ts';
import { belongsToCopy, successorOf, type TenureEnd } from './answer-ownership.ts';
import { Conversion, type ConversionParts } from './conversion.ts';
import type { WindowRequests } from './requestors.ts';

/** ICCCM 2.6.1: what was copied, and what is selected. */
export type SelectionName = 'CLIPBOARD' | 'PRIMARY';

export interface ConversionsParts {
  readonly connection: XConnection;
  readonly atoms: Atoms;
  readonly log: DetailedLog;
  /** The name of the selection's atom. */
  readonly selection: SelectionName;
  /** A window that receives nothing else. */
  readonly requestor: XId;
  readonly ownerWindow: XId;
  /** When the selection changed owners; 0 for a copy that existed before. */
  readonly time: ServerTime;
  readonly made: { readonly ordinal: number };
  /** The owner did something. */
  onProgress(): void;
  onFault(error: unknown): void;
}

/** Properties for answers: one per answer, enough for the longest plan with all its alternatives. */
export const answerProperties: readonly string[] = Array.from({ length: 32 }, (_, index) => `HUB_ANSWER_${index}`);

/** How long answers of an owner that has just vanished may still arrive. */
const farewellMs = 250;

export class Conversions implements WindowRequests {
  readonly requestor: XId;
  readonly ownerWindow: XId;
  readonly #parts: ConversionsParts;
  readonly #asked: Conversion[] = [];
  #tenureEnd: TenureEnd | null = null;
  #endedAt: ServerTime | null = null;
  #givenUp: ReadEnd | null = null;
  #farewell: NodeJS.Timeout | undefined;

  constructor(parts: ConversionsParts) {
    this.#parts = parts;
    this.requestor = parts.requestor;
    this.ownerWindow = parts.ownerWindow;
  }

  get count(): number {
    return this.#asked.length;
  }

  /** Nothing more is requested. */
  get isGivenUp(): boolean {
    return this.#givenUp !== null;
  }

  /** Something else was copied since. */
  get hasSuccessor(): boolean {
    return this.#tenureEnd !== null && this.#tenureEnd.successor !== 'nobody';
  }

  /** Another program has copied since. */
  get isReplacedByAnother(): boolean {
    return this.#tenureEnd?.successor === 'other-program';
  }

  /** For how long it was on the clipboard, by the server's time: what we slept through counts. Null while it is there, or if it is unknown since when. */
  get lastedMs(): number | null {
    return this.#endedAt === null || this.#parts.time === currentTime ? null : (this.#endedAt - this.#parts.time) | 0;
  }

  /** Nobody will write to the copy's window any more. */
  get isSettled(): boolean {
    return this.#asked.every((conversion) => conversion.isSettled);
  }

  /** An owner has not finished an answer that is being discarded. */
  get isDiscarding(): boolean {
    return this.#asked.some((conversion) => conversion.isDiscarding);
  }

  /** After the end: resolves once, to true when nobody will write to its window any more, or to false if a discarded part was given up. */
  settled(): Promise<boolean> {
    const all = Promise.all(this.#asked.map((conversion) => conversion.settled)).then(() => this.isSettled);
    const oneGivenUp = this.#asked.map((conversion) => conversion.settled.then((isSettled) => (isSettled ? all : false)));
    return Promise.race([all, ...oneGivenUp]);
  }

  /** Before its window is destroyed. */
  letGo(): void {
    for (const conversion of this.#asked) conversion.letGo();
  }

  /** The selection has another owner, or the same one with another copy. Called for every change until the copy is read. */
  onOwnerChange(change: Pick<OwnerChangeEvent, 'seq' | 'owner' | 'timestamp'>): void {
    const successor = successorOf(this.ownerWindow, change.owner, this.#parts.connection.resourceMask);
    this.#tenureEnd ??= { seq: change.seq, successor };
    this.#endedAt ??= change.timestamp;
    const end = { seq: this.#tenureEnd.seq, successor };
    for (const conversion of this.#asked) {
      if (!belongsToCopy({ request: conversion.request, answered: conversion.isAnswered }, end)) conversion.end('void');
    }
  }

  /** The owner's window is gone. What it sent before may still arrive. */
  onOwnerGone(): void {
    this.#farewell ??= setTimeout(() => {
      for (const conversion of this.#asked) if (conversion.awaitsOwner) conversion.end('gone');
    }, farewellMs);
  }

  onAnswer(event: SelectionAnswerEvent): void {
    const asked = this.#asked.find((conversion) => conversion.property === event.property);
    // A refusal names no property: it is for the first pending request for this target.
    (asked ?? this.#asked.find((conversion) => !conversion.isAnswered && conversion.target === event.target))?.onAnswer(event);
  }

  onNewValue(event: PropertyEvent): void {
    this.#asked.find((conversion) => conversion.property === event.atom)?.onNewValue();
  }

  /** Ends everything that is still open, and requests nothing more. */
  giveUp(as: ReadEnd): void {
    this.#givenUp ??= as;
    this.endOpen(as);
  }

  /** Ends everything that is still open. */
  endOpen(as: ReadEnd): void {
    for (const conversion of this.#asked) conversion.end(as);
  }

  /** Once the copy is read: open requests no longer belong to it. */
  close(): void {
    clearTimeout(this.#farewell);
    this.giveUp('void');
  }

  /** A small answer; null if it did not arrive completely. */
  readonly small = async (target: string, limitBytes = smallAnswerBytes): Promise<Buffer | null> => {
    const sink = new SmallSink(limitBytes);
    return (await this.ask(target, sink).ended) === 'received' ? sink.content : null;
  };

  /** Sends a request, unless the selection already has another owner: the answer would not belong to this copy. */
  ask(target: string, sink: Sink, waits: Pick<ConversionParts, 'mayRead' | 'mayDelete'> = {}): Pick<Conversion, 'ended' | 'settled'> {
    const notAsked = this.#givenUp ?? (this.#tenureEnd === null ? null : 'void');
    if (notAsked !== null) return { ended: Promise.resolve(notAsked), settled: Promise.resolve(true) };
    const property = answerProperties[this.#asked.length];
    if (property === undefined) throw new Error('a copy has more answers than properties');
    const { connection, atoms, selection, requestor, time } = this.#parts;
    const conversion = new Conversion({
      connection,
      selection: atoms.of(selection),
      incr: atoms.of('INCR'),
      requestor,
      property: atoms.of(property),
      target: atoms.of(target),
      time,
      sink,
      ...waits,
      onProgress: () => this.#parts.onProgress(),
      onFault: this.#parts.onFault,
    });
    this.#asked.push(conversion);
    if (this.#parts.log.isDetailed) this.#tellEnd(conversion, kindOfTarget(target));
    return conversion;
  }

  #tellEnd(conversion: Conversion, target: TargetKind): void {
    const startMs = performance.now();
    void conversion.ended.then((ended) => {
      const { receivedBytes: bytes, isIncremental: inChunks } = conversion;
      const { made, log } = this.#parts;
      log.debug('x target answered', { ordinal: made.ordinal, target, ended, bytes, inChunks, ms: msSince(startMs) });
    });
  }
}
