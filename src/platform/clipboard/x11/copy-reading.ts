/**
 * One copy being read. Each has its own windows, timers and end, so that a slow owner delays nobody.
 *
 * The order is the guarantee: first the list of targets and the owner's identity, at once; then the marks; then `judge`; and only then content, the
 * text first. A second request for the list follows it: a mark that the owner added meanwhile conceals the copy after all.
 *
 * In a burst the owner may be gone by then. So text is requested along with the list, if no rule depends on the owner; the answer waits in the
 * server, and is read in its turn or deleted unread.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import type { ContentSpool } from '../../../base/files/spooled-content.ts';
import { type Log, msSince } from '../../../base/log.ts';
import type { XId } from '../../x11/protocol.ts';
import { type AskedAhead, ContentReading } from '../content-reading.ts';
import { removeFiles, SmallSink } from '../content-sinks.ts';
import { decodeSourceUrl, defaultTargets, planReading, type SourceUrlTarget, textAlone } from '../formats.ts';
import { type FoundOwner, unknownOwner } from '../found-owner.ts';
import type { CopyEvent, CopyNotice } from '../interface.ts';
import { type ClipboardLimits, targetListBytes } from '../limits.ts';
import { concealsByPresence, concealsByValue, marksToRead } from '../marks.ts';
import { type LostEnd, missReason, worstEnd } from '../miss-reason.ts';
import { Conversions, type ConversionsParts } from './conversions.ts';
import { findOwner } from './owner/repeated-owner-lookup.ts';
import { isPrivateAgain, isTakenBack, type ProgramHabit } from './program-habit.ts';

export interface ReadingParts<Refusal extends string> extends Omit<ConversionsParts, 'onProgress'> {
  readonly limits: ClipboardLimits;
  readonly isTextAlone: boolean;
  /** The previous copy was made a moment ago: this one may be replaced as soon. */
  readonly isHurried: boolean;
  readonly made: { readonly ordinal: number; readonly copiedAtMs: number; readonly initial: boolean };
  readonly habit: ProgramHabit;
  /** `isComplete`: all requests were answered. */
  identify(window: XId): Promise<FoundOwner>;
  needsOwner(): boolean;
  judge(notice: CopyNotice): 'read' | { readonly refuse: Refusal };
  newContent(): ContentSpool;
}

/** How long the second list is waited for once all content has arrived. */
const secondListMs = 100;

/** Nearly every program that has text has this target. */
const targetAhead = 'UTF8_STRING';

/** Text that was requested along with the list. */
type TextAhead = AskedAhead & { readonly mayRead: { resolve(mayRead: boolean): void } };

export class CopyReading<Refusal extends string> {
  readonly asked: Conversions;
  readonly #parts: ReadingParts<Refusal>;
  readonly #contents: ContentReading;
  readonly #startedAt = performance.now();
  #silence: NodeJS.Timeout | undefined;
  #ahead: TextAhead | null = null;
  /** The name of the owner's program, once it is known. */
  #program: string | null = null;

  constructor(parts: ReadingParts<Refusal>) {
    this.#parts = parts;
    this.asked = new Conversions({ ...parts, onProgress: () => this.#silence?.refresh() });
    this.#contents = new ContentReading({
      ...{ limits: parts.limits, newContent: parts.newContent },
      ask: (target, sink) => {
        this.#silence?.refresh();
        return this.asked.ask(target, sink);
      },
      giveUp: (as) => this.asked.giveUp(as),
    });
  }

