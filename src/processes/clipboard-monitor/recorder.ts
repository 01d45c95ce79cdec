/**
 * Brings what the monitor saw into the journal, in its order: what comes while one commit waits for the disk goes into the next one together.
 * What can't be written now (a full disk, another program's lock) is held and tried again, and never forgotten silently; what can never be
 * written is given up alone. It never waits itself: copies are read on meanwhile. What still waits at the end is written down beside the journal,
 * and the next recorder takes it up.
 */
import { within } from '../../base/deadline.ts';
import { type Log, vetted } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { type CaptureOutcome, filesOf, type RecordedCapture } from '../../journal/captures.ts';
import type { HeldCopies } from '../../journal/held-copies.ts';
import type { WriteFailure } from '../../journal/write-failure.ts';
import type { JournalWriter } from '../../journal/writer.ts';

export interface RecorderParts {
  readonly writer: JournalWriter;
  /** Where copies lie that the journal does not take before the end. */
  readonly held: HeldCopies;
  readonly log: Log;
  /** Hears of the newest capture of each commit. */
  readonly recorded: (newest: RecordedCapture) => void;
  /** Whether the journal takes what it is given. */
  readonly writable: (isWritable: boolean) => void;
  /** Hears of each copy that is given up. */
  readonly lost: () => void;
}

interface WaitingCapture {
  readonly kind: 'capture';
  readonly capture: NewCapture;
  readonly durable: () => void;
  /** Its name among the held copies. The journal may have it already. */
  held: string | null;
}

/** A note is what is written about copies: counts, and what is present. */
interface WaitingNote {
  readonly kind: 'note';
  readonly write: Note;
  readonly done: () => void;
  /** It counts a copy that is lost. */
  readonly isLoss: boolean;
}

export type Note = (writer: JournalWriter) => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: WriteFailure }>;

/** Held copies have their large contents in files, so this is at most 32 MiB of memory. */
const heldCaptures = 256;
const heldNotes = 4_096;
const retryMs = 1_000;
/** A journal that has not answered for so long holds copies up. */
const slowMs = 2_000;
/** At the end: what the journal has not taken by then is written down, well within the time that a component has to stop. */
const lastTryMs = 1_000;
const flushedWithinMs = 3_000;

export class Recorder implements AsyncDisposable {
  readonly #parts: RecorderParts;
  /** The first `#underWay` are being written. */
  readonly #waiting: (WaitingCapture | WaitingNote)[] = [];
  #underWay = 0;
  /** So many are tried alone: together they did not go. */
  #alone = 0;
  #later: NodeJS.Timeout | undefined;
  #work: Promise<void> | null = null;
  #ending = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Records the capture at once, or as soon as the journal takes it. `durable` is called when it is recorded. */
  record(capture: NewCapture, durable: () => void = () => {}): void {
    this.#hold({ kind: 'capture', capture, durable, held: null });
  }

  /** Records what earlier processes could not; call it before anything else is recorded. */
  takeUp(): void {
    const { copies, missed } = this.#parts.held.find();
    for (const { name, capture } of copies) this.#hold({ kind: 'capture', capture, durable: () => {}, held: name });
    for (const name of missed)
      this.note(
        (writer) => writer.write('countLost', 'missed'),
        () => this.#parts.held.drop(name),
      );
    if (copies.length + missed.length > 0) this.#parts.log.warn('held copies taken up', { copies: copies.length, missed: missed.length });
  }

  /** Writes the note when all before it is written. `done` is called when it is. */
  note(write: Note, done: () => void = () => {}): void {
    this.#note({ kind: 'note', write, done, isLoss: false });
  }

  #note(note: WaitingNote): void {
    this.#add(note);
    if (this.#waiting.length > heldCaptures + heldNotes && this.#oldest('note') !== null) this.#parts.log.error('journal takes no counts');
  }

