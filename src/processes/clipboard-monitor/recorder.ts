/**
 * Brings what the monitor saw into the journal, in its order: what comes while one commit waits for the disk goes into the next one together.
 * What can't be written now (a full disk, another program's lock) is held and tried again, and never forgotten silently; what can never be
 * written is given up alone. It never waits itself: copies are read on meanwhile. What still waits at the end is written down beside the journal,
 * and the next recorder takes it up.
 */

import { rm } from 'node:fs/promises';
import { within } from '../../base/deadline.ts';
import { type Log, vetted } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { type CaptureOutcome, filesOf, type RecordedCapture } from '../../journal/captures.ts';
import type { HeldCopies } from '../../journal/held-copies.ts';
import type { CopyNote } from '../../journal/notes.ts';
import type { WriteFailure } from '../../journal/write-failure.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { Waiting, type WaitingCapture, type WaitingNote } from './waiting.ts';

export interface RecorderParts {
  readonly writer: JournalWriter;
  /** Where copies lie that the journal does not take before the end. */
  readonly held: HeldCopies;
  readonly log: Log;
  /** Hears of the newest capture of each commit. */
  readonly recorded: (newest: RecordedCapture) => void;
  /** Hears of each note that is written. */
  readonly noted: (note: CopyNote) => void;
  /** Whether the journal can be written to, and whether it is damaged where not. */
  readonly writable: (isWritable: boolean, isDamaged: boolean) => void;
  /** Hears of each copy that is given up. */
  readonly lost: () => void;
}

/** Contents over 128 KiB lie in files, and a copy has four at most (text, HTML, files, a picture): this is at most 128 MiB of memory, and nearly always very little. */
const mostCaptures = 256;
/** In one commit. While it waits for the disk, the oldest of the others goes for one that is too many, and never the newest. */
const mostAtOnce = 128;
const retryMs = 1_000;
/** A journal that has not answered for so long holds copies up. */
const slowMs = 2_000;
/** At the end: what the journal has not taken by then is written down, well within the time that a component has to stop. */
const lastTryMs = 1_000;
const flushedWithinMs = 3_000;

export class Recorder implements AsyncDisposable {
  readonly #parts: RecorderParts;
  readonly #waiting = new Waiting();
  /** So many are tried alone: together they did not go. */
  #alone = 0;
  #later: NodeJS.Timeout | undefined;
  #work: Promise<void> | null = null;
  #ending = false;
  /** What the journal said to the last write that it did not take. */
  #isDamaged = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Records the capture at once, or as soon as the journal can be written to. `durable` is called when it is recorded. */
  record(capture: NewCapture, durable: () => void = () => {}): void {
    this.#hold({ kind: 'capture', capture, durable, held: null });
  }

  /** Records what earlier processes could not; call it before anything else is recorded. */
  takeUp(): void {
    const { copies, missed } = this.#parts.held.find();
    for (const { name, capture } of copies) this.#hold({ kind: 'capture', capture, durable: () => {}, held: name });
    const count = missed.reduce((sum, mark) => sum + mark.copies, 0);
    if (count > 0) this.#add({ kind: 'note', note: { counts: { missed: count }, present: null }, marks: missed });
    if (copies.length + count > 0) this.#parts.log.warn('held copies taken up', { copies: copies.length, missed: count });
  }

  /** Writes the note when all before it is written. */
  note(note: CopyNote): void {
    this.#add({ kind: 'note', note, marks: [] });
  }

  /** Nothing waits for the journal. */
  get isIdle(): boolean {
    return this.#waiting.isEmpty;
  }

  /** A last try for what waits. What is not taken then is written down for the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending = true;
    this.#look();
    await within(lastTryMs, this.#work ?? Promise.resolve());
    if (!this.isIdle) await within(flushedWithinMs, this.#parts.held.flush(this.#keepForLater()));
  }

  /** The writer may still take them: one that it has then is not held any more. */
  #keepForLater(): readonly string[] {
    const { held, log } = this.#parts;
    const waiting = [...this.#waiting];
    const entries = waiting.filter((entry) => entry.kind === 'capture').filter((entry) => entry.held === null);
    const names = held.keep(entries.map(({ capture }) => capture));
    for (const [index, entry] of entries.entries()) entry.held = names[index] ?? null;
    const kept = names.filter((name) => name !== null);
    const lost = names.length - kept.length;
    held.markMissed(lost + uncounted(waiting));
    if (lost > 0) log.critical('copies lost at the end', { copies: lost });
    log.warn('copies are held over the end', { copies: kept.length });
    return kept;
  }

