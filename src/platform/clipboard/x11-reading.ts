/**
 * One copy being read. Each has its own windows, timers and end, so that a slow owner delays nobody.
 *
 * The order is the promise: the list of targets and the owner's identity first, at once; then the marks; then `judge`; and only then content,
 * all targets at once. Behind them goes a second question for the list: a mark that the owner added meanwhile conceals the copy after all.
 *
 * In a burst the owner may be gone by then. So text is asked for with the list, where no rule asks who the owner is; the answer waits in the
 * server, and is read in its turn or deleted unread.
 */
import { deferred, tooLate, within } from '../../base/deadline.ts';
import { type DetailedLog, type Log, msSince } from '../../base/log.ts';
import type { Spill } from '../../base/spill.ts';
import type { Atoms } from '../x11/atoms.ts';
import type { XConnection } from '../x11/connection.ts';
import type { PropertyEvent, SelectionAnswerEvent, ServerTime, XId } from '../x11/protocol.ts';
import type { CopyEvent, CopyNotice } from './interface.ts';
import { type ClipboardLimits, smallAnswerBytes, targetListBytes } from './limits.ts';
import { concealsByPresence, marksToRead } from './marks.ts';
import { isConcealedByValue, isConcealedSince } from './x11-concealment.ts';
import { Conversion, type ConversionEnd, type ConversionParts, type Sink } from './x11-conversion.ts';
import { belongsToCopy, successorOf, type TenureEnd } from './x11-epochs.ts';
import { findOwner } from './x11-find-owner.ts';
import {
  decodeSourceUrl,
  kindOfTarget,
  type PlannedRepresentation,
  planReading,
  type SourceUrlTarget,
  type TargetKind,
  targetsOfTheTaciturn,
} from './x11-formats.ts';
import { type FoundOwner, unknownOwner } from './x11-owner.ts';
import { type LostEnd, missReason, type Obtained, worst } from './x11-read-end.ts';
import { ContentSink, type CopyBudget, removeFiles, SmallSink } from './x11-sinks.ts';

export interface ReadingParts<Refusal extends string> {
  readonly connection: XConnection;
  readonly atoms: Atoms;
  readonly limits: ClipboardLimits;
  readonly log: DetailedLog;
  /** A window that nothing else comes to. */
  readonly requestor: XId;
  readonly ownerWindow: XId;
  /** When the selection changed hands; 0 for a copy that was there before. */
  readonly time: ServerTime;
  /** The copy before was made a moment ago: this one may be replaced as soon. */
  readonly isHurried: boolean;
  readonly made: { readonly ordinal: number; readonly copiedAtMs: number; readonly initial: boolean };
  /** `isComplete`: everything that was asked was answered. */
  identify(window: XId): Promise<FoundOwner>;
  needsOwner(): boolean;
  judge(notice: CopyNotice): 'read' | { readonly refuse: Refusal };
  newContent(): Spill;
  onFault(error: unknown): void;
}

/** Properties on which answers arrive: one an answer, enough for the longest plan with every second choice. */
export const answerProperties: readonly string[] = Array.from({ length: 32 }, (_, index) => `HUB_ANSWER_${index}`);

/** What an owner that has just vanished may still have under way. */
const farewellMs = 250;
/** The second list is only waited for so long once all content is there. */
const secondListMs = 100;

/** Nearly every program that has text has this. */
const targetAhead = 'UTF8_STRING';

/** Text that was asked for with the list. It is read once `mayRead` says so. */
interface Ahead {
  readonly sink: ContentSink;
  readonly mayRead: { resolve(mayRead: boolean): void };
  readonly ended: Promise<ConversionEnd>;
}

export class CopyReading<Refusal extends string> {
  readonly requestor: XId;
  readonly ownerWindow: XId;
  readonly #parts: ReadingParts<Refusal>;
  readonly #conversions: Conversion[] = [];
  readonly #sinks: ContentSink[] = [];
  readonly #budget: CopyBudget;
  readonly #startedAt = performance.now();
  #tenureEnd: TenureEnd | null = null;
  /** Nothing is asked any more. */
  #givenUp: ConversionEnd | null = null;
  #silence: NodeJS.Timeout | undefined;
  #farewell: NodeJS.Timeout | undefined;
  #ahead: Ahead | null = null;

