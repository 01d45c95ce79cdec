/**
 * Has what was captured judged, one fragment after the other, oldest first: counts the attempt, asks the judge, records. No fragment holds up the
 * ones after it: one that ends its judge twice is kept unjudged, and one that can't even be recorded is left for the next start.
 */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { SaveRate } from '../../domain/save-rate.ts';
import { unjudgeable } from '../../domain/unjudgeable.ts';
import { type ContentPlace, contentPlaces, readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { unjudgedFragments } from '../../journal/judging.ts';
import type { Judgement } from '../../journal/progress.ts';
import { isTakingNothing } from '../../journal/write-failure.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';
import type { Rules } from './judge.ts';
import type { JudgeThread } from './judge-thread.ts';
import { Rating } from './rating.ts';

export interface JudgingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly thread: JudgeThread;
  /** Without a filter while there is one that nobody can read: what was copied then waits. */
  readonly rules: () => Omit<Rules, 'filter'> & { readonly filter: ContentFilter | null };
  /** How much becomes a file; Hub's own unless given. */
  readonly saveRate?: SaveRate;
  /** Hears of each fragment that was judged, and whether it waits for its file now. */
  readonly judged: (fragmentId: number, toSave: boolean) => void;
}

/** Attempts that came to no judgement. A single one may be the fault of whoever ended the process. */
const mostAttempts = 2;
/** A fragment that throws before its attempt is counted, or when it is recorded, is left alone after so many times. */
const mostThrows = 3;
/** A journal that takes nothing (a full disk, another process's lock), or a thread that can't be had, is tried again after this. */
const retryMs = 1_000;
/** Others get their turn after so many that nothing has to be done for, which take some milliseconds. */
const takenAtOnce = 128;

const noRules = contentFilterDocument.parse({});

/** Nothing can be done for any fragment now. */
class HeldUp extends Error {}

export class Judging implements AsyncDisposable {
  readonly #parts: JudgingParts;
  readonly #rating: Rating;
  #hasBegun = false;
  #isStopping = false;
  #work: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #looksAgain = false;
  /** Attempts that are counted and did not fail: what held them up was not the fragment. */
  readonly #counted = new Set<number>();
  readonly #throws = new Map<number, number>();
  /** Up to this number nothing is to be judged before somebody knows the filter. */
  #unruledTo = 0;

  constructor(parts: JudgingParts) {
    this.#parts = parts;
    this.#rating = new Rating(parts, parts.saveRate);
  }

  /** Begins, with what waits from before. Until then nothing is judged. */
  begin(): void {
    this.#hasBegun = true;
    this.rulesChanged();
  }