  #hold(entry: WaitingCapture): void {
    this.#add(entry);
    const oldest = this.#waiting.captures > mostCaptures ? this.#waiting.takeOldestCapture() : null;
    // One that is written down already waits for the next start.
    if (oldest?.held === null) this.#giveUp(oldest, 'journal-not-writable');
  }

  #add(entry: WaitingCapture | WaitingNote): void {
    this.#waiting.add(entry);
    if (this.#later === undefined) this.#look();
  }

  #look(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#work ??= this.#writeAll().finally(() => {
      this.#work = null;
      // What came between the last look and this found the work still going on.
      if (!this.isIdle && this.#later === undefined && !this.#ending) this.#look();
    });
  }

  async #writeAll(): Promise<void> {
    while (!this.#waiting.isEmpty) {
      const slow = setTimeout(() => this.#parts.writable(false, this.#isDamaged), slowMs);
      const written = await this.#writeNext();
      clearTimeout(slow);
      if (written) continue;
      this.#parts.writable(false, this.#isDamaged);
      if (!this.#ending) this.#later = setTimeout(() => this.#look(), retryMs);
      return;
    }
    this.#isDamaged = false;
    this.#parts.writable(true, false);
  }

  /** False when the journal can't be written to now. */
  #writeNext(): Promise<boolean> {
    const { first } = this.#waiting;
    if (first === undefined) return Promise.resolve(true);
    return first.kind === 'note' ? this.#writeNote(first) : this.#writeCaptures();
  }

  async #writeNote({ note, marks }: WaitingNote): Promise<boolean> {
    this.#waiting.underWay = 1;
    const written = await this.#parts.writer.write('recordNote', note);
    this.#waiting.underWay = 0;
    if (!written.ok && this.#isHeld(written.reason)) return false;
    this.#waiting.take(1);
    if (written.ok) for (const { name } of marks) this.#parts.held.drop(name);
    if (written.ok) this.#parts.noted(note);
    else this.#parts.log.error('counts not recorded');
    return true;
  }

  async #writeCaptures(): Promise<boolean> {
    const batch = this.#waiting.batch(this.#alone > 0 ? 1 : mostAtOnce);
    this.#waiting.underWay = batch.length;
    const written = await this.#parts.writer.write(
      batch[0]?.held === null ? 'recordCaptures' : 'recordCapturesAgain',
      batch.map(({ capture }) => capture),
    );
    this.#waiting.underWay = 0;
    if (!written.ok && this.#isHeld(written.reason)) {
      this.#parts.log.error('journal not writable, copies wait', { code: vetted(written.code), waiting: this.#waiting.length });
      return false;
    }
    if (!written.ok && batch.length > 1) {
      this.#alone = batch.length;
      return true;
    }
    this.#waiting.take(batch.length);
    this.#parts.log.debug('recorded', { captures: batch.length, waiting: this.#waiting.length });
    this.#alone = Math.max(0, this.#alone - batch.length);
    if (written.ok) this.#settle(batch, written.value);
    else for (const entry of batch) this.#giveUp(entry, written.reason);
    return true;
  }

  /** A damaged journal is put aside by the supervisor, and until then some of it may still take what comes. */
  #isHeld(failure: WriteFailure): boolean {
    this.#isDamaged = failure === 'damaged';
    return failure === 'not-now' || failure === 'damaged';
  }

  #settle(batch: readonly WaitingCapture[], outcomes: readonly CaptureOutcome[]): void {
    const newest = outcomes.findLast((outcome) => outcome.ok);
    if (newest?.ok) this.#parts.recorded(newest.value);
    for (const [position, { durable, held }] of batch.entries()) {
      const outcome = outcomes[position];
      if (held !== null) this.#parts.held.drop(held);
      if (outcome?.ok) durable();
      else if (outcome?.reason === 'passed-over') this.#parts.log.info('copy passed over', { because: 'deleted' });
      else this.#sayLost(outcome?.reason ?? 'unwritable');
    }
  }

  /** It is counted as soon as the journal can be written to. Its files go at once: the disk may be what is full. */
  #giveUp({ capture, held }: WaitingCapture, because: 'journal-not-writable' | WriteFailure): void {
    for (const { file } of filesOf(capture)) void rm(file, { force: true }).catch(() => {});
    if (held !== null) this.#parts.held.drop(held);
    this.note({ counts: { missed: 1 }, present: null });
    this.#sayLost(because);
  }

  #sayLost(because: 'journal-not-writable' | WriteFailure): void {
    this.#parts.log.critical('copy lost', { because });
    this.#parts.lost();
  }
}

/** Copies that were lost and are counted nowhere yet: not in the journal, and by no mark. */
function uncounted(waiting: readonly (WaitingCapture | WaitingNote)[]): number {
  const notes = waiting.filter((entry) => entry.kind === 'note');
  const marked = notes.flatMap(({ marks }) => marks).reduce((sum, { copies }) => sum + copies, 0);
  return notes.reduce((sum, { note }) => sum + (note.counts.missed ?? 0), -marked);
}
