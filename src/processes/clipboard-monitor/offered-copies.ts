/**
 * What Hub puts on the clipboard: a copy that the user wants back, and the last copy when its program has gone. A copy does not die with its program, but
 * whoever clears the clipboard has cleared it, and a password that its program may have taken away with it stays away.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ComponentMessage } from '../../contract/components.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { tryRead } from '../../journal/reopening-reader.ts';
import type { Clipboard, CopyEvent } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import { noteOf, nothingPresent, offeredNote } from './journal-entries.ts';
import { offerAddress, offerCapture, offerFragment } from './put-back.ts';
import type { Recorder } from './recording/recorder.ts';

export interface OfferParts {
  readonly component: Pick<Component, 'tell' | 'log'>;
  readonly journal: JournalReader;
  readonly recorder: Pick<Recorder, 'note' | 'isIdle'>;
  /** Null while there is none. */
  readonly clipboard: () => Clipboard | null;
  readonly isPaused: () => boolean;
  /** No copy is being read. */
  readonly isAtRest: () => boolean;
  /** Called when this capture was put on the clipboard; null: something that is no capture. */
  readonly offered: (captureId: number | null) => void;
}

type Cleared = Extract<CopyEvent, { readonly kind: 'cleared' }>;

/** A copy is recorded and judged within some milliseconds; the journal may also be on a slow disk. */
const waitsMs = [0, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560] as const;

export class OfferedCopies {
  readonly #parts: OfferParts;
  /** Counts what was copied, cleared and offered. */
  #changes = 0;

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

  /** The clipboard is empty. If its owner has gone, the copy stays, in all formats that were kept. Otherwise nothing is there any more. */
  cleared(event: Cleared, mayOutlive: boolean): void {
    this.changed();
    if (event.by === 'end' && mayOutlive) void this.#outlive(event);
    else this.#parts.recorder.note(noteOf(event));
  }

  async #outlive(event: Cleared): Promise<void> {
    const { component, recorder, offered } = this.#parts;
    const change = this.#changes;
    const captureId = await this.#takeOver(() => change === this.#changes);
    if (change !== this.#changes) return;
    component.log.info('clipboard left by its program', { taken: captureId !== null });
    if (captureId === null) recorder.note(noteOf(event));
    else offered(captureId);
  }

  /** The present copy is in the journal, which is what a program that exits waits for. */
  async isSafe(): Promise<boolean> {
    const { isPaused, isAtRest, recorder } = this.#parts;
    for (const waitMs of waitsMs) {
      if (isPaused()) return false;
      if (isAtRest() && recorder.isIdle) return true;
      await pause(waitMs, undefined, { ref: false });
    }
    return false;
  }

  /** Null if nobody may have it back: it is not kept, not judged in time, or something else is there by now. */
  async #takeOver(isStill: () => boolean): Promise<number | null> {
    const { component, journal, recorder, clipboard } = this.#parts;
    if (!(await this.isSafe())) return null;
    for (const waitMs of waitsMs) {
      const system = clipboard();
      const left = tryRead(journal, component.log, readPresent)?.fragments ?? [];
      if (!isStill() || system === null || left.length === 0) return null;
      if (left.some(({ state }) => state === 'filtered')) return null;
      if (recorder.isIdle && left.every(({ state }) => state !== 'captured')) return offerCapture(system, journal, left);
      await pause(waitMs, undefined, { ref: false });
    }
    return null;
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

  /** Text that was not a copy: no capture is on the clipboard any more. */
  async #offerAddress(fragmentId: number): Promise<boolean> {
    const { journal, recorder, offered } = this.#parts;
    const clipboard = this.#parts.clipboard();
    if (clipboard === null || !(await offerAddress(clipboard, journal, fragmentId))) return false;
    this.#changes += 1;
    offered(null);
    recorder.note({ ...nothingPresent(Date.now(), 'address'), isAnother: true });
    return true;
  }
}
