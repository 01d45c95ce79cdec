/**
 * One copy being read, with timers and an end of its own, so that a slow owner delays nobody.
 *
 * The order is the guarantee: the marks among its formats, which come with the copy; then `judge`; and only then content, the text first. A mark with
 * a value is read before.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import type { ContentSpool } from '../../../base/files/spooled-content.ts';
import { type DetailedLog, type Log, msSince } from '../../../base/log.ts';
import { ContentReading } from '../content-reading.ts';
import { decodeSourceUrl, type PlannedRepresentation, planReading, type SourceUrlTarget, textAlone } from '../formats.ts';
import { type FoundOwner, unknownOwner } from '../found-owner.ts';
import type { CopyEvent, CopyNotice } from '../interface.ts';
import type { ClipboardLimits } from '../limits.ts';
import { concealsByPresence, concealsByValue, marksToRead } from '../marks.ts';
import { type LostEnd, missReason, type ReadRepresentation, worstEnd } from '../miss-reason.ts';
import type { DataOffer } from './data-control.ts';
import { Transfers } from './transfers.ts';

export interface ReadingParts<Refusal extends string> {
  readonly offer: DataOffer;
  readonly limits: ClipboardLimits;
  readonly isTextAlone: boolean;
  readonly made: { readonly ordinal: number; readonly copiedAtMs: number; readonly initial: boolean };
  readonly owner: FoundOwner;
  readonly log: DetailedLog;
  judge(notice: CopyNotice): 'read' | { readonly refuse: Refusal };
  newContent(): ContentSpool;
  /** Resolves when the events until now were handled. */
  sync(): Promise<unknown>;
  /** Something is on the clipboard now. */
  hasSuccessor(): boolean;
  onFault(error: unknown): void;
}

/** How long the address is waited for once all content has arrived. */
const addressMs = 100;

export class CopyReading<Refusal extends string> {
  readonly #parts: ReadingParts<Refusal>;
  readonly #asked: Transfers;
  readonly #contents: ContentReading;
  readonly #startedAt = performance.now();
  #silence: NodeJS.Timeout | undefined;
  /** When it was replaced. */
  #overAt: number | null = null;

