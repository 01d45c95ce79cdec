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
import type { Absence, CounterName } from '../../contract/journal.ts';
import { isPutBack } from '../../domain/clipboard-capture.ts';
import { asksForOwner, judgeOwner, type OwnerVerdict } from '../../domain/filter.ts';
import type { Room } from '../../domain/room.ts';
import { contentPlaces, fragmentsOfCapture, readFragment, readPresent } from '../../journal/fragments.ts';
import { HeldCopies } from '../../journal/held-copies.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import type { Clipboard, CopyEvent, OfferedRepresentation, OpenFailure, ReadCopy } from '../../platform/clipboard/index.ts';
import type { Component } from '../component.ts';
import { captureOf } from './capture-of-copy.ts';
import { Pause } from './pause.ts';
import { type Note, Recorder } from './recorder.ts';

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

type Refusal = Exclude<OwnerVerdict, 'read'>;

/** What a person reads in `hub status`. */
const whyNot: Readonly<Record<OpenFailure, string>> = {
  'no-display': 'no display: DISPLAY is not set, or nobody answers there',
  wayland: 'this is a Wayland session, which is not watched yet; X11 is',
  'no-xfixes': 'the X server has no XFixes extension',
  unsupported: 'the clipboard of this system is not watched yet; X11 on Linux is',
};

const whyHeld =
  'the journal cannot be written to now (the disk is full or slow, or another program has locked it); copies are held in memory';
const whyUnfiltered =
  "nothing is captured: content-filter.json can't be read or is not valid, and no earlier version is known; fix or remove it (settings_host says what is wrong)";
const whyPaused = 'capture is paused; resume it with: hub action resume-capture';

/** A display that is gone may come back (a session that restarts); looking for it costs a connection. */
const firstReopenMs = 1_000;
const longestReopenMs = 30_000;
const roomLookMs = 30_000;

