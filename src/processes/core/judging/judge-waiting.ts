/**
 * Judges pending captures, one fragment after the other, oldest first: counts the attempt, asks the judge, records the result. No fragment blocks the
 * ones after it: one that ends its judge twice is kept unjudged, and one that can't even be recorded is left for the next start.
 */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../../base/machine-clock.ts';
import { RenewalPause } from '../../../base/threads/renewal-pause.ts';
import { type ContentFilter, contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { unjudgeable } from '../../../domain/conditions/unjudgeable.ts';
import type { SaveRate } from '../../../domain/saving/save-rate.ts';
import type { Judgement } from '../../../journal/fragments/fragment-states.ts';
import { type ContentPlace, contentPlaces, fragmentsOfCapture, readFragment } from '../../../journal/fragments/fragments.ts';
import { unjudgedFragments } from '../../../journal/fragments/judging-attempts.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { isJournalUnavailable } from '../../../journal/writing/write-failure.ts';
import { resultOfWrite } from '../../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { aboutFragment, aboutNumber } from '../../about-copy.ts';
import { couldHaveSecret, droppedFor } from './dropped-secret.ts';
import type { JudgingRules } from './judge.ts';
import type { JudgeThread } from './judge-thread.ts';
import { SaveRateLimit } from './save-rate-limit.ts';

export interface JudgingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly thread: JudgeThread;
  /** Without a filter while it is not valid and unknown: copies wait then. */
  readonly rules: () => Omit<JudgingRules, 'filter'> & { readonly filter: ContentFilter | null };
  /** How much becomes a file; Hub's own limits by default. */
  readonly saveRate?: SaveRate;
  /** Called with each judged fragment, and whether it is queued for its file. */
  readonly judged: (fragmentId: number, toSave: boolean) => void;
  /** Called with true when there was no thread several times in a row, and with false once there is one. */
  readonly judgeFails?: (fails: boolean) => void;
}

/** Attempts without a judgement. A single one may be due to whatever ended the process. */
const mostAttempts = 2;
/** A fragment that throws before its attempt is counted, or when it is recorded, is skipped after so many times. */
const mostThrows = 3;
/** If the journal accepts nothing (a full disk, another process's lock), or there is no thread, the next attempt follows after this; without a thread later each time. */
const retryMs = 1_000;
/** Others get their turn after so many fragments without work, which take some milliseconds. */
const takenAtOnce = 128;

const noRules = contentFilterDocument.parse({ detect_secrets: false });

const heldBack: Judgement = {
  detection: null,
  embeddedFilename: null,
  pictureSize: null,
  verdict: { kind: 'hold', because: 'unjudgeable' },
};

/** Nothing can be done for any fragment now. */
class HeldUp extends Error {}

export class Judging implements AsyncDisposable {
  readonly #parts: JudgingParts;
  readonly #rating: SaveRateLimit;
  readonly #pause: RenewalPause;
  #hasBegun = false;
  #isStopping = false;
  #work: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #looksAgain = false;
  /** Attempts that are counted and did not fail: the fragment was not the cause. */
  readonly #counted = new Set<number>();
  readonly #throws = new Map<number, number>();
  /** Fragments to be tried again, each with its capture. */
  readonly #failing = new Map<number, number>();
  /** Up to this number nothing can be judged until the filter is known. */
  #unruledTo = 0;

  constructor(parts: JudgingParts) {
    this.#parts = parts;
    this.#rating = new SaveRateLimit(parts, parts.saveRate);
    this.#pause = new RenewalPause(retryMs, parts.judgeFails);
  }

  /** Begins, with what is pending from before. Until then nothing is judged. */
  begin(): void {
    this.#hasBegun = true;
    this.rulesChanged();
  }

