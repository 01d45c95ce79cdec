/**
 * Watches the clipboard as long as there is one, and brings each copy into the journal with where it came from. While capture is paused it
 * asks nobody for anything but the rest of what was being read, and puts fragments back.
 */
import { errorCode, errorOrigin } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import type { Outcome } from '../../base/outcome.ts';
import { Spill } from '../../base/spill.ts';
import type { ActionVerb } from '../../contract/actions.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { ContentFilter } from '../../contract/documents.ts';
import { asksForOwner, judgeOwner } from '../../domain/filter.ts';
import type { Room } from '../../domain/room.ts';
import { fragmentsOfCapture, readPresent } from '../../journal/fragments.ts';
import { HeldCopies } from '../../journal/held-copies.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import type { Clipboard, CopyEvent, OpenFailure, ReadCopy } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import { captureOf } from './capture-of-copy.ts';
import { conditionOf } from './condition.ts';
import { Display } from './display.ts';
import { RoomLook } from './journal-room.ts';
import { isPresent, noteOf, nothingPresent, putThere, type Refusal } from './note-of-event.ts';
import { offerAddress, offerFragment } from './offering.ts';
import { Pause } from './pause.ts';
import { Recorder } from './recorder.ts';

export interface MonitorParts {
  readonly component: Component;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  /** Null while there is one that nobody can read, and no earlier form of it. */
  readonly filter: () => ContentFilter | null;
  /** Never rejects. */
  readonly room: () => Promise<Room>;
  readonly openClipboard: () => Promise<Outcome<Clipboard, OpenFailure>>;
}

