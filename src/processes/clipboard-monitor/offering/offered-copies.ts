/**
 * What Hub puts on the clipboard: a copy that the user wants back, and the last copy when its program has gone, or when Hub is started again in the same
 * session. A copy does not die with its program, but whoever clears the clipboard has cleared it, and what may be a password goes with its program.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../../base/log.ts';
import type { ComponentMessage, NotOffered } from '../../../contract/components.ts';
import type { TableForm, TextSpan } from '../../../contract/extraction/structured-text.ts';
import { readPresent } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Clipboard, CopyEvent } from '../../../platform/clipboard/index.ts';
import type { Component } from '../../component.ts';
import { leftNote, noteOf, nothingPresent, offeredNote } from '../journal-entries.ts';
import { type NotTakenOver, type Offering, type OfferWays, offerCapture, offerFragment, offerTextOf, whileWanted } from '../put-back.ts';
import type { Recorder } from '../recording/recorder.ts';
import { isKnownSession } from './known-session.ts';
import { readLeft, rememberLeft } from './left-copy.ts';
import { type Asked, OfferOrder } from './offer-order.ts';
import { offerTexts } from './put-texts.ts';

export interface OfferParts {
  readonly component: Pick<Component, 'tell' | 'log' | 'env'>;
  readonly journal: JournalReader;
  readonly recorder: Pick<Recorder, 'note' | 'isIdle'>;
  /** Null while there is none. */
  readonly clipboard: () => Clipboard | null;
  /** Remembers the session in which the clipboard was watched last. */
  readonly sessionFile: string;
  readonly isPaused: () => boolean;
  /** No copy is being read. */
  readonly isAtRest: () => boolean;
  /** Called when this capture was put on the clipboard; null: something that is no capture. */
  readonly offered: (captureId: number | null) => void;
}

/** Whether it is on the clipboard, or why not. */
type Offered = boolean | NotOffered;

type Cleared = Extract<CopyEvent, { readonly kind: 'cleared' }>;

/** A copy is recorded and judged within some milliseconds; the journal may also be on a slow disk. Programs that exit wait for 5 s at most. */
const exitWaitsMs = [0, 10, 20, 40, 80, 160, 320, 640, 1_280] as const;
/** Nobody waits for this: on a busy machine, or after a crash of the core, a copy is judged late, and nobody else has it by then. Two minutes in all. */
const waitsMs: readonly number[] = [...exitWaitsMs, ...Array.from({ length: 47 }, () => 2_560)];
/** Why the last copy was not offered again. */
type NotTaken =
  | 'paused'
  | 'no-display'
  | 'other-session'
  | 'being-read'
  | 'not-recorded'
  | 'not-judged'
  | 'not-kept'
  | 'filtered'
  | NotTakenOver
  | 'failed';

/** At the start it is not known since when the clipboard is empty: somebody may be copying at this moment. */
const settlesMs = 3_000;

export class OfferedCopies {
  readonly #parts: OfferParts;
  /** Counts what was copied, cleared and offered. */
  #changes = 0;
  readonly #order = new OfferOrder();
  /** What is on the clipboard was put there by Hub. */
  #isOurs = false;
  /** Some program was seen to have it. The journal alone may tell of one that ended while nobody watched. */
  #isOwned = false;
  #isSameSession: Promise<boolean> = Promise.resolve(false);
  /** Hub has followed its user into this session, and brings the copy along. */
  #isMoved: boolean;
  /** What was on the clipboard when the display ended. */
  readonly #leftFile: string;
  #safe: Promise<boolean> | null = null;

  constructor(parts: OfferParts) {
    this.#parts = parts;
    this.#leftFile = `${parts.sessionFile}-left`;
    this.#isMoved = parts.component.env.HUB_MOVED === '1';
  }

  /** The clipboard has another owner. */
  changed(): void {
    this.#order.copied();
    this.#changed(true);
  }