  /** Nothing waits for the journal. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
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
    const entries = this.#waiting.filter((entry) => entry.kind === 'capture' && entry.held === null) as WaitingCapture[];
    const names = held.keep(entries.map(({ capture }) => capture));
    for (const [index, entry] of entries.entries()) entry.held = names[index] ?? null;
    const kept = names.filter((name) => name !== null);
    const uncounted = this.#waiting.filter((entry) => entry.kind === 'note' && entry.isLoss).length;
    const lost = names.length - kept.length;
    if (lost + uncounted > 0) held.markMissed(lost + uncounted);
    if (lost > 0) log.critical('copies lost at the end', { copies: lost });
    log.warn('copies are held over the end', { copies: kept.length });
    return kept;
  }

  #hold(entry: WaitingCapture): void {
    this.#add(entry);
    const captures = this.#waiting.filter(({ kind }) => kind === 'capture').length;
    const oldest = captures > heldCaptures ? this.#oldest('capture') : null;
    if (oldest?.kind === 'capture') this.#giveUp(oldest, 'journal-takes-nothing');
  }

  #add(entry: WaitingCapture | WaitingNote): void {
    this.#waiting.push(entry);
    if (this.#later === undefined) this.#look();
  }

  /** Takes the oldest of this kind out, unless it is being written. */
  #oldest(kind: 'capture' | 'note'): WaitingCapture | WaitingNote | null {
    const place = this.#waiting.findIndex((entry, index) => index >= this.#underWay && entry.kind === kind);
    return place === -1 ? null : (this.#waiting.splice(place, 1)[0] ?? null);
  }

  #look(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#work ??= this.#writeAll().finally(() => {
      this.#work = null;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const slow = setTimeout(() => this.#parts.writable(false), slowMs);
      const written = await this.#writeNext();
      clearTimeout(slow);
      if (written) continue;
      this.#parts.writable(false);
      if (!this.#ending) this.#later = setTimeout(() => this.#look(), retryMs);
      return;
    }
    this.#parts.writable(true);
  }

  /** False when the journal takes nothing now. */
  #writeNext(): Promise<boolean> {
    const [first] = this.#waiting;
    if (first === undefined) return Promise.resolve(true);
    return first.kind === 'note' ? this.#writeNote(first) : this.#writeCaptures();
  }

  async #writeNote({ write, done }: WaitingNote): Promise<boolean> {
    this.#underWay = 1;
    const written = await write(this.#parts.writer);
    this.#underWay = 0;
    if (!written.ok && isHeld(written.reason)) return false;
    this.#waiting.shift();
    if (written.ok) done();
    else this.#parts.log.error('journal takes no counts');
    return true;
  }

  async #writeCaptures(): Promise<boolean> {
    const batch = this.#nextBatch();
    this.#underWay = batch.length;
    const written = await this.#parts.writer.write(
      batch[0]?.held === null ? 'recordCaptures' : 'recordCapturesAgain',
      batch.map(({ capture }) => capture),
    );
    this.#underWay = 0;
    if (!written.ok && isHeld(written.reason)) {
      this.#parts.log.error('journal takes nothing, copies are held', { code: vetted(written.code), waiting: this.#waiting.length });
      return false;
    }
    if (!written.ok && batch.length > 1) {
      this.#alone = batch.length;
      return true;
    }
    this.#waiting.splice(0, batch.length);
    this.#parts.log.debug('recorded', { captures: batch.length, waiting: this.#waiting.length });
    this.#alone = Math.max(0, this.#alone - batch.length);
    if (written.ok) this.#settle(batch, written.value);
    else for (const entry of batch) this.#giveUp(entry, written.reason);
    return true;
  }

  #nextBatch(): readonly WaitingCapture[] {
    const captures: WaitingCapture[] = [];
    for (const entry of this.#waiting) {
      if (entry.kind !== 'capture' || (this.#alone > 0 && captures.length > 0)) break;
      if (captures[0] !== undefined && (captures[0].held === null) !== (entry.held === null)) break;
      captures.push(entry);
    }
    return captures;
  }

  #settle(batch: readonly WaitingCapture[], outcomes: readonly CaptureOutcome[]): void {
    const newest = outcomes.findLast((outcome) => outcome.ok);
    if (newest?.ok) this.#parts.recorded(newest.value);
    for (const [position, { durable, held }] of batch.entries()) {
      const outcome = outcomes[position];
      if (held !== null) this.#parts.held.drop(held);
      if (outcome?.ok) durable();
      else this.#sayLost(outcome?.reason ?? 'unwritable');
    }
  }

  /** It is counted when the journal takes it. */
  #giveUp({ capture, held }: WaitingCapture, because: 'journal-takes-nothing' | WriteFailure): void {
    const files = filesOf(capture).map(({ file }) => file);
    if (held !== null) this.#parts.held.drop(held);
    this.#note({ kind: 'note', write: (writer) => writer.write('giveUpCapture', files), done: () => {}, isLoss: true });
    this.#sayLost(because);
  }

  #sayLost(because: 'journal-takes-nothing' | WriteFailure): void {
    this.#parts.log.critical('copy lost', { because });
    this.#parts.lost();
  }
}

/** A damaged journal is put aside at the next start of Hub, and until then some of it may still take what comes. */
function isHeld(failure: WriteFailure): boolean {
  return failure === 'not-now' || failure === 'damaged';
}
