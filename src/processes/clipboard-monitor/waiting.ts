/**
 * What waits for the journal, in its order: copies, and notes between them. Notes that come to stand side by side become one, so that there is
 * never more than one beside each copy, and what they count is kept however long the journal can't be written to.
 */
import type { NewCapture } from '../../contract/journal.ts';
import type { MissedMark } from '../../journal/held-copies.ts';
import { type CopyNote, together } from '../../journal/notes.ts';

export interface WaitingCapture {
  readonly kind: 'capture';
  readonly capture: NewCapture;
  readonly durable: () => void;
  /** Its name among the held copies. The journal may have it already. */
  held: string | null;
}

export interface WaitingNote {
  readonly kind: 'note';
  readonly note: CopyNote;
  /** Those among the held copies that the note counts. */
  readonly marks: readonly MissedMark[];
}

export class Waiting {
  readonly #entries: (WaitingCapture | WaitingNote)[] = [];
  #captures = 0;
  /** The first so many are being written. They stay as they are, and where they are. */
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

  add(entry: WaitingCapture | WaitingNote): void {
    this.#entries.push(entry);
    if (entry.kind === 'capture') this.#captures += 1;
    else this.#join(this.#entries.length - 1);
  }

  /** Says that the first so many are given to the journal, or that they are back. */
  set underWay(count: number) {
    this.#underWay = count;
  }

  /** Takes the first ones out: the journal has them, or never will. */
  take(count: number): void {
    for (const { kind } of this.#entries.splice(0, count)) if (kind === 'capture') this.#captures -= 1;
  }

  /** Takes the oldest copy out that is not being written. */
  takeOldestCapture(): WaitingCapture | null {
    const place = this.#entries.findIndex((entry, index) => index >= this.#underWay && entry.kind === 'capture');
    const entry = this.#entries[place];
    if (entry?.kind !== 'capture') return null;
    this.#entries.splice(place, 1);
    this.#captures -= 1;
    this.#join(place);
    return entry;
  }

  /** The copies at the front that go in one commit, at most `most`: all new ones, or all that may have been written before. */
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

  /** Makes one note of the one here and the one before it. */
  #join(place: number): void {
    const [before, here] = [this.#entries[place - 1], this.#entries[place]];
    if (before?.kind !== 'note' || here?.kind !== 'note' || place - 1 < this.#underWay) return;
    const marks = [...before.marks, ...here.marks];
    this.#entries.splice(place - 1, 2, { kind: 'note', note: together(before.note, here.note), marks });
  }
}