  /** Call when there may be something to judge. */
  look(): void {
    if (this.#isStopping || !this.#hasBegun) return;
    if (this.#work !== null) {
      this.#looksAgain = true; // the running work may have seen the end of the list already
      return;
    }
    clearTimeout(this.#retry);
    this.#looksAgain = false;
    this.#work = this.#judgeAll()
      .catch((error: unknown) => {
        this.#parts.log.error('judging held up', { code: errorCode(error), origin: errorOrigin(error) });
        if (this.#isStopping) return;
        // One that waits for a disk has started: that is over when the disk responds.
        const cannotStart = error instanceof HeldUp && !this.#parts.thread.isOneStuck;
        if (cannotStart) this.#pause.ended();
        this.#retry = setTimeout(() => this.look(), cannotStart ? this.#pause.ms : retryMs);
      })
      .finally(() => {
        this.#work = null;
        if (this.#looksAgain) this.look();
      });
  }

  /** Call when the content filter may have changed: what stays hidden because of it may be judged now. */
  rulesChanged(): void {
    if (!this.#hasBegun) return;
    void resultOfWrite(this.#parts.writer.write('releaseHeldBack'))
      .catch((error: unknown) => this.#parts.log.warn('copies still hidden under earlier rules', { code: errorCode(error) }))
      .then(() => this.look());
  }

  /** Waits for the fragment that is being judged: a normal stop costs no attempt. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#retry);
    await this.#work;
  }

  /** Judges what is pending, from the oldest on; failed ones are tried again once there are no others. */
  async #judgeAll(): Promise<void> {
    await this.#rating.load();
    if (this.#parts.rules().filter !== null) this.#unruledTo = 0;
    const failed: number[] = [];
    this.#failing.clear();
    const met = new Set<number>();
    for (let after = this.#unruledTo; ; await new Promise(setImmediate)) {
      const waiting = unjudgedFragments(this.#parts.journal, after, takenAtOnce);
      const ids = waiting.length > 0 ? waiting : failed.splice(0, 1);
      if (ids.length === 0) break;
      after = waiting.at(-1) ?? after;
      for (const id of ids) {
        if (this.#isStopping) return;
        if (!this.#isGivenUp(id) && (await this.#survive(id)) === 'failed') failed.push(id);
        else this.#failing.delete(id);
        if (this.#throws.has(id)) met.add(id);
      }
    }
    this.#forgetOthersThan(met);
  }

  #isGivenUp(id: number): boolean {
    return (this.#throws.get(id) ?? 0) >= mostThrows;
  }

  /** Forgets those that were deleted meanwhile. `met`: those that are still pending, and skipped. */
  #forgetOthersThan(met: ReadonlySet<number>): void {
    for (const id of this.#throws.keys()) if (!met.has(id) && id > this.#unruledTo) this.#throws.delete(id);
    for (const id of this.#counted) if (id > this.#unruledTo) this.#counted.delete(id);
  }

  async #survive(id: number): Promise<'over' | 'failed'> {
    try {
      return await this.#judgeOne(id);
    } catch (error) {
      if (error instanceof HeldUp || isJournalUnavailable(error)) throw error;
      this.#counted.delete(id);
      const throws = (this.#throws.get(id) ?? 0) + 1;
      this.#throws.set(id, throws);
      const { journal, log } = this.#parts;
      log.error('fragment not judged', { ...aboutNumber(journal, id), throws, code: errorCode(error), origin: errorOrigin(error) });
      return throws < mostThrows ? 'failed' : 'over';
    }
  }

  async #judgeOne(id: number): Promise<'over' | 'failed'> {
    const { journal, writer, thread, rules, log } = this.#parts;
    const fragment = readFragment(journal, id);
    const [place, ...others] = contentPlaces(journal, id);
    if (fragment === null || place === undefined) return this.#leave(id);
    // A picture of a text shows the text's secret too, and is dropped with it.
    if (this.#failing.size > 0 && this.#isAfterFailing(fragment)) return 'failed';
    const { filter, saveRules } = rules();
    // No rule applies to a save that somebody requested by name, nor to a copy that the user wants all the same.
    const ruled = fragment.isExempt ? noRules : (filter ?? (fragment.origin === 'bridge' ? noRules : null));
    if (ruled === null) {
      this.#unruledTo = Math.max(this.#unruledTo, id);
      return 'over';
    }
    if (fragment.judgeAttempts >= mostAttempts && !this.#counted.has(id)) return this.#giveUp(fragment, [place, ...others], ruled);
    if (this.#isBesideHeld(fragment, ruled)) return this.#record(fragment, heldBack, machineClockMs());
    if (!(await thread.start())) throw new HeldUp('there is no judge');
    this.#pause.worked();
    const startedAtMs = machineClockMs();
    if (!this.#counted.has(id) && (await resultOfWrite(writer.write('countAttempt', id))) === null) return this.#forget(id);
    this.#counted.add(id);
    const attempt = fragment.judgeAttempts + 1;
    log.debug('judging', {
      ...aboutFragment(fragment),
      kind: fragment.kind,
      bytes: place.bytes,
      attempt,
      ms: toMicroseconds(machineClockMs() - startedAtMs),
    });
    const question = { fragment, place, others, rules: { filter: ruled, saveRules }, mayLookElsewhere: !thread.isOneStuck };
    const answered = await thread.ask('fragment', question, { first: true });
    if (!answered.ok && answered.reason === 'no-thread') throw new HeldUp('there is no judge');
    if (answered.ok) return await this.#record(fragment, this.#rating.rated(fragment, answered.value), startedAtMs);
    this.#counted.delete(id);
    log.error('judge ended', { ...aboutFragment(fragment), because: answered.reason, attempt });
    this.#failing.set(id, fragment.captureId);
    return 'failed';
  }

  /** Whether an earlier fragment of its copy is still to be judged. */
  #isAfterFailing({ id, captureId }: JournalFragment): boolean {
    return this.#failing.entries().some(([other, capture]) => capture === captureId && other < id);
  }

  /** Whether a text of its copy could not be searched for secrets: a picture of it may show one. */
  #isBesideHeld({ id, captureId, kind }: JournalFragment, filter: ContentFilter): boolean {
    if (kind === 'text') return false;
    const { journal } = this.#parts;
    return fragmentsOfCapture(journal, captureId).some((other) => {
      const beside = other === id ? null : readFragment(journal, other);
      return beside?.state === 'captured' && beside.reason === 'unjudgeable' && couldHaveSecret(beside, filter);
    });
  }

  /** Kept as it was copied, unless it contains a secret. */
  async #giveUp(
    fragment: JournalFragment,
    [place, ...others]: readonly [ContentPlace, ...ContentPlace[]],
    filter: ContentFilter,
  ): Promise<'over'> {
    const startedAtMs = machineClockMs();
    if (this.#isBesideHeld(fragment, filter)) return await this.#record(fragment, heldBack, startedAtMs);
    const { kind, origin, mediaTypes } = fragment;
    const { detection, verdict } = unjudgeable({ kind, mediaType: mediaTypes[0], asked: origin === 'bridge' }, filter);
    const recorded = (judgement: Judgement): Promise<'over'> => this.#record(fragment, judgement, startedAtMs);
    const unknown = { embeddedFilename: null, pictureSize: null };
    if (verdict.kind === 'hold') return await recorded({ ...unknown, detection, verdict });
    const answered = await this.#parts.thread.ask('secret', { fragment, place, others, filter }, { first: true });
    if (!answered.ok && answered.reason === 'no-thread') throw new HeldUp('there is no judge');
    this.#pause.worked();
    const secret = answered.ok ? answered.value.secret : null;
    if (secret !== null) return await recorded(droppedFor(secret));
    // It may contain a secret, as far as anybody knows.
    const isHeld = !answered.ok && couldHaveSecret(fragment, filter);
    const kept = answered.ok ? (answered.value.kept ?? null) : null;
    return await recorded(isHeld ? heldBack : { ...unknown, detection, secret: kept, verdict });
  }

  async #record(fragment: JournalFragment, judgement: Judgement, startedAtMs: number): Promise<'over'> {
    const { writer, log, judged } = this.#parts;
    const judgedAtMs = machineClockMs();
    const { id } = fragment;
    await resultOfWrite(writer.write('recordJudgement', id, judgement));
    this.#forget(id);
    const clockMs = machineClockMs();
    log.debug('judgement recorded', { ...aboutFragment(fragment), ms: toMicroseconds(clockMs - judgedAtMs) });
    const { verdict, detection } = judgement;
    log.info('judged', {
      ...aboutFragment(fragment),
      verdict: verdict.kind,
      because: verdict.kind === 'save' ? null : verdict.because,
      typed: detection !== null && detection.typeId !== 'txt',
      ms: toMicroseconds(clockMs - startedAtMs),
      clockMs: toMicroseconds(clockMs),
    });
    judged(id, verdict.kind === 'save');
    return 'over';
  }

  /** It was deleted a moment ago, or its row is damaged: there is nothing to judge. */
  #leave(id: number): 'over' {
    this.#counted.delete(id);
    this.#throws.set(id, mostThrows);
    const { journal, log } = this.#parts;
    log.warn('no such fragment to judge', aboutNumber(journal, id));
    return 'over';
  }

  #forget(id: number): 'over' {
    this.#counted.delete(id);
    this.#throws.delete(id);
    return 'over';
  }
}
