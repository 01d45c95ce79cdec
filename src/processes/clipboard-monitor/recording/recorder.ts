/**
 * Records what the monitor saw in the journal, in order: what arrives while one commit waits for the disk is written together in the next one. What
 * can't be written now (a full disk, another program's lock) is held and tried again, and never dropped silently; what can never be written is
 * dropped alone. It never waits itself: copies are read meanwhile. What is still pending at the end is written to files beside the journal, which the
 * next recorder records.
 */

import { rm } from 'node:fs/promises';
import { within } from '../../../base/deadline.ts';
import { type Log, vetted } from '../../../base/log.ts';
import type { MissedCopy, NewCapture } from '../../../contract/journal.ts';
import type { CaptureOutcome, RecordedCapture } from '../../../journal/captures/captures.ts';
import type { CopyNote } from '../../../journal/captures/copy-notes.ts';
import type { HeldCopies } from '../../../journal/captures/held-copies.ts';
import { filesOf } from '../../../journal/captures/temporary-contents.ts';
import { hindranceOf, type JournalHindrance, type WriteFailure } from '../../../journal/writing/write-failure.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { aboutCapture } from '../../about-copy.ts';
import { type WaitingCapture, WaitingCopies, type WaitingNote } from './waiting-copies.ts';

export interface RecorderParts {
  readonly writer: JournalWriter;
  /** Where copies are stored that the journal does not accept before the end. */
  readonly held: HeldCopies;
  readonly log: Log;
  /** Called with the newest capture of each commit. */
  readonly recorded: (newest: RecordedCapture) => void;
  /** Called with each note that was written. */
  readonly noted: (note: CopyNote) => void;
  /** Called with what keeps the journal from being written to, null: nothing does; and with how many missed copies it cannot count until then. */
  readonly hindered: (hindrance: JournalHindrance | null, uncounted: number) => void;
  /** Called for each copy that is dropped. */
  readonly lost: () => void;
}

/**
 * Contents over 128 KiB are in files, and a copy has at most four (text, HTML, files, a picture): this is at most 128 MiB of memory, and nearly
 * always very little.
 */
const mostCaptures = 256;
/** Copies in one commit. While it waits for the disk and the queue overflows, the oldest of the other copies is dropped, and never the newest. */
const mostAtOnce = 128;
const retryMs = 1_000;
/** A journal that has not answered for this long holds up copies. */
const slowMs = 2_000;
/** At the end: what the journal has not accepted by then is written to files, well within the time that a component has to stop. */
const lastTryMs = 1_000;
const flushedWithinMs = 3_000;

export class Recorder implements AsyncDisposable {
  readonly #parts: RecorderParts;
  readonly #waiting = new WaitingCopies();
  /** This many are written one by one: together they failed. */
  #alone = 0;
  #later: NodeJS.Timeout | undefined;
  #work: Promise<void> | null = null;
  #ending = false;
  /** Why the journal refused the last write; `not-now` for one that is only slow. */
  #hindrance: JournalHindrance = 'not-now';

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Records the capture at once, or as soon as the journal can be written to. `durable` is called when it is recorded. */
  record(capture: NewCapture, durable: (recorded: RecordedCapture) => void = () => {}): void {
    this.#hold({ kind: 'capture', capture, durable, held: null });
  }

  /** Resolves when the journal has the capture, or with false if it could not be recorded now. */
  recorded(capture: NewCapture): Promise<boolean> {
    return new Promise((resolve) => {
      setTimeout(() => resolve(false), slowMs).unref();
      this.record(capture, () => resolve(true));
    });
  }

  /** Records what earlier processes could not; call it before anything else is recorded. */
  takeUp(): void {
    const { copies, missed } = this.#parts.held.find();
    const durable = (recorded: RecordedCapture): void => this.#parts.log.info('held copy recorded', aboutCapture(recorded));
    for (const { name, capture } of copies) this.#hold({ kind: 'capture', capture, durable, held: name });
    const count = missed.reduce((sum, mark) => sum + mark.copies, 0);
    if (count > 0) this.#add({ kind: 'note', note: { counts: { missed: count }, present: null }, marks: missed });
    if (copies.length + count > 0) this.#parts.log.warn('held copies found', { copies: copies.length, missed: count });
  }

  /** Writes the note after all entries before it. */
  note(note: CopyNote): void {
    this.#add({ kind: 'note', note, marks: [] });
  }

  /** Nothing is pending for the journal. */
  get isIdle(): boolean {
    return this.#waiting.isEmpty;
  }