  #changed(isOwned: boolean): void {
    this.#changes += 1;
    this.#isOurs = false;
    this.#isOwned = isOwned;
  }

  #ask(): Asked {
    const { isWanted, put } = this.#order.ask();
    return {
      isWanted,
      put: () => {
        put();
        this.#changes += 1;
        this.#isOurs = true;
      },
    };
  }

  /** Somebody wants a fragment, the address of its source, the text that was read in it, or a part of a text, on the clipboard. */
  async putBack({ fragmentId, requestId, part, file, span, as, ...how }: Extract<ComponentMessage, { kind: 'offer' }>): Promise<void> {
    const isWhole = (part === undefined || part === 'content') && span === undefined;
    const isThere = isWhole && how.unlessPresent === true && this.#isThere(fragmentId);
    const ok =
      isThere || (await this.#putBack(fragmentId, part, { isSelectedToo: how.selected === true, file, span, as, only: how.onlyOver }));
    this.#answer(requestId, ok);
  }

  #answer(requestId: number, ok: Offered, leftOut: readonly number[] = []): void {
    const because = typeof ok === 'string' && ok !== 'no-clipboard' ? { because: ok } : {};
    const left = leftOut.length === 0 ? {} : { leftOut: [...leftOut] };
    this.#parts.component.tell('python_core', { kind: 'offered', requestId, ok: ok === true, ...because, ...left });
  }

  /** It is all that is on the clipboard, from its own program: that may offer forms that are not kept, such as formulas, or files that were cut. */
  #isThere(fragmentId: number): boolean {
    const { journal, recorder, isAtRest, isPaused, clipboard } = this.#parts;
    if (this.#isOurs || !this.#isOwned || isPaused() || !isAtRest() || !recorder.isIdle || clipboard() === null) return false;
    const [present, ...others] = readPresent(journal).fragments;
    return present?.id === fragmentId && others.length === 0;
  }

  #isPresent(captureId: number): boolean {
    const { journal, recorder, isAtRest } = this.#parts;
    return isAtRest() && recorder.isIdle && readPresent(journal).fragments.some((fragment) => fragment.captureId === captureId);
  }

  #putBack(
    fragmentId: number,
    part: Extract<ComponentMessage, { kind: 'offer' }>['part'],
    {
      isSelectedToo,
      file = 0,
      span,
      as,
      only,
    }: {
      readonly isSelectedToo: boolean;
      readonly file: number | undefined;
      readonly span: TextSpan | undefined;
      readonly as: TableForm | undefined;
      readonly only: number | undefined;
    },
  ): Promise<Offered> {
    const { journal } = this.#parts;
    if (span !== undefined || part === 'address' || part === 'extracted')
      return this.#offerWhatIsNoCopy(span === undefined && part === 'address' ? part : 'texts', (clipboard) =>
        offerTextOf(clipboard, journal, fragmentId, { part, file, span, as }),
      );
    return this.#offer(fragmentId, { isPlain: part === 'plain', isSelectedToo }, only);
  }

  /** The display is gone, and everything on it. If Hub moves to another desktop, the copy comes along. */
  unwatched(mayComeBack: boolean): void {
    const { component, journal, recorder, isPaused, isAtRest } = this.#parts;
    try {
      rememberLeft(this.#leftFile, journal, mayComeBack && !isPaused() && isAtRest() && recorder.isIdle);
    } catch (error) {
      component.log.error('copy of the display not remembered', { code: errorCode(error) });
    }
    recorder.note(nothingPresent(Date.now(), 'unwatched'));
  }

  /** Somebody wants the texts of several fragments on the clipboard, as one. */
  async putTexts({ fragmentIds, requestId, plain, selected }: Extract<ComponentMessage, { kind: 'offer-texts' }>): Promise<void> {
    const clipboard = this.#parts.clipboard();
    const { isWanted, put } = this.#ask();
    const how = { isPlain: plain === true, isSelectedToo: selected === true, isWanted, put: () => this.#isNoCopy('texts', put) };
    const offered = clipboard && (await offerTexts(clipboard, this.#parts.journal, fragmentIds, how));
    if (offered?.ok === true) this.#answer(requestId, true, offered.value);
    else this.#answer(requestId, offered?.reason ?? false);
  }

  /** The clipboard is watched from now on, perhaps in place of another one of this session. Called before its first event. */
  began(clipboard: Clipboard, isSuccessor = false): void {
    this.#isSameSession = isKnownSession(clipboard, this.#parts, this.#isMoved || isSuccessor);
    this.#isMoved = false;
  }

  /** The clipboard is empty. If its owner has gone, the copy stays, in all formats that were kept. Otherwise nothing is there any more. */
  cleared(event: Cleared, mayOutlive: boolean): void {
    this.#changed(false);
    if (event.by === 'end' && mayOutlive) return void this.#outlive(event);
    if (event.by === 'end') this.#parts.component.log.info('clipboard left by its program', { taken: false, because: 'may-be-password' });
    this.#parts.recorder.note(noteOf(event));
  }

  async #outlive(event: Cleared): Promise<void> {
    const { component, recorder, offered } = this.#parts;
    const change = this.#changes;
    const isStill = (): boolean => change === this.#changes && !this.#parts.isPaused();
    const taken = await this.#takeOver(event, isStill).catch((error: unknown): NotTaken => {
      component.log.error('clipboard not taken over', { code: errorCode(error) });
      return 'failed';
    });
    if (change !== this.#changes) return;
    const isTaken = typeof taken === 'number';
    component.log.info('clipboard left by its program', { taken: isTaken, ...(isTaken ? {} : { because: taken }) });
    // With another display, or after a restart, it may be offered again.
    if (taken === 'no-display') return;
    if (!isTaken) return recorder.note(noteOf(event));
    this.#isOurs = true;
    offered(taken);
    recorder.note(leftNote(taken, Date.now()));
  }

  /** Of several who ask, all get one answer. */
  isSafe(): Promise<boolean> {
    this.#safe ??= this.#isRecorded().finally(() => {
      this.#safe = null;
    });
    return this.#safe;
  }

  /** The present copy is in the journal, which is what a program that exits waits for. */
  async #isRecorded(): Promise<boolean> {
    const { isPaused, isAtRest, recorder } = this.#parts;
    for (const waitMs of exitWaitsMs) {
      if (isPaused()) return false;
      if (isAtRest() && recorder.isIdle) return true;
      await pause(waitMs, undefined, { ref: false });
    }
    return false;
  }

  /** Its capture; or why nobody has it back: it is not kept, not judged in time, or something else is there by now. */
  async #takeOver({ isInitial }: Cleared, isStill: () => boolean): Promise<number | NotTaken> {
    const { journal, recorder, clipboard, isAtRest } = this.#parts;
    if (isInitial) {
      if (!(await this.#isSameSession)) return 'other-session';
      await pause(settlesMs, undefined, { ref: false });
    }
    let because: NotTaken = 'not-judged';
    for (const waitMs of waitsMs) {
      const system = clipboard();
      if (system === null) return 'no-display';
      if (!isStill()) return 'paused';
      if (!isAtRest()) because = 'being-read';
      else if (!recorder.isIdle) because = 'not-recorded';
      else {
        const present = readPresent(journal).fragments;
        const left = present.length === 0 && isInitial ? readLeft(this.#leftFile, journal) : present;
        if (left.length === 0) return 'not-kept';
        if (left.some(({ state }) => state === 'filtered')) return 'filtered';
        const isThere = (): boolean => isStill() && readPresent(journal).fragments.length === present.length;
        if (left.some(({ state }) => state === 'captured')) because = 'not-judged';
        else {
          const taken = await offerCapture(system, journal, left, isThere);
          if (taken !== 'not-owner') return taken;
          because = taken;
        }
      }
      await pause(waitMs, undefined, { ref: false });
    }
    return because;
  }

  /** `only`: the capture that has to be on the clipboard still, and alone: whoever is copying something wants that. */
  async #offer(fragmentId: number, how: OfferWays, only: number | undefined): Promise<Offered> {
    const { component, journal, recorder, isPaused, offered } = this.#parts;
    const clipboard = this.#parts.clipboard();
    const change = this.#changes;
    const asked = this.#ask();
    const isWanted = (): boolean => asked.isWanted() && (only === undefined || (change === this.#changes && this.#isPresent(only)));
    const put = (captureId: number): void => {
      asked.put();
      component.log.info('copy offered', { captureId, fragmentId });
      offered(captureId);
      recorder.note(offeredNote(captureId, isPaused() ? null : Date.now()));
    };
    const did = clipboard && (await offerFragment(clipboard, journal, fragmentId, { ...how, isWanted, put }));
    return typeof did === 'number' ? true : (did ?? false);
  }

  /** Text that was not a copy: no capture is on the clipboard any more. */
  async #offerWhatIsNoCopy(absence: 'address' | 'texts', offer: (clipboard: Offering) => Promise<boolean>): Promise<Offered> {
    const clipboard = this.#parts.clipboard();
    const { isWanted, put } = this.#ask();
    if (clipboard === null || !(await offer(whileWanted(clipboard, isWanted)))) return isWanted() ? false : 'elsewhere';
    this.#isNoCopy(absence, put);
    return true;
  }

  #isNoCopy(absence: 'address' | 'texts', put: () => void): void {
    const { recorder, offered } = this.#parts;
    put();
    offered(null);
    recorder.note({ ...nothingPresent(Date.now(), absence), isAnother: true });
  }
}