  constructor(parts: ReadingParts<Refusal>) {
    this.#parts = parts;
    this.requestor = parts.requestor;
    this.ownerWindow = parts.ownerWindow;
    this.#budget = { leftBytes: parts.limits.copyBytes };
  }

  /** Reads the copy; call once. Leaves nothing behind but what the event hands over. */
  async read(): Promise<CopyEvent<Refusal>> {
    this.#silence = setTimeout(() => this.giveUp('silent'), this.#parts.limits.silenceMs);
    const end = setTimeout(() => this.giveUp('silent'), this.#parts.limits.copyMs);
    try {
      const event = await this.#readInOrder();
      this.#say('x copy over', { is: event.kind, asked: this.#conversions.length });
      return event;
    } catch (error) {
      this.#parts.onFault(error);
      return this.#missed('unexpected');
    } finally {
      clearTimeout(this.#silence);
      clearTimeout(end);
      clearTimeout(this.#farewell);
      this.#ahead?.mayRead.resolve(false);
      this.giveUp('void');
      await Promise.all(this.#sinks.map((sink) => sink.discard()));
    }
  }

  /** Nobody will write to the copy's window any more. */
  get isSettled(): boolean {
    return this.#conversions.every((conversion) => conversion.isSettled);
  }

  /** An owner is halfway through an answer that is discarded. */
  get isDiscarding(): boolean {
    return this.#conversions.some((conversion) => conversion.isDiscarding);
  }

  /** After the end: resolves once, when nobody will write to its window any more (true), or a part that is discarded was given up on (false). */
  settled(): Promise<boolean> {
    const all = Promise.all(this.#conversions.map((conversion) => conversion.settled)).then(() => this.isSettled);
    const oneGivenUp = this.#conversions.map((conversion) => conversion.settled.then((isSettled) => (isSettled ? all : false)));
    return Promise.race([all, ...oneGivenUp]);
  }

  /** Before its window is destroyed. */
  letGo(): void {
    for (const conversion of this.#conversions) conversion.letGo();
  }

  /** The selection has another owner, or the same one with another copy. Called for every change until the copy is read. */
  onOwnerChange(change: { readonly seq: number; readonly owner: XId }): void {
    const successor = successorOf(this.ownerWindow, change.owner, this.#parts.connection.resourceMask);
    this.#tenureEnd ??= { seq: change.seq, successor };
    const end = { seq: this.#tenureEnd.seq, successor };
    for (const conversion of this.#conversions) {
      if (!belongsToCopy({ request: conversion.request, answered: conversion.isAnswered }, end)) conversion.end('void');
    }
  }

  /** The owner's window is gone. What it sent before is still on its way. */
  onOwnerGone(): void {
    this.#farewell ??= setTimeout(() => {
      for (const conversion of this.#conversions) if (conversion.awaitsOwner) conversion.end('gone');
    }, farewellMs);
  }

  onAnswer(event: SelectionAnswerEvent): void {
    const asked = this.#conversions.find((conversion) => conversion.property === event.property);
    // A refusal names no property: it is for the first one that asked for this target and has no answer.
    (asked ?? this.#conversions.find((conversion) => !conversion.isAnswered && conversion.target === event.target))?.onAnswer(event);
  }

  onNewValue(event: PropertyEvent): void {
    this.#conversions.find((conversion) => conversion.property === event.atom)?.onNewValue();
  }

  /** Ends all that is still open, and asks nothing more. */
  giveUp(as: ConversionEnd): void {
    this.#givenUp ??= as;
    for (const conversion of this.#conversions) conversion.end(as);
  }

  async #readInOrder(): Promise<CopyEvent<Refusal>> {
    const list = new SmallSink(targetListBytes);
    const isAhead = this.#parts.isHurried && !this.#parts.needsOwner();
    const textIsOver = deferred<void>();
    const listing = this.#ask('TARGETS', list, isAhead ? { mayDelete: textIsOver.promise } : {});
    if (isAhead) this.#ahead = this.#askAhead(textIsOver.resolve);
    const identity = this.#owner();
    const listed = await listing.ended;
    if (listed !== 'received' && listed !== 'refused') return this.#missed(listed);
    const offered = list.content.length < 4 ? targetsOfTheTaciturn : this.#namesIn(list.content);
    this.#say('x targets listed', { targets: list.content.length >> 2, known: offered.length, marks: marksToRead(offered).length });
    if (concealsByPresence(offered)) return this.#refused('concealed');
    const [concealed, owner] = await Promise.all([isConcealedByValue(offered, this.#small), identity]);
    if (concealed) return this.#refused('concealed');
    const { made } = this.#parts;
    const ownerMayBe = owner.mayBe ?? [];
    const isOwnerComplete = owner.isComplete && (owner.isKnown || ownerMayBe.length > 0);
    const notice: CopyNotice = { ...made, owner: owner.identity, isOwnerComplete, ownerMayBe };
    // Which window is active is no ground for a rule, neither to read a copy nor to say why it was not read.
    const verdict = this.#parts.judge(owner.isKnown ? notice : { ...notice, owner: unknownOwner.identity });
    this.#say('x copy judged', { ownerComplete: isOwnerComplete, read: verdict === 'read' });
    if (verdict !== 'read') return this.#refused(verdict.refuse);
    return this.#readContent(notice, offered, list.content);
  }

  #owner(): Promise<FoundOwner> {
    const { limits, needsOwner, identify, onFault } = this.#parts;
    const isNeeded = needsOwner();
    return findOwner({
      identify: () => identify(this.ownerWindow),
      withinMs: isNeeded ? limits.neededOwnerLookupMs : limits.ownerLookupMs,
      isNeeded,
      isGivenUp: () => this.#givenUp !== null,
      say: (times, { isComplete, isKnown, identity }) =>
        this.#say('x owner looked up', { times, needed: isNeeded, complete: isComplete, known: isKnown, named: identity.name !== null }),
      onFault,
    });
  }

  async #readContent(notice: CopyNotice, offered: readonly string[], list: Buffer): Promise<CopyEvent<Refusal>> {
    const judgedAfterMs = performance.now() - this.#startedAt;
    const plan = planReading(offered, this.#parts.limits);
    if (plan.representations.length === 0) return this.#missed('nothing-usable');
    const reading = plan.representations.map((planned) => this.#obtain(planned));
    const readingUrl = plan.sourceUrl === null ? null : this.#sourceUrl(plan.sourceUrl);
    const secondLook = list.length > 0 ? isConcealedSince(offered, list, { small: this.#small, namesIn: this.#namesIn }) : null;
    const obtained = await Promise.all(reading);
    const representations = obtained.flatMap((each) => ('representation' in each ? [each.representation] : []));
    if (secondLook !== null && (await within(secondListMs, secondLook)) === true) {
      await removeFiles(representations);
      return this.#refused('concealed');
    }
    if (obtained.every((each) => 'empty' in each)) return { kind: 'cleared', atMs: notice.copiedAtMs };
    if (representations.length === 0) return this.#missed(worst(obtained));
    const sourceUrl = readingUrl === null ? null : await within(secondListMs, readingUrl);
    const missing = obtained.flatMap((each) => ('lost' in each ? [each.mediaType] : []));
    const timings = { judgedAfterMs, readAfterMs: performance.now() - this.#startedAt };
    return { kind: 'copy', copy: { ...notice, representations, missing, sourceUrl: sourceUrl === tooLate ? null : sourceUrl, timings } };
  }

  /** The first of the planned targets that the owner does not refuse. */
  async #obtain(planned: PlannedRepresentation): Promise<Obtained> {
    const { mediaType, limitBytes, targets } = planned;
    const ahead = targets[0].target === targetAhead ? this.#ahead : null;
    ahead?.mayRead.resolve(true);
    const sink = ahead?.sink ?? this.#contentSink(limitBytes);
    let end: ConversionEnd = 'refused';
    for (const { target, decoding } of targets) {
      sink.decodeAs(decoding);
      end = await (ahead !== null && target === targetAhead ? ahead.ended : this.#ask(target, sink).ended);
      if (end !== 'refused') break;
    }
    if (end !== 'received') return { lost: end, mediaType };
    const content = await sink.finish();
    if (!content.ok) return { lost: 'not-written', mediaType };
    return content.value.bytes === 0 ? { empty: true } : { representation: { mediaType, content: content.value } };
  }

  #askAhead(whenSettled: () => void): Ahead {
    const [sink, mayRead] = [this.#contentSink(this.#parts.limits.textBytes), deferred<boolean>()];
    const { ended, settled } = this.#ask(targetAhead, sink, { mayRead: mayRead.promise });
    void settled.then((isSettled) => isSettled && whenSettled());
    return { sink, mayRead, ended };
  }

  #contentSink(limitBytes: number): ContentSink {
    const sink = new ContentSink({ spill: this.#parts.newContent(), limitBytes, budget: this.#budget });
    this.#sinks.push(sink);
    return sink;
  }

  async #sourceUrl({ target, encoding }: SourceUrlTarget): Promise<string | null> {
    const content = await this.#small(target);
    return content === null ? null : decodeSourceUrl(encoding, content);
  }

  /** A small answer; null when it did not come whole. */
  readonly #small = async (target: string, limitBytes = smallAnswerBytes): Promise<Buffer | null> => {
    const sink = new SmallSink(limitBytes);
    return (await this.#ask(target, sink).ended) === 'received' ? sink.content : null;
  };

  /** The targets and marks in the list that mean something to Hub, each once. */
  readonly #namesIn = (list: Buffer): string[] =>
    this.#parts.atoms.known(Array.from({ length: list.length >> 2 }, (_, index) => list.readUInt32LE(index * 4)));

  /** Asks, unless the selection is somebody else's already: what would come then is not this copy's. */
  #ask(target: string, sink: Sink, waits: Pick<ConversionParts, 'mayRead' | 'mayDelete'> = {}): Pick<Conversion, 'ended' | 'settled'> {
    const notAsked = this.#givenUp ?? (this.#tenureEnd === null ? null : 'void');
    if (notAsked !== null) return { ended: Promise.resolve(notAsked), settled: Promise.resolve(true) };
    const property = answerProperties[this.#conversions.length];
    if (property === undefined) throw new Error('a copy has more answers than properties');
    const { connection, atoms, requestor, time } = this.#parts;
    const conversion = new Conversion({
      connection,
      selection: atoms.of('CLIPBOARD'),
      incr: atoms.of('INCR'),
      requestor,
      property: atoms.of(property),
      target: atoms.of(target),
      time,
      sink,
      ...waits,
      onProgress: () => this.#silence?.refresh(),
      onFault: this.#parts.onFault,
    });
    this.#conversions.push(conversion);
    if (this.#parts.log.isDetailed) this.#tellEnd(conversion, kindOfTarget(target));
    return conversion;
  }

  #tellEnd(conversion: Conversion, target: TargetKind): void {
    const startMs = performance.now();
    void conversion.ended.then((ended) => {
      const { receivedBytes: bytes, isIncremental: inChunks } = conversion;
      const { made, log } = this.#parts;
      log.debug('x target answered', { copy: made.ordinal, target, ended, bytes, inChunks, ms: msSince(startMs) });
    });
  }

  /** A line of details, with the copy's number and the time since the system told of it. */
  readonly #say: Log['debug'] = (event, fields) => {
    const { made, log } = this.#parts;
    if (log.isDetailed) log.debug(event, { copy: made.ordinal, ...fields, ms: msSince(this.#startedAt) } as never);
  };

  #refused(because: Refusal | 'concealed'): CopyEvent<Refusal> {
    return { kind: 'refused', ...this.#parts.made, because };
  }

  #missed(end: LostEnd): CopyEvent<Refusal> {
    return { kind: 'missed', ...this.#parts.made, because: missReason(end, this.#tenureEnd) };
  }
}