  /** A last attempt for pending entries. What is not accepted then is written to files for the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending = true;
    this.#look();
    await within(lastTryMs, this.#work ?? Promise.resolve());
    if (!this.isIdle) await within(flushedWithinMs, this.#parts.held.flush(this.#keepForLater()));
  }

  /** The writer may still record them: then they need not be held any more. */
  #keepForLater(): readonly string[] {
    const { held, log } = this.#parts;
    const waiting = [...this.#waiting];
    const entries = waiting.filter((entry) => entry.kind === 'capture').filter((entry) => entry.held === null);
    const names = held.keep(entries.map(({ capture }) => capture));
    for (const [index, entry] of entries.entries()) entry.held = names[index] ?? null;
    const kept = names.filter((name) => name !== null);
    const lost = names.length - kept.length;
    held.markMissed(lost + uncounted(waiting));
    if (lost > 0) log.critical('copies lost at shutdown', { copies: lost });
    log.warn('copies held for the next start', { copies: kept.length });
    return kept;
  }

  #hold(entry: WaitingCapture): void {
    this.#add(entry);
    const oldest = this.#waiting.captures > mostCaptures ? this.#waiting.takeOldestCapture() : null;
    // A copy that is in a file already waits for the next start.
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
      // What arrived between the last check and this found the work still running.
      if (!this.isIdle && this.#later === undefined && !this.#ending) this.#look();
    });
  }

  async #writeAll(): Promise<void> {
    while (!this.#waiting.isEmpty) {
      const slow = setTimeout(() => this.#sayHindered(), slowMs);
      const written = await this.#writeNext();
      clearTimeout(slow);
      if (written) continue;
      this.#sayHindered();
      if (!this.#ending) this.#later = setTimeout(() => this.#look(), retryMs);
      return;
    }
    this.#hindrance = 'not-now';
    this.#parts.hindered(null, 0);
  }

  #sayHindered(): void {
    this.#parts.hindered(this.#hindrance, uncounted([...this.#waiting]));
  }

  /** False if the journal can't be written to now. */
  #writeNext(): Promise<boolean> {
    const { first } = this.#waiting;
    if (first === undefined) return Promise.resolve(true);
    return first.kind === 'note' ? this.#writeNote(first) : this.#writeCaptures();
  }

  async #writeNote({ note, marks }: WaitingNote): Promise<boolean> {
    this.#waiting.underWay = 1;
    const written = await this.#parts.writer.write('recordNote', note);
    this.#waiting.underWay = 0;
    if (!written.ok && this.#isHeld(written)) return false;
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
    if (!written.ok && this.#isHeld(written)) {
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

  /** The supervisor puts a damaged journal aside; until then, parts of it may still accept copies. */
  #isHeld(failure: { readonly reason: WriteFailure; readonly code: string }): boolean {
    this.#hindrance = hindranceOf(failure);
    return failure.reason === 'not-now' || failure.reason === 'damaged';
  }

  #settle(batch: readonly WaitingCapture[], outcomes: readonly CaptureOutcome[]): void {
    const newest = outcomes.findLast((outcome) => outcome.ok);
    if (newest?.ok) this.#parts.recorded(newest.value);
    for (const [position, { durable, held }] of batch.entries()) {
      const outcome = outcomes[position];
      if (held !== null) this.#parts.held.drop(held);
      if (outcome?.ok) durable(outcome.value);
      else if (outcome?.reason === 'passed-over') this.#parts.log.info('copy passed over', { because: 'deleted' });
      else this.#sayLost(outcome?.reason ?? 'unwritable');
    }
  }

  /** Without a later copy an earlier one would seem to be on the clipboard again. It is counted as soon as the journal can be written to. Its files are deleted at once: the disk may be full. */
  #giveUp({ capture, held }: WaitingCapture, because: 'journal-not-writable' | WriteFailure): void {
    for (const { file } of filesOf(capture)) void rm(file, { force: true }).catch(() => {});
    if (held !== null) this.#parts.held.drop(held);
    this.note({
      counts: { missed: 1 },
      missed: [missedCapture(capture, because)],
      present: this.#waiting.saysWhatIsPresent ? null : { absence: 'unreadable', atMs: capture.copiedAtMs },
    });
    this.#sayLost(because);
  }

  #sayLost(because: 'journal-not-writable' | WriteFailure): void {
    this.#parts.log.critical('copy lost', { because });
    this.#parts.lost();
  }
}

function missedCapture({ copiedAtMs, source }: NewCapture, because: 'journal-not-writable' | WriteFailure): MissedCopy {
  return { atMs: copiedAtMs, program: source.app.name, because: because === 'journal-not-writable' ? because : 'not-recorded' };
}

/** Lost copies that are not counted yet: neither in the journal nor by a mark. */
function uncounted(waiting: readonly (WaitingCapture | WaitingNote)[]): number {
  const notes = waiting.filter((entry) => entry.kind === 'note');
  const marked = notes.flatMap(({ marks }) => marks).reduce((sum, { copies }) => sum + copies, 0);
  return notes.reduce((sum, { note }) => sum + (note.counts.missed ?? 0), -marked);
}