export class Monitor implements AsyncDisposable {
  readonly #parts: MonitorParts;
  readonly #recorder: Recorder;
  readonly #pause: Pause;
  readonly #display: Display;
  #lack: OpenFailure | null = null;
  #journalWrites = true;
  #journalIsDamaged = false;
  #isOwnerUnknown = false;
  #isJournalAnother = false;
  readonly #room: RoomLook;
  #closed = false;
  /** Copies that are being read. */
  #underWay = 0;
  /** During a pause: the capture that is on the clipboard, as long as that is known. */
  #returns: number | null = null;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.component);
    this.#recorder = new Recorder({
      writer: parts.writer,
      held: new HeldCopies(parts.journal, parts.component.log),
      log: parts.component.log,
      recorded: ({ captureId }) => this.#recorded(captureId),
      noted: ({ present }) => {
        if (present !== null) this.#tellCaptured('captureId' in present ? present.captureId : null);
      },
      writable: (isWritable, isDamaged) => this.#journalIs(isWritable, isDamaged),
      lost: () => {
        this.#sayMissed();
        this.#tellCaptured(null);
      },
    });
    this.#display = new Display({
      openClipboard: parts.openClipboard,
      opening: () => this.#opening(),
      opened: (clipboard) => this.#watch(clipboard),
      lacking: (failure) => this.#lacks(failure),
    });
    parts.component.onTold((message) => this.#told(message));
    this.#recorder.takeUp();
    this.#room = new RoomLook(parts.room, () => this.#say());
  }

  /** Opens the clipboard and watches it; says what is missing when there is none, and tries again when there may be one later. */
  start(): Promise<void> {
    return this.#display.open();
  }

  #opening(): void {
    if (this.#pause.isMarked) this.#pauseCapture();
    void this.#room.look();
    [this.#returns, this.#underWay] = [null, 0];
  }

  #watch(clipboard: Clipboard): void {
    const { component } = this.#parts;
    clipboard.watch<Refusal>({
      isWanted: (initial) => this.#isWanted(initial),
      needsOwner: () => asksForOwner(this.#parts.filter()),
      judge: ({ owner, isOwnerComplete, ownerMayBe, initial }) => {
        const known = { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: initial };
        const verdict = judgeOwner(owner, known, this.#parts.filter());
        return verdict === 'read' ? 'read' : { refuse: verdict };
      },
      // Asked before each piece of a large content is written.
      newContent: () =>
        new Spill({ folder: this.#parts.journal.blobs, hasRoom: async () => (await this.#room.look()).kind !== 'small-only' }),
      onEvent: (event) => this.#heard(event),
      onLost: () => this.#lost(),
      onFault: (error) => component.log.critical('copy not handled', { code: errorCode(error), origin: errorOrigin(error) }),
    });
    this.#lack = null;
    this.#say();
  }

  /** The filter makes no sense, or does again. */
  filterChanged(): void {
    this.#say();
  }

  /** The journal was removed or replaced: no number of a capture that is known here means the same there. */
  journalIsAnother(): void {
    [this.#returns, this.#isJournalAnother] = [null, true];
    this.#say();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#room[Symbol.dispose]();
    await this.#display[Symbol.asyncDispose]();
    await this.#recorder[Symbol.asyncDispose]();
  }

  /** Asked before anything is asked of who copied. The mark may be seen here before the word of it has come. */
  #isWanted(initial: boolean): boolean {
    if (this.#pause.isOn) {
      this.#pauseCapture();
      this.#returns = null;
      return false;
    }
    if (!initial) this.#pause.forgetInitial();
    if (initial && this.#pause.passesOverInitial) return false;
    this.#underWay += 1;
    return true;
  }

  #heard(event: CopyEvent<Refusal>): void {
    const { log } = this.#parts.component;
    this.#underWay -= 1;
    log.debug('clipboard told', { kind: event.kind, underWay: this.#underWay });
    this.#ownerIsUnknown(event.kind === 'refused' && event.because === 'owner-unknown');
    switch (event.kind) {
      case 'copy':
        return this.#copied(event.copy);
      case 'missed':
        log.warn('copy missed', { because: event.because });
        this.#recorder.note(noteOf(event));
        return this.#sayMissed();
      case 'refused':
        log.info('copy skipped', { because: event.because });
        return this.#recorder.note(noteOf(event));
      case 'cleared':
        return this.#recorder.note(noteOf(event));
    }
  }

  #copied(copy: ReadCopy): void {
    const { log } = this.#parts.component;
    const capture = captureOf(copy);
    if (copy.missing.length > 0) log.warn('copy incomplete', { missingFormats: copy.missing.length });
    if (capture === null) return this.#recorder.note(noteOf({ ...copy, kind: 'missed', because: 'nothing-usable' }));
    const bytes = copy.representations.reduce((sum, { content }) => sum + content.bytes, 0);
    const readAtMs = machineClockMs();
    this.#recorder.record(capture, () => {
      const clockMs = machineClockMs();
      log.info('copied', {
        formats: copy.representations.length,
        bytes,
        initial: copy.initial,
        readMs: toMicroseconds(copy.timings.readAfterMs),
        recordMs: toMicroseconds(clockMs - readAtMs),
        clockMs: toMicroseconds(clockMs),
      });
    });
  }

  /** A copy of before the pause may come to its end during it: it is kept, and not shown as what is present. */
  #recorded(captureId: number): void {
    this.#tellCaptured(captureId);
    if (this.#pause.isHeld) this.#recorder.note(nothingPresent(Date.now(), 'paused'));
  }

  #tellCaptured(captureId: number | null): void {
    this.#parts.component.tell('python_core', { kind: 'captured', captureId });
  }

  /** To the window, which shows how many were: nothing else of what it shows changes by it. */
  #sayMissed(): void {
    this.#parts.component.tell('hub', { kind: 'missed' });
  }

  async #told(message: ComponentMessage): Promise<void> {
    if (this.#closed) return;
    if (message.kind === 'act') return this.#act(message.verb);
    if (message.kind !== 'offer') return;
    const ok = await (message.part === 'address' ? this.#offerAddress(message.fragmentId) : this.#offer(message.fragmentId));
    const because = ok === 'content-missing' ? { because: ok } : {};
    this.#parts.component.tell('python_core', { kind: 'offered', requestId: message.requestId, ok: ok === true, ...because });
  }

  /** The mark may have changed again since this was sent: a pause that is over by now has been one. */
  #act(verb: ActionVerb): void {
    if (verb !== 'pause-capture' && verb !== 'resume-capture') return;
    if (verb === 'pause-capture' || this.#pause.isMarked) this.#pauseCapture();
    if (!this.#pause.isMarked) this.#resumeCapture();
  }

  #pauseCapture(): void {
    if (this.#pause.isHeld) return;
    this.#pause.begin();
    this.#parts.component.log.info('capture paused');
    // With a copy on its way to the journal, what stands there is not what is on the clipboard.
    const isKnown = this.#underWay === 0 && this.#recorder.isIdle;
    this.#returns = isKnown ? this.#tryRead((journal) => readPresent(journal).fragments[0]?.captureId ?? null) : null;
    this.#recorder.note(nothingPresent(Date.now(), 'paused'));
    this.#say();
  }

  #resumeCapture(): void {
    if (!this.#pause.isHeld) return;
    this.#pause.end();
    this.#parts.component.log.info('capture resumed');
    const captureId = this.#returns;
    const isThere = captureId !== null && this.#tryRead((journal) => fragmentsOfCapture(journal, captureId).length > 0) === true;
    if (isThere) this.#pause.forgetInitial(); // it was not copied during the pause
    if (captureId !== null) this.#recorder.note(isPresent(captureId, Date.now()));
    this.#say();
  }

  /** Null where the journal can't be read now: a pause begins and ends all the same, and says so. */
  #tryRead<Value>(read: (journal: JournalReader) => Value): Value | null {
    try {
      return read(this.#parts.journal);
    } catch (error) {
      this.#parts.component.log.error('journal not read', { code: errorCode(error) });
      return null;
    }
  }

  async #offer(fragmentId: number): Promise<boolean | 'content-missing'> {
    const { clipboard } = this.#display;
    const captureId = clipboard && (await offerFragment(clipboard, this.#parts.journal, fragmentId));
    if (captureId === null || captureId === 'content-missing') return captureId ?? false;
    this.#returns = captureId;
    if (!this.#pause.isHeld) this.#pause.forgetInitial();
    this.#recorder.note(putThere(captureId, this.#pause.isHeld ? null : Date.now()));
    return true;
  }

  /** Text that nobody copied: what was captured is not on the clipboard any more. */
  async #offerAddress(fragmentId: number): Promise<boolean> {
    const { clipboard } = this.#display;
    if (clipboard === null || !(await offerAddress(clipboard, this.#parts.journal, fragmentId))) return false;
    this.#returns = null;
    this.#recorder.note({ ...nothingPresent(Date.now(), 'address'), isAnother: true });
    return true;
  }

  #lost(): void {
    this.#returns = null;
    this.#parts.component.log.error('display lost');
    this.#display.lost();
  }

  #lacks(failure: OpenFailure): void {
    if (this.#lack === null) this.#recorder.note(nothingPresent(Date.now(), 'unwatched'));
    this.#lack = failure;
    this.#say();
  }

  #ownerIsUnknown(isUnknown: boolean): void {
    if (isUnknown === this.#isOwnerUnknown) return;
    this.#isOwnerUnknown = isUnknown;
    this.#say();
  }

  #journalIs(writable: boolean, damaged: boolean): void {
    if (!writable || !this.#journalWrites) this.#parts.component.tell('python_core', { kind: 'waiting', isOver: writable });
    if (writable === this.#journalWrites && damaged === this.#journalIsDamaged) return;
    [this.#journalWrites, this.#journalIsDamaged] = [writable, damaged];
    this.#say();
  }

  #say(): void {
    const { reason, note } = conditionOf({
      isFilterKnown: this.#parts.filter() !== null,
      lack: this.#lack,
      room: this.#room.room,
      isJournalWritable: this.#journalWrites,
      isJournalDamaged: this.#journalIsDamaged,
      isPaused: this.#pause.isHeld,
      isOwnerUnknown: this.#isOwnerUnknown,
      isJournalAnother: this.#isJournalAnother,
    });
    this.#parts.component.degraded(reason, note);
  }
}
