/**
 * The copies that are being read. If the newest one takes a moment, the journal says so: until it is there or missed, the copy before it is not what is on the
 * clipboard.
 */
import type { CopyNote } from '../../../journal/captures/copy-notes.ts';
import { type PresentContent, readPresent } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { tryRead } from '../../../journal/reopening-reader.ts';
import type { CopyEvent, NewOwner } from '../../../platform/clipboard/index.ts';
import type { Component } from '../../component.ts';
import { currentNote, isGone, nothingPresent, type OwnerRefusal } from '../journal-entries.ts';
import type { CapturePauses } from '../pause.ts';
import type { Recorder } from './recorder.ts';

export interface UnderWayParts {
  readonly component: Pick<Component, 'log'>;
  readonly journal: JournalReader;
  readonly recorder: Pick<Recorder, 'note'>;
  readonly pause: Pick<CapturePauses, 'isHeld'>;
}

/** A copy of an owner that answers is in the journal by then, also on a busy machine. */
const saidAfterMs = 400;

interface Newest {
  readonly ordinal: number;
  /** What was there before, once it has been said that this one is being read. */
  before: PresentContent | null;
  readonly timer: NodeJS.Timeout;
}

export class CopiesUnderWay implements Disposable {
  readonly #parts: UnderWayParts;
  #count = 0;
  #newest: Newest | null = null;

  constructor(parts: UnderWayParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#count;
  }

  /** Nothing is being read any more: there is another clipboard. */
  reset(): void {
    this.#count = 0;
    this.#forget();
  }

  /** The clipboard has a new owner, or none. */
  begun({ ordinal, clearedBy, atMs }: Pick<NewOwner, 'ordinal' | 'clearedBy' | 'atMs'>): void {
    this.#count += 1;
    this.#forget();
    if (clearedBy !== null) return;
    // What becomes of it is of this time or later, and replaces what is said of it here.
    const timer = setTimeout(() => this.#say(atMs - 1), saidAfterMs).unref();
    this.#newest = { ordinal, before: null, timer };
  }

  /** It ended in this event, which is recorded next. */
  over(event: CopyEvent<OwnerRefusal>): void {
    // One of a display that has ended may be told late.
    this.#count = Math.max(0, this.#count - 1);
    this.#parts.component.log.debug('clipboard event', { kind: event.kind, underWay: this.#count });
    if (event.kind === 'cleared' || this.#newest?.ordinal !== (event.kind === 'copy' ? event.copy.ordinal : event.ordinal)) return;
    const { before } = this.#newest;
    this.#forget();
    if (before !== null && leavesNothing(event) && !this.#parts.pause.isHeld) this.#parts.recorder.note(noteOfPresent(before));
  }

  [Symbol.dispose](): void {
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#newest?.timer);
    this.#newest = null;
  }

  #say(atMs: number): void {
    const { component, journal, recorder, pause } = this.#parts;
    if (this.#newest === null || pause.isHeld) return;
    this.#newest.before = tryRead(journal, component.log, readPresent);
    recorder.note(nothingPresent(atMs, 'being-read'));
  }
}

/** Nothing is recorded of it: it is what was there before. */
function leavesNothing(event: CopyEvent<OwnerRefusal>): boolean {
  return (event.kind === 'refused' && event.because === 'passed-over') || (event.kind === 'missed' && event.initial && isGone(event));
}

function noteOfPresent({ fragments: [fragment], absence }: PresentContent): CopyNote {
  if (fragment !== undefined) return currentNote(fragment.captureId, Date.now());
  return nothingPresent(Date.now(), absence === null || absence === 'deleted' ? 'unreadable' : absence);
}