  constructor(parts: ReadingParts<Refusal>) {
    this.#parts = parts;
    const { offer, limits, newContent, sync, onFault } = parts;
    this.#asked = new Transfers({ offer, sync, onFault, onProgress: () => this.#silence?.refresh() });
    this.#contents = new ContentReading({
      ...{ limits, newContent },
      ask: (format, sink) => {
        this.#silence?.refresh();
        return this.#asked.ask(format, sink);
      },
      giveUp: (as) => this.#asked.giveUp(as),
    });
    void offer.over.then(() => {
      this.#overAt = performance.now();
    });
  }

  /** Ends it before its time. */
  giveUp(as: 'silent' | 'gone'): void {
    this.#asked.giveUp(as);
  }

  /** Ends it for a newer copy: one that was replaced is gone, and its owner is not the one to blame. */
  makeWay(): void {
    this.giveUp(this.#parts.offer.isThere ? 'silent' : 'gone');
  }

  /** Reads the copy; call once. Leaves nothing behind except what the event contains. */
  async read(): Promise<CopyEvent<Refusal>> {
    this.#silence = setTimeout(() => this.#asked.endOpen('silent'), this.#parts.limits.silenceMs);
    const end = setTimeout(() => this.giveUp('silent'), this.#parts.limits.copyMs);
    try {
      const event = await this.#readInOrder();
      this.#say('wayland copy over', { is: event.kind, asked: this.#asked.count });
      return event;
    } catch (error) {
      this.#parts.onFault(error);
      return this.#missed('unexpected');
    } finally {
      clearTimeout(this.#silence);
      clearTimeout(end);
      this.#asked.giveUp('void');
      await this.#contents.discard();
    }
  }

  async #readInOrder(): Promise<CopyEvent<Refusal>> {
    const { offer, owner, made, judge } = this.#parts;
    const { formats } = offer;
    if (concealsByPresence(formats)) return this.#refused('concealed');
    if (offer.isOverfull) return this.#missed('too-large');
    const marks = marksToRead(formats);
    const values = await Promise.all(marks.map((mark) => this.#asked.small(mark)));
    // Replaced before it said so: nobody has read it.
    if (values.includes(null) && !offer.isThere) return this.#missed('void');
    if (marks.some((mark, at) => concealsByValue(mark, values[at] ?? null))) return this.#refused('concealed');
    const ownerMayBe = owner.mayBe ?? [];
    const isOwnerComplete = owner.isComplete && (owner.isKnown || ownerMayBe.length > 0);
    const notice: CopyNotice = { ...made, client: null, owner: owner.identity, isOwnerComplete, ownerMayBe };
    const verdict = judge(owner.isKnown ? notice : { ...notice, owner: unknownOwner.identity });
    this.#say('wayland copy judged', { formats: formats.length, marks: marks.length, read: verdict === 'read' });
    if (verdict !== 'read') return this.#refused(verdict.refuse);
    return this.#readContent(notice, formats);
  }

  async #readContent(notice: CopyNotice, formats: readonly string[]): Promise<CopyEvent<Refusal>> {
    const judgedAfterMs = performance.now() - this.#startedAt;
    const whole = planReading(formats, this.#parts.limits);
    const plan = this.#parts.isTextAlone ? textAlone(whole) : whole;
    if (plan.representations.length === 0) return this.#missed('nothing-usable');
    const reading = this.#contents.read(plan.representations, { ahead: null, isHurried: false });
    const readingUrl = plan.sourceUrl === null ? null : this.#sourceUrl(plan.sourceUrl);
    const obtained = await reading;
    const representations = obtained.flatMap((each) => ('representation' in each ? [each.representation] : []));
    // Nothing tells an owner that refuses from one that has copied an empty text. Nobody clears the clipboard with several empty contents.
    if (obtained.every(isNothing))
      return isPlainText(plan.representations) ? { kind: 'cleared', atMs: notice.copiedAtMs, by: notice.owner } : this.#missed('refused');
    if (representations.length === 0) return this.#missed(worstEnd(obtained));
    const sourceUrl = readingUrl === null ? null : await within(addressMs, readingUrl);
    const missing = obtained.flatMap((each) => ('lost' in each ? [each.mediaType] : []));
    const timings = { judgedAfterMs, readAfterMs: performance.now() - this.#startedAt };
    return { kind: 'copy', copy: { ...notice, representations, missing, sourceUrl: sourceUrl === tooLate ? null : sourceUrl, timings } };
  }

  async #sourceUrl({ target, encoding }: SourceUrlTarget): Promise<string | null> {
    const content = await this.#asked.small(target);
    return content === null ? null : decodeSourceUrl(encoding, content);
  }

  /** A detailed log line, with the copy's number and the time since the compositor announced it. */
  readonly #say: Log['debug'] = (event, fields) => {
    const { made, log } = this.#parts;
    if (log.isDetailed) log.debug(event, { ordinal: made.ordinal, ...fields, ms: msSince(this.#startedAt) } as never);
  };

  #refused(because: Refusal | 'concealed'): CopyEvent<Refusal> {
    return { kind: 'refused', ...this.#parts.made, because };
  }

  #missed(end: LostEnd): CopyEvent<Refusal> {
    const { made, owner, hasSuccessor } = this.#parts;
    const lastedMs = (this.#overAt ?? performance.now()) - this.#startedAt;
    const program = owner.isKnown ? owner.identity.name : null;
    return { kind: 'missed', ...made, because: missReason(end, hasSuccessor(), lastedMs), program };
  }
}

function isPlainText(planned: readonly PlannedRepresentation[]): boolean {
  return planned.every(({ mediaType }) => mediaType === 'text/plain');
}

function isNothing(each: ReadRepresentation): boolean {
  return 'empty' in each || ('lost' in each && each.lost === 'refused');
}
