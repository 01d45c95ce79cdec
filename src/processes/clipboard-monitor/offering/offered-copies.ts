/**
 * What Hub puts on the clipboard: a copy that the user wants back, and the last copy when its program has gone, or when Hub is started again in the same
 * session. A copy does not die with its program, but whoever clears the clipboard has cleared it, and what may be a password goes with its program.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../../base/log.ts';
import type { ComponentMessage } from '../../../contract/components.ts';
import { readPresent } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Clipboard, CopyEvent } from '../../../platform/clipboard/index.ts';
import type { Component } from '../../component.ts';
import { leftNote, noteOf, nothingPresent, offeredNote } from '../journal-entries.ts';
import { offerAddress, offerCapture, offerFragment } from '../put-back.ts';
import type { Recorder } from '../recording/recorder.ts';
import { offerTexts } from './put-texts.ts';

export interface OfferParts {
  readonly component: Pick<Component, 'tell' | 'log'>;
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

type Cleared = Extract<CopyEvent, { readonly kind: 'cleared' }>;

/** A copy is recorded and judged within some milliseconds; the journal may also be on a slow disk. */
const waitsMs = [0, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560] as const;
/** Programs that exit wait for 5 s at most. */
const exitWaitsMs = waitsMs.slice(0, -1);
/** At the start it is not known since when the clipboard is empty: somebody may be copying at this moment. */
const settlesMs = 3_000;

export class OfferedCopies {
  readonly #parts: OfferParts;
  /** Counts what was copied, cleared and offered. */
  #changes = 0;
  #isSameSession: Promise<boolean> = Promise.resolve(false);
  #safe: Promise<boolean> | null = null;

  constructor(parts: OfferParts) {
    this.#parts = parts;
  }

  /** The clipboard has another owner. */
  changed(): void {
    this.#changes += 1;
  }

  /** Somebody wants a fragment, or the address of its source, back on the clipboard. */
  async putBack({ fragmentId, requestId, part }: Extract<ComponentMessage, { kind: 'offer' }>): Promise<void> {
    const ok = part === 'address' ? await this.#offerAddress(fragmentId) : await this.#offer(fragmentId, part === 'plain');
    const because = ok === 'content-missing' ? { because: ok } : {};
    this.#parts.component.tell('python_core', { kind: 'offered', requestId, ok: ok === true, ...because });
  }

  /** Somebody wants the texts of several fragments on the clipboard, as one. */
  async putTexts({ fragmentIds, requestId }: Extract<ComponentMessage, { kind: 'offer-texts' }>): Promise<void> {
    const { component, journal } = this.#parts;
    const ok = await this.#offerWhatIsNoCopy('texts', (clipboard) => offerTexts(clipboard, journal, fragmentIds));
    const because = ok === 'content-missing' ? { because: ok } : {};
    component.tell('python_core', { kind: 'offered', requestId, ok: ok === true, ...because });
  }

  /** The clipboard is watched from now on. Called before its first event. */
  began(clipboard: Clipboard): void {
    this.#isSameSession = this.#isKnownSession(clipboard);
  }

  /** The clipboard is empty. If its owner has gone, the copy stays, in all formats that were kept. Otherwise nothing is there any more. */
  cleared(event: Cleared, mayOutlive: boolean): void {
    this.changed();
    if (event.by === 'end' && mayOutlive) void this.#outlive(event);
    else this.#parts.recorder.note(noteOf(event));
  }

  async #outlive(event: Cleared): Promise<void> {
    const { component, recorder, offered } = this.#parts;
    const change = this.#changes;
    const isStill = (): boolean => change === this.#changes && !this.#parts.isPaused();
    const captureId = await this.#takeOver(event, isStill).catch((error: unknown) => {
      component.log.error('clipboard not taken over', { code: errorCode(error) });
      return null;
    });
    if (change !== this.#changes) return;
    component.log.info('clipboard left by its program', { taken: captureId !== null });
    if (captureId === null) return recorder.note(noteOf(event));
    offered(captureId);
    recorder.note(leftNote(captureId, Date.now()));
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

  /** Null if nobody may have it back: it is not kept, not judged in time, or something else is there by now. */
  async #takeOver({ isInitial }: Cleared, isStill: () => boolean): Promise<number | null> {
    const { journal, recorder, clipboard, isAtRest } = this.#parts;
    if (isInitial) {
      if (!(await this.#isSameSession)) return null;
      await pause(settlesMs, undefined, { ref: false });
    }
    for (const waitMs of waitsMs) {
      const system = clipboard();
      if (system === null || !isStill()) return null;
      if (isAtRest() && recorder.isIdle) {
        const left = readPresent(journal).fragments;
        if (left.length === 0 || left.some(({ state }) => state === 'filtered')) return null;
        const isThere = (): boolean => isStill() && readPresent(journal).fragments.length === left.length;
        if (left.every(({ state }) => state !== 'captured')) return offerCapture(system, journal, left, isThere);
      }
      await pause(waitMs, undefined, { ref: false });
    }
    return null;
  }

  /** A copy is not brought into another session: there, nothing may be on the clipboard. If it is unknown, it counts as another one. */
  async #isKnownSession(clipboard: Clipboard): Promise<boolean> {
    const { sessionFile, component } = this.#parts;
    try {
      const session = await clipboard.session();
      const last = readFileSync(sessionFile, { encoding: 'latin1', flag: 'a+' });
      if (session !== null && session !== last) writeFileSync(sessionFile, session, { mode: 0o600 });
      return session !== null && session === last;
    } catch (error) {
      component.log.error('clipboard session unknown', { code: errorCode(error) });
      return false;
    }
  }

  async #offer(fragmentId: number, isPlain: boolean): Promise<boolean | 'content-missing'> {
    const { journal, recorder, isPaused, offered } = this.#parts;
    const clipboard = this.#parts.clipboard();
    const captureId = clipboard && (await offerFragment(clipboard, journal, fragmentId, isPlain));
    if (captureId === null || captureId === 'content-missing') return captureId ?? false;
    this.#changes += 1;
    offered(captureId);
    recorder.note(offeredNote(captureId, isPaused() ? null : Date.now()));
    return true;
  }

  #offerAddress(fragmentId: number): Promise<boolean | 'content-missing'> {
    return this.#offerWhatIsNoCopy('address', (clipboard) => offerAddress(clipboard, this.#parts.journal, fragmentId));
  }

  /** Text that was not a copy: no capture is on the clipboard any more. */
  async #offerWhatIsNoCopy(
    absence: 'address' | 'texts',
    offer: (clipboard: Clipboard) => Promise<boolean | 'content-missing'>,
  ): Promise<boolean | 'content-missing'> {
    const { recorder, offered } = this.#parts;
    const clipboard = this.#parts.clipboard();
    const did = clipboard !== null && (await offer(clipboard));
    if (did !== true) return did;
    this.#changes += 1;
    offered(null);
    recorder.note({ ...nothingPresent(Date.now(), absence), isAnother: true });
    return true;
  }
}