export class Monitor implements AsyncDisposable {
  readonly #parts: MonitorParts;
  readonly #recorder: Recorder;
  readonly #pause: Pause;
  #clipboard: Clipboard | null = null;
  #lack: string | null = null;
  #journalWrites = true;
  #room: Room = { kind: 'enough' };
  readonly #roomLooks: NodeJS.Timeout;
  #reopen: NodeJS.Timeout | undefined;
  #reopenMs = firstReopenMs;
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
      writable: (isWritable) => this.#journalIs(isWritable),
      lost: () => {
        this.#sayMissed();
        this.#tellCaptured(null);
      },
    });
    parts.component.onTold((message) => this.#told(message));
    this.#recorder.takeUp();
    this.#roomLooks = setInterval(() => void this.#lookForRoom(), roomLookMs);
  }

  /** Opens the clipboard and watches it; says what is missing when there is none, and tries again when there may be one later. */
  async start(): Promise<void> {
    if (this.#pause.isMarked) this.#pauseCapture();
    void this.#lookForRoom();
    [this.#returns, this.#underWay] = [null, 0];
    const opened = await this.#parts.openClipboard();
    if (this.#closed) return void (opened.ok && (await opened.value.close()));
    if (!opened.ok) return this.#lacks(opened.reason);
    this.#clipboard = opened.value;
    this.#reopenMs = firstReopenMs;
    const { component } = this.#parts;
    this.#clipboard.watch<Refusal>({
      isWanted: (initial) => this.#isWanted(initial),
      needsOwner: () => asksForOwner(this.#parts.filter()),
      judge: ({ owner, isOwnerComplete, initial }) => {
        const verdict = judgeOwner(owner, { isComplete: isOwnerComplete, isEarlier: initial }, this.#parts.filter());
        return verdict === 'read' ? 'read' : { refuse: verdict };
      },
      newContent: () =>
        new Spill({ folder: this.#parts.journal.blobs, hasRoom: async () => (await this.#lookForRoom()).kind !== 'small-only' }),
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopen);
    clearInterval(this.#roomLooks);
    await this.#clipboard?.close();
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
    switch (event.kind) {
      case 'copy':
        return this.#copied(event.copy);
      case 'missed':
        log.warn('copy missed', { because: event.because });
        this.#missed(event);
        return this.#sayMissed();
      case 'refused':
        log.info('copy skipped', { because: event.because });
        return this.#refused(event.copiedAtMs, event.because);
      case 'cleared':
        return this.#nothingPresent(event.atMs, 'cleared');
    }
  }

  #copied(copy: ReadCopy): void {
    const { log } = this.#parts.component;
    const capture = captureOf(copy);
    if (copy.missing.length > 0) log.warn('copy incomplete', { missingFormats: copy.missing.length });
    if (capture === null) return this.#nothingPresent(copy.copiedAtMs, 'unreadable', 'unusable');
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
    if (this.#pause.isHeld) this.#nothingPresent(Date.now(), 'paused');
  }

  /** What is on the clipboard is no news, and was not copied during a pause. */
  #presentAgain(captureId: number): void {
    this.#pause.forgetInitial();
    const atMs = Date.now();
    const note: Note = (writer) => writer.write('recordPresentAgain', captureId, atMs);
    this.#recorder.note(note, () => this.#tellCaptured(captureId));
  }

  /** One that another copy took the place of is no more on the clipboard. */
  #missed({ because, copiedAtMs }: Extract<CopyEvent<Refusal>, { readonly kind: 'missed' }>): void {
    const counter = because === 'nothing-usable' ? 'unusable' : 'missed';
    if (because === 'replaced') this.#recorder.note((writer) => writer.write('countLost', counter));
    else this.#nothingPresent(copiedAtMs, 'unreadable', counter);
  }

  #refused(copiedAtMs: number, because: Refusal | 'concealed'): void {
    const isRule = because === 'excluded-app' || because === 'excluded-window';
    this.#nothingPresent(copiedAtMs, isRule ? 'excluded' : because, because === 'concealed' ? 'concealed' : 'excluded');
  }

  #nothingPresent(atMs: number, absence: Absence, counter: CounterName | null = null): void {
    const note: Note = (writer) => writer.write('recordNothingPresent', atMs, absence, counter);
    this.#recorder.note(note, () => this.#tellCaptured(null));
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
    this.#parts.component.tell('python_core', { kind: 'offered', requestId: message.requestId, ok });
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
    this.#nothingPresent(Date.now(), 'paused');
    this.#say();
  }

  #resumeCapture(): void {
    if (!this.#pause.isHeld) return;
    this.#pause.end();
    this.#parts.component.log.info('capture resumed');
    const captureId = this.#returns;
    const isThere = captureId !== null && this.#tryRead((journal) => fragmentsOfCapture(journal, captureId).length > 0) === true;
    if (isThere) this.#presentAgain(captureId);
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

  async #offer(fragmentId: number): Promise<boolean> {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (this.#clipboard === null || fragment === null || fragment.state === 'filtered') return false;
    const places = contentPlaces(this.#parts.journal, fragmentId).filter(({ mediaType }) => isPutBack(fragment.kind, mediaType));
    const offered = await this.#clipboard.offer(
      places.map((place): OfferedRepresentation => {
        const { mediaType, bytes } = place;
        return { mediaType, content: 'inline' in place ? { bytes, inline: Buffer.from(place.inline) } : { bytes, file: place.file } };
      }),
    );
    if (!offered.ok) return false;
    if (this.#pause.isHeld) this.#returns = fragment.captureId;
    else this.#presentAgain(fragment.captureId);
    return true;
  }

  /** Text that nobody copied: what was captured is not on the clipboard any more. */
  async #offerAddress(fragmentId: number): Promise<boolean> {
    const address = readFragment(this.#parts.journal, fragmentId)?.source.path ?? '';
    if (this.#clipboard === null || address === '') return false;
    const inline = Buffer.from(address);
    const offered = await this.#clipboard.offer([{ mediaType: 'text/plain', content: { bytes: inline.length, inline } }]);
    if (!offered.ok) return false;
    this.#returns = null;
    this.#nothingPresent(Date.now(), 'address');
    return true;
  }

  #lost(): void {
    void this.#clipboard?.close();
    this.#clipboard = null;
    this.#returns = null;
    this.#parts.component.log.error('display lost');
    this.#lacks('no-display');
  }

  #lacks(failure: OpenFailure): void {
    if (this.#lack === null) this.#nothingPresent(Date.now(), 'unwatched');
    this.#lack = whyNot[failure];
    this.#say();
    if (failure !== 'no-display') return;
    this.#reopen = setTimeout(() => void this.start(), this.#reopenMs);
    this.#reopenMs = Math.min(longestReopenMs, this.#reopenMs * 2);
  }

  #journalIs(writable: boolean): void {
    if (writable === this.#journalWrites) return;
    this.#journalWrites = writable;
    this.#say();
  }

  /** Asked before each piece of a large content is written, and now and then: room is taken and made by others too. */
  async #lookForRoom(): Promise<Room> {
    const room = await this.#parts.room();
    const isNews = whyOf(room) !== whyOf(this.#room);
    this.#room = room;
    if (isNews && !this.#closed) this.#say();
    return room;
  }

  /** What costs a copy comes first. A pause is what the user wanted: nothing is missing then, and it is said all the same. */
  #say(): void {
    const lack = this.#parts.filter() === null ? whyUnfiltered : (this.#lack ?? whyOf(this.#room));
    this.#parts.component.degraded(this.#journalWrites ? lack : whyHeld, this.#pause.isHeld ? whyPaused : null);
  }
}

function whyOf(room: Room): string | null {
  return room.kind === 'enough' ? null : room.why;
}
