/**
 * The queue for the journal, in order: copies, and notes between them. Adjacent notes are merged, so that there is never more than one beside each
 * copy, and their counts are kept however long the journal can't be written to.
 */
import type { NewCapture } from '../../../contract/journal.ts';
import type { RecordedCapture } from '../../../journal/captures/captures.ts';
import { type CopyNote, mergeNotes } from '../../../journal/captures/copy-notes.ts';
import type { MissedMark } from '../../../journal/captures/held-copies.ts';

export interface WaitingCapture {
  readonly kind: 'capture';
  readonly capture: NewCapture;
  readonly durable: (recorded: RecordedCapture) => void;
  /** Its name among the held copies. The journal may have it already. */
  held: string | null;
}

export interface WaitingNote {
  readonly kind: 'note';
  readonly note: CopyNote;
  /** The held copies that the note counts. */
  readonly marks: readonly MissedMark[];
}

export class WaitingCopies {
  readonly #entries: (WaitingCapture | WaitingNote)[] = [];
  #captures = 0;
  /** This many at the front are being written. They stay unchanged and in place. */
  #underWay = 0;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get length(): number {
    return this.#entries.length;
  }

  get captures(): number {
    return this.#captures;
  }

  get first(): WaitingCapture | WaitingNote | undefined {
    return this.#entries[0];
  }

  /** Whether an entry will change what is on the clipboard, as far as the journal knows. */
  get saysWhatIsPresent(): boolean {
    return this.#entries.some((entry) => entry.kind === 'capture' || entry.note.present !== null);
  }

  add(entry: WaitingCapture | WaitingNote): void {
    this.#entries.push(entry);
    if (entry.kind === 'capture') this.#captures += 1;
    else this.#join(this.#entries.length - 1);
  }

  /** Marks this many at the front as being written, or as pending again. */
  set underWay(count: number) {
    this.#underWay = count;
  }

  /** Removes the first ones: the journal has them, or never will. */
  take(count: number): void {
    for (const { kind } of this.#entries.splice(0, count)) if (kind === 'capture') this.#captures -= 1;
  }

  /** Removes the oldest copy that is not being written. */
  takeOldestCapture(): WaitingCapture | null {
    const place = this.#entries.findIndex((entry, index) => index >= this.#underWay && entry.kind === 'capture');
    const entry = this.#entries[place];
    if (entry?.kind !== 'capture') return null;
    this.#entries.splice(place, 1);
    this.#captures -= 1;
    this.#join(place);
    return entry;
  }

  /** The copies at the front for one commit, at most `most`: only new ones, or only those that may have been written before. */
  batch(most: number): readonly WaitingCapture[] {
    const batch: WaitingCapture[] = [];
    for (const entry of this.#entries) {
      if (entry.kind !== 'capture' || batch.length >= most) break;
      if (batch[0] !== undefined && (batch[0].held === null) !== (entry.held === null)) break;
      batch.push(entry);
    }
    return batch;
  }

  [Symbol.iterator](): Iterator<WaitingCapture | WaitingNote> {
    return this.#entries.values();
  }

  /** Merges the note here with the previous one. */
  #join(place: number): void {
    const [before, here] = [this.#entries[place - 1], this.#entries[place]];
    if (before?.kind !== 'note' || here?.kind !== 'note' || place - 1 < this.#underWay) return;
    const marks = [...before.marks, ...here.marks];
    this.#entries.splice(place - 1, 2, { kind: 'note', note: mergeNotes(before.note, here.note), marks });
  }
}
