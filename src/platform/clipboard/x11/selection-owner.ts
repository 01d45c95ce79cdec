/**
 * Owning a selection, which is what the clipboard is (ICCCM 2.1 to 2.7): TARGETS, TIMESTAMP, MULTIPLE, and every target of the offer; large content by INCR.
 *
 * It must never leave a program that pastes without an answer: what can't be sent is refused.
 */
import { readFile } from 'node:fs/promises';
import { type DetailedLog, msSince } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { executableOf } from '../../process-executable.ts';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import { GivenContent, givenAtoms } from '../../x11/content-given.ts';
import {
  type Atom,
  type DestroyEvent,
  eventMask,
  isBefore,
  none,
  type PropertyEvent,
  type SelectionClearEvent,
  type SelectionRequestEvent,
  type ServerTime,
  sameClient,
  type XId,
} from '../../x11/protocol.ts';
import type { ServerClock } from '../../x11/server-clock.ts';
import type { OfferedRepresentation, OfferFailure } from '../interface.ts';
import { mayHavePicture, offeredTargets } from '../offer-targets.ts';
import { IncrTransfer } from './incr-transfer.ts';

export const offerAtoms: readonly string[] = [
  'CLIPBOARD',
  'PRIMARY',
  'TARGETS',
  'TIMESTAMP',
  'MULTIPLE',
  'INCR',
  'ATOM',
  'ATOM_PAIR',
  'INTEGER',
  ...givenAtoms,
];

/**
 * Programs paste one after another, in one or two formats. Anyone with more transfers requests more than they read: the one that waited longest is
 * given up.
 */
const transfersAtOnce = 64;
const pairsAtOnce = 64;
/** Answers up to this size are sent at once. */
const atOnceBytes = 192 * 1024;
/** Answers that the server has not taken yet, because a program requests faster than it reads: more than the largest one for MULTIPLE. */
const mostUnsentBytes = 16 * 1024 * 1024;

interface Answer {
  readonly type: Atom;
  readonly content: OfferedRepresentation['content'];
  readonly isOfText: boolean;
}

interface Offer {
  readonly since: ServerTime;
  /** By target. */
  readonly answers: ReadonlyMap<Atom, Answer>;
}

export class X11SelectionOwner {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #selection: Atom;
  readonly #log: DetailedLog;
  readonly #window: XId;
  /** The one that has waited longest comes first. */
  readonly #transfers = new Set<IncrTransfer>();
  readonly #chunkBytes: number;
  /** Of the answers that are sent at once, including those that are being read from a file. */
  #unsentBytes = 0;
  #offer: Offer | null = null;
  /** One at a time: each has the selection to itself until it knows whether it is the owner. */
  #lastTake: Promise<void> = Promise.resolve();
  readonly #clock: ServerClock;
  readonly #given: GivenContent;