  /** Reads the copy; call once. Leaves nothing behind except what the event contains. */
  async read(): Promise<CopyEvent<Refusal>> {
    this.#silence = setTimeout(() => this.asked.endOpen('silent'), this.#parts.limits.silenceMs);
    const end = setTimeout(() => this.asked.giveUp('silent'), this.#parts.limits.copyMs);
    try {
      const event = await this.#readInOrder();
      if (event.kind === 'copy') this.#parts.habit.isPrivate = false;
      this.#say('x copy over', { is: event.kind, asked: this.asked.count });
      return event;
    } catch (error) {
      this.#parts.onFault(error);
      return this.#missed('unexpected');
    } finally {
      clearTimeout(this.#silence);
      clearTimeout(end);
      this.#ahead?.mayRead.resolve(false);
      this.asked.close();
      await this.#contents.discard();
    }
  }

  async #readInOrder(): Promise<CopyEvent<Refusal>> {
    const list = new SmallSink(targetListBytes);
    const isAhead = this.#parts.isHurried && !this.#parts.needsOwner();
    const textIsOver = Promise.withResolvers<void>();
    const listing = this.asked.ask('TARGETS', list, isAhead ? { mayDelete: textIsOver.promise } : {});
    if (isAhead) this.#ahead = this.#askAhead(textIsOver.resolve);
    const identity = this.#owner();
    void identity.then(({ isKnown, identity: { name } }) => {
      if (isKnown) this.#program = name;
    });
    const listed = await listing.ended;
    if (listed !== 'received' && listed !== 'refused') {
      const isPrivate = this.#parts.habit.isPrivate && isTakenBack(listed, this.asked.isReplacedByAnother);
      return isPrivate ? this.#refused('concealed') : this.#missed(listed);
    }
    const offered = list.content.length < 4 ? defaultTargets : this.#namesIn(list.content);
    this.#say('x targets listed', { targets: list.content.length >> 2, known: offered.length, marks: marksToRead(offered).length });
    if (concealsByPresence(offered)) return this.#refused('concealed');
    const [concealed, owner] = await Promise.all([isConcealedByValue(offered, this.asked.small), identity]);
    if (concealed) return this.#refused('concealed');
    const { made } = this.#parts;
    const ownerMayBe = owner.mayBe ?? [];
    const isOwnerComplete = owner.isComplete && (owner.isKnown || ownerMayBe.length > 0);
    const notice: CopyNotice = { ...made, client: this.#parts.habit.client, owner: owner.identity, isOwnerComplete, ownerMayBe };
    // The active window must not influence a rule, neither to read a copy nor to explain why it was not read.
    const verdict = this.#parts.judge(owner.isKnown ? notice : { ...notice, owner: unknownOwner.identity });
    this.#say('x copy judged', { ownerComplete: isOwnerComplete, read: verdict === 'read' });
    if (verdict !== 'read') return this.#refused(verdict.refuse);
    return this.#readContent(notice, offered, list.content);
  }

  #owner(): Promise<FoundOwner> {
    const { limits, needsOwner, identify, onFault } = this.#parts;
    const isNeeded = needsOwner();
    return findOwner({
      identify: () => identify(this.asked.ownerWindow),
      withinMs: isNeeded ? limits.neededOwnerLookupMs : limits.ownerLookupMs,
      isNeeded,
      isGivenUp: () => this.asked.isGivenUp,
      say: (times, { isComplete, isKnown, identity }) =>
        this.#say('x owner looked up', { times, needed: isNeeded, complete: isComplete, known: isKnown, named: identity.name !== null }),
      onFault,
    });
  }

  async #readContent(notice: CopyNotice, offered: readonly string[], list: Buffer): Promise<CopyEvent<Refusal>> {
    const judgedAfterMs = performance.now() - this.#startedAt;
    const whole = planReading(offered, this.#parts.limits);
    const plan = this.#parts.isTextAlone ? textAlone(whole) : whole;
    if (plan.representations.length === 0) return this.#missed('nothing-usable');
    const reading = this.#contents.read(plan.representations, { ahead: this.#ahead, isHurried: this.#parts.isHurried });
    const readingUrl = plan.sourceUrl === null ? null : this.#sourceUrl(plan.sourceUrl);
    const secondLook = list.length > 0 ? isConcealedSince(offered, list, { small: this.asked.small, namesIn: this.#namesIn }) : null;
    void secondLook?.then((isConcealed) => isConcealed && this.asked.giveUp('void'));
    const obtained = await reading;
    const representations = obtained.flatMap((each) => ('representation' in each ? [each.representation] : []));
    if (secondLook !== null && (await within(secondListMs, secondLook)) === true) {
      await removeFiles(representations);
      return this.#refused('concealed');
    }
    if (obtained.every((each) => 'empty' in each)) return { kind: 'cleared', atMs: notice.copiedAtMs, by: notice.owner };
    if (representations.length === 0) return this.#missed(worstEnd(obtained));
    const sourceUrl = readingUrl === null ? null : await within(secondListMs, readingUrl);
    const missing = obtained.flatMap((each) => ('lost' in each ? [each.mediaType] : []));
    const timings = { judgedAfterMs, readAfterMs: performance.now() - this.#startedAt };
    return { kind: 'copy', copy: { ...notice, representations, missing, sourceUrl: sourceUrl === tooLate ? null : sourceUrl, timings } };
  }

  #askAhead(whenSettled: () => void): TextAhead {
    const [sink, mayRead] = [this.#contents.newSink(this.#parts.limits.textBytes), Promise.withResolvers<boolean>()];
    const { ended, settled } = this.asked.ask(targetAhead, sink, { mayRead: mayRead.promise });
    void settled.then((isSettled) => isSettled && whenSettled());
    return { target: targetAhead, sink, mayRead, ended, allow: () => mayRead.resolve(true) };
  }

  async #sourceUrl({ target, encoding }: SourceUrlTarget): Promise<string | null> {
    const content = await this.asked.small(target);
    return content === null ? null : decodeSourceUrl(encoding, content);
  }

  /** The targets and marks in the list that Hub knows, each once. */
  readonly #namesIn = (list: Buffer): string[] =>
    this.#parts.atoms.known(Array.from({ length: list.length >> 2 }, (_, index) => list.readUInt32LE(index * 4)));

  /** A detailed log line, with the copy's number and the time since the system announced it. */
  readonly #say: Log['debug'] = (event, fields) => {
    const { made, log } = this.#parts;
    if (log.isDetailed) log.debug(event, { ordinal: made.ordinal, ...fields, ms: msSince(this.#startedAt) } as never);
  };

  #refused(because: Refusal | 'concealed'): CopyEvent<Refusal> {
    const isAgain = because === 'concealed' && isPrivateAgain(this.#parts.habit, performance.now());
    return { kind: 'refused', ...this.#parts.made, because, ...(isAgain && { isAgain }) };
  }

  #missed(end: LostEnd): CopyEvent<Refusal> {
    const lastedMs = this.asked.lastedMs ?? performance.now() - this.#startedAt;
    return { kind: 'missed', ...this.#parts.made, because: missReason(end, this.asked.hasSuccessor, lastedMs), program: this.#program };
  }
}

/** Requests a small answer; null if it did not arrive completely. */
type AskSmall = (target: string, limitBytes?: number) => Promise<Buffer | null>;

export async function isConcealedByValue(offered: readonly string[], small: AskSmall): Promise<boolean> {
  const verdicts = await Promise.all(marksToRead(offered).map(async (mark) => concealsByValue(mark, await small(mark))));
  return verdicts.includes(true);
}

/** True if the owner now lists a mark that was not in `list` before. */
export async function isConcealedSince(
  before: readonly string[],
  list: Buffer,
  { small, namesIn }: { readonly small: AskSmall; readonly namesIn: (list: Buffer) => readonly string[] },
): Promise<boolean> {
  const now = await small('TARGETS', targetListBytes);
  if (now === null || now.equals(list)) return false;
  const added = namesIn(now).filter((name) => !before.includes(name));
  return concealsByPresence(added) || marksToRead(added).length > 0;
}