  /** Says that there may be something to judge. */
  look(): void {
    if (this.#isStopping || !this.#hasBegun) return;
    if (this.#work !== null) {
      this.#looksAgain = true; // the work may have seen the end of the list already
      return;
    }
    clearTimeout(this.#retry);
    this.#looksAgain = false;
    this.#work = this.#judgeAll()
      .catch((error: unknown) => {
        this.#parts.log.error('judging held up', { code: errorCode(error), origin: errorOrigin(error) });
        if (!this.#isStopping) this.#retry = setTimeout(() => this.look(), retryMs);
      })
      .finally(() => {
        this.#work = null;
        if (this.#looksAgain) this.look();
      });
  }

  /** Says that the content filter may be another one: what was held back for its sake may be seen now. */
  rulesChanged(): void {
    if (!this.#hasBegun) return;
    void written(this.#parts.writer.write('releaseHeldBack'))
      .catch((error: unknown) => this.#parts.log.warn('held back under earlier rules still', { code: errorCode(error) }))
      .then(() => this.look());
  }

  /** Waits for the fragment that is being judged: an end in order costs no attempt. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#retry);
    await this.#work;
  }

  /** Takes what waits, from the oldest on; what failed is tried again once there are no others. */
  async #judgeAll(): Promise<void> {
    await this.#rating.load();
    if (this.#parts.rules().filter !== null) this.#unruledTo = 0;
    const failed: number[] = [];
    const met = new Set<number>();
    for (let after = this.#unruledTo; ; await new Promise(setImmediate)) {
      const waiting = unjudgedFragments(this.#parts.journal, after, takenAtOnce);
      const ids = waiting.length > 0 ? waiting : failed.splice(0, 1);
      if (ids.length === 0) break;
      after = waiting.at(-1) ?? after;
      for (const id of ids) {
        if (this.#isStopping) return;
        if (!this.#isGivenUp(id) && (await this.#survive(id)) === 'failed') failed.push(id);
        if (this.#throws.has(id)) met.add(id);
      }
    }
    this.#forgetOthersThan(met);
  }

  #isGivenUp(id: number): boolean {
    return (this.#throws.get(id) ?? 0) >= mostThrows;
  }

  /** Those that were deleted meanwhile. `met`: those that wait still, and are left alone. */
  #forgetOthersThan(met: ReadonlySet<number>): void {
    for (const id of this.#throws.keys()) if (!met.has(id) && id > this.#unruledTo) this.#throws.delete(id);
    for (const id of this.#counted) if (id > this.#unruledTo) this.#counted.delete(id);
  }

  async #survive(id: number): Promise<'over' | 'failed'> {
    try {
      return await this.#judgeOne(id);
    } catch (error) {
      if (error instanceof HeldUp || isTakingNothing(error)) throw error;
      this.#counted.delete(id);
      const throws = (this.#throws.get(id) ?? 0) + 1;
      this.#throws.set(id, throws);
      this.#parts.log.error('fragment not judged', { fragmentId: id, throws, code: errorCode(error), origin: errorOrigin(error) });
      return throws < mostThrows ? 'failed' : 'over';
    }
  }

  async #judgeOne(id: number): Promise<'over' | 'failed'> {
    const { journal, writer, thread, rules, log } = this.#parts;
    const fragment = readFragment(journal, id);
    const place = contentPlaces(journal, id)[0];
    if (fragment === null || place === undefined) return this.#leave(id);
    const { filter, saveRules } = rules();
    // No rule is for what somebody saves under a name of theirs.
    const ruled = filter ?? (fragment.origin === 'bridge' ? noRules : null);
    if (ruled === null) {
      this.#unruledTo = Math.max(this.#unruledTo, id);
      return 'over';
    }
    if (fragment.judgeAttempts >= mostAttempts && !this.#counted.has(id)) return this.#giveUp(fragment, place, ruled);
    if (!(await thread.start())) throw new HeldUp('there is no judge');
    const startedAtMs = machineClockMs();
    if (!this.#counted.has(id) && (await written(writer.write('countAttempt', id))) === null) return this.#forget(id);
    this.#counted.add(id);
    const attempt = fragment.judgeAttempts + 1;
    log.debug('judging', {
      fragmentId: id,
      kind: fragment.kind,
      bytes: place.bytes,
      attempt,
      ms: toMicroseconds(machineClockMs() - startedAtMs),
    });
    const question = { fragment, place, rules: { filter: ruled, saveRules }, mayLookElsewhere: !thread.isOneStuck };
    const answered = await thread.ask('fragment', question, { first: true });
    if (!answered.ok && answered.reason === 'no-thread') throw new HeldUp('there is no judge');
    if (answered.ok) return await this.#record(id, this.#rating.rated(fragment, answered.value), startedAtMs);
    this.#counted.delete(id);
    log.error('judge ended', { fragmentId: id, because: answered.reason, attempt });
    return 'failed';
  }

  /** Kept as it was copied, and found by its words where reading these is no harm either. */
  async #giveUp(fragment: JournalFragment, place: ContentPlace, filter: ContentFilter): Promise<'over'> {
    const startedAtMs = machineClockMs();
    const { kind, origin, mediaTypes } = fragment;
    const { detection, verdict } = unjudgeable({ kind, mediaType: mediaTypes[0], asked: origin === 'bridge' }, filter);
    const index = verdict.kind === 'hold' ? null : await this.#parts.thread.ask('index', { fragment, place }, { first: true });
    return await this.#record(
      fragment.id,
      { detection, embeddedFilename: null, pictureSize: null, verdict, index: index?.ok ? index.value : { body: '', names: '' } },
      startedAtMs,
    );
  }

  async #record(id: number, judgement: Judgement, startedAtMs: number): Promise<'over'> {
    const { writer, log, judged } = this.#parts;
    const judgedAtMs = machineClockMs();
    await written(writer.write('recordJudgement', id, judgement));
    this.#forget(id);
    const clockMs = machineClockMs();
    log.debug('judgement recorded', { fragmentId: id, ms: toMicroseconds(clockMs - judgedAtMs) });
    const { verdict, detection } = judgement;
    log.info('judged', {
      fragmentId: id,
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
    this.#parts.log.warn('no such fragment to judge', { fragmentId: id });
    return 'over';
  }

  #forget(id: number): 'over' {
    this.#counted.delete(id);
    this.#throws.delete(id);
    return 'over';
  }
}