  constructor(parts: { connection: XConnection; atoms: Atoms; clock: ServerClock; log: DetailedLog; selection: 'CLIPBOARD' | 'PRIMARY' }) {
    this.#log = parts.log;
    this.#clock = parts.clock;
    this.#connection = parts.connection;
    this.#atoms = parts.atoms;
    this.#selection = parts.atoms.of(parts.selection);
    this.#chunkBytes = Math.min(atOnceBytes, parts.connection.maxPropertyBytes);
    this.#window = this.#connection.createWindow(eventMask.property);
    this.#given = new GivenContent(this.#connection, this.#atoms, this.#window);
    this.#connection.events
      .on('selectionRequest', this.#onRequest)
      .on('selectionClear', this.#onClear)
      .on('property', this.#onProperty)
      .on('destroy', this.#onDestroy);
  }

  /**
   * Takes the selection, after the offers before. `since`: asked last; the time from which on it is ours, which the server refuses if somebody has taken it
   * after that; null if it is not to be taken any more.
   */
  offer(representations: readonly OfferedRepresentation[], since?: () => ServerTime | null): Promise<Outcome<void, OfferFailure>> {
    const startMs = performance.now();
    const taking = this.#lastTake.then(() => this.#take(representations, since));
    const told = (reason: OfferFailure | 'unexpected' | null): void => {
      const bytes = representations.reduce((sum, { content }) => sum + content.bytes, 0);
      this.#log.debug('x offered', { formats: representations.length, bytes, reason, ms: msSince(startMs) });
    };
    this.#lastTake = taking.then(
      (taken) => told(taken.ok ? null : taken.reason),
      () => told('unexpected'),
    );
    return taking;
  }

  async #take(representations: readonly OfferedRepresentation[], from?: () => ServerTime | null): Promise<Outcome<void, OfferFailure>> {
    const answers = await this.#answersOf(representations);
    const now = from === undefined ? await this.#clock.now(this.#window) : null;
    if (answers === null || this.#connection.isLost) return failed('display-gone');
    const since = from === undefined ? now : from();
    if (since === null) return failed(from === undefined ? 'display-gone' : 'not-owner');
    this.#offer = { since, answers };
    this.#connection.setSelectionOwner(this.#window, this.#selection, since);
    const owner = await this.#connection.getSelectionOwner(this.#selection);
    if (owner === this.#window) return done(undefined);
    this.#offer = null;
    return failed(owner === null ? 'display-gone' : 'not-owner');
  }

  close(): void {
    this.#offer = null;
    for (const transfer of this.#transfers) transfer.end();
    this.#connection.events
      .off('selectionRequest', this.#onRequest)
      .off('selectionClear', this.#onClear)
      .off('property', this.#onProperty)
      .off('destroy', this.#onDestroy);
    this.#connection.destroyWindow(this.#window);
  }

  async #answersOf(representations: readonly OfferedRepresentation[]): Promise<Offer['answers'] | null> {
    const answers = new Map<Atom, Answer>();
    for (const { target, type, ...answer } of offeredTargets(representations)) {
      const [targetAtom, typeAtom] = await Promise.all([this.#atoms.add(target), this.#atoms.add(type)]);
      if (targetAtom === null || typeAtom === null) return null;
      answers.set(targetAtom, { type: typeAtom, ...answer });
    }
    return answers;
  }

  readonly #onClear = (event: SelectionClearEvent): void => {
    // A clear event can be older than our current offer.
    if (this.#offer !== null && event.owner === this.#window && !isBefore(event.time, this.#offer.since)) this.#offer = null;
  };

  readonly #onProperty = (event: PropertyEvent): void => {
    const taken = event.state === 1 ? this.#transferTo(event.wid, event.atom) : undefined;
    if (taken === undefined) return;
    this.#transfers.delete(taken);
    this.#transfers.add(taken);
    taken.onTaken();
  };

  readonly #onDestroy = (event: DestroyEvent): void => {
    for (const transfer of this.#transfers) if (transfer.requestor === event.wid) transfer.end();
  };

  readonly #onRequest = (event: SelectionRequestEvent): void => {
    // A window of ours requests nothing: its events are listened to, and answering it would end that.
    const isOurs = sameClient(event.requestor, this.#window, this.#connection.resourceMask);
    if (event.owner === this.#window && !isOurs) void this.#answer(event);
  };

  async #answer(request: SelectionRequestEvent): Promise<void> {
    const startMs = performance.now();
    const offer = this.#offer;
    // A program from before ICCCM names no property and expects the target's name (ICCCM 2.2).
    const property = request.property === none ? request.target : request.property;
    const inTime = offer !== null && request.selection === this.#selection && (request.time === 0 || !isBefore(request.time, offer.since));
    const ended = this.#isAskedAbout(request.target) ? null : this.#given.asked(request.requestor);
    const given = inTime && (await this.#give(offer, request.requestor, request.target, property));
    this.#connection.answerSelection(request, given ? property : none);
    const isOnItsWay = [...this.#transfers].some(({ requestor }) => requestor === request.requestor);
    ended?.(given && !isOnItsWay);
    this.#log.debug('x content requested', { for: this.#kindOf(request.target), inTime, given, ms: msSince(startMs) });
  }

  #isAskedAbout(target: Atom): boolean {
    return ['list', 'time'].includes(this.#kindOf(target));
  }

  #kindOf(target: Atom): 'list' | 'time' | 'several' | 'content' {
    if (target === this.#atoms.of('TARGETS')) return 'list';
    if (target === this.#atoms.of('TIMESTAMP')) return 'time';
    return target === this.#atoms.of('MULTIPLE') ? 'several' : 'content';
  }

  async #give(offer: Offer, requestor: XId, target: Atom, property: Atom): Promise<boolean> {
    const atoms = this.#atoms;
    if (target === atoms.of('TARGETS')) {
      const own = ['TARGETS', 'TIMESTAMP', 'MULTIPLE'].map((name) => atoms.of(name));
      const listed = await this.#listedFor(requestor, offer);
      this.#connection.changeProperty(requestor, property, atoms.of('ATOM'), 32, [...own, ...listed]);
      return true;
    }
    if (target === atoms.of('TIMESTAMP')) {
      this.#connection.changeProperty(requestor, property, atoms.of('INTEGER'), 32, [offer.since]);
      return true;
    }
    return target === atoms.of('MULTIPLE')
      ? this.#giveSeveral(offer, requestor, property)
      : this.#giveContent(offer, requestor, target, property);
  }

  /** A program chooses among what is listed for it. */
  async #listedFor(requestor: XId, { answers }: Offer): Promise<readonly Atom[]> {
    const all = [...answers];
    const isAll = all.every(([, { isOfText }]) => !isOfText) || mayHavePicture(executableOf(await this.#connection.pidOf(requestor)));
    return all.filter(([, { isOfText }]) => isAll || !isOfText).map(([target]) => target);
  }

  /** The property lists pairs of target and property; a refused pair loses its property (ICCCM 2.6.2). */
  async #giveSeveral(offer: Offer, requestor: XId, property: Atom): Promise<boolean> {
    const list = await this.#connection.getProperty(requestor, property, 0, pairsAtOnce * 8);
    if (list === null || list.format !== 32 || list.bytesAfter > 0) return false;
    const pairs = Array.from(
      { length: list.data.length >> 3 },
      (_, index) => [list.data.readUInt32LE(index * 8), list.data.readUInt32LE(index * 8 + 4)] as const,
    );
    const answered: number[] = [];
    for (const [target, pairProperty] of pairs) {
      const nested = target === this.#atoms.of('MULTIPLE') || pairProperty === none;
      answered.push(target, !nested && (await this.#give(offer, requestor, target, pairProperty)) ? pairProperty : none);
    }
    this.#connection.changeProperty(requestor, property, this.#atoms.of('ATOM_PAIR'), 32, answered);
    return true;
  }

  async #giveContent(offer: Offer, requestor: XId, target: Atom, property: Atom): Promise<boolean> {
    const answer = offer.answers.get(target);
    if (answer === undefined) return false;
    const { type, content } = answer;
    if (content.bytes > this.#chunkBytes) {
      this.#transfer(requestor, property, type, content);
      return true;
    }
    if (this.#unsentBytes + content.bytes > mostUnsentBytes) return false;
    this.#unsentBytes += content.bytes;
    const bytes = 'inline' in content ? content.inline : await readWhole(content.file, content.bytes);
    if (bytes !== null) this.#connection.changeProperty(requestor, property, type, 8, bytes);
    this.#connection.whenSent(() => {
      this.#unsentBytes -= content.bytes;
    });
    return bytes !== null;
  }

  #transferTo(requestor: XId, property: Atom): IncrTransfer | undefined {
    return [...this.#transfers].find((transfer) => transfer.requestor === requestor && transfer.property === property);
  }

  /** Two transfers into one property would mix their chunks. */
  #transfer(requestor: XId, property: Atom, type: Atom, content: OfferedRepresentation['content']): void {
    this.#transferTo(requestor, property)?.end();
    const [longestWaiting] = this.#transfers;
    if (this.#transfers.size >= transfersAtOnce) longestWaiting?.end();
    const ended = this.#given.asked(requestor);
    const transfer: IncrTransfer = new IncrTransfer({
      connection: this.#connection,
      incr: this.#atoms.of('INCR'),
      requestor,
      property,
      type,
      content,
      chunkBytes: this.#chunkBytes,
      onEnd: () => {
        this.#transfers.delete(transfer);
        ended(transfer.sentBytes === content.bytes);
        this.#log.debug('x chunks given', { bytes: transfer.sentBytes, of: content.bytes });
      },
    });
    this.#transfers.add(transfer);
  }
}

/** The file's bytes, or null if they are incomplete. */
async function readWhole(file: string, bytes: number): Promise<Buffer | null> {
  try {
    const content = await readFile(file);
    return content.length === bytes ? content : null;
  } catch {
    return null;
  }
}
