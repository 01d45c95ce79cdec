/**
 * Watches the clipboard as long as there is one, and records each copy in the journal with its source. While capture is paused it requests nothing
 * except the rest of what was being read, and still puts fragments back.
 */
import nodePath from 'node:path';
import { ContentSpool } from '../../base/files/spooled-content.ts';
import { errorCode, errorOrigin } from '../../base/log.ts';
import { machineClockMs } from '../../base/machine-clock.ts';
import type { ActionVerb } from '../../contract/action-verbs.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import { asksForOwner, judgeCopy } from '../../domain/capture/content-filter.ts';
import { identifyOwner } from '../../domain/capture/owner-identity.ts';
import { HeldCopies } from '../../journal/captures/held-copies.ts';
import { fragmentsOfCapture, readPresent } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { tryRead } from '../../journal/reopening-reader.ts';
import type { Clipboard, ClipboardWatch, CopyEvent, DisplayLoss, NewOwner, OpenFailure, ReadCopy } from '../../platform/clipboard/index.ts';
import { ClearedCopies } from './cleared-copies.ts';
import { DisplayConnection } from './display-connection.ts';
import { captureOf, isGone, NoticedWorkspaces, noteOf, nothingPresent, type OwnerRefusal } from './journal-entries.ts';
import { type KeepParts, keepAnyway } from './keep-anyway.ts';
import type { MonitorParts } from './monitor-parts.ts';
import { MonitorStatus, sayCopied } from './monitor-status.ts';
import { OfferedCopies } from './offering/offered-copies.ts';
import { CapturePauses, knownPresent, refusedAtLast, returnNote } from './pause.ts';
import { CopiesUnderWay } from './recording/copies-under-way.ts';
import { RoomLook } from './recording/journal-room.ts';
import { Recorder } from './recording/recorder.ts';
import { Selections } from './selections.ts';

export class Monitor implements AsyncDisposable {
  readonly #parts: MonitorParts;
  readonly #recorder: Recorder;
  readonly #pause: CapturePauses;
  readonly #display: DisplayConnection;
  readonly #status: MonitorStatus;
  readonly #room: RoomLook;
  readonly #keeping: KeepParts;
  readonly #removed: ClearedCopies;
  readonly #offered: OfferedCopies;
  readonly #workspaces: NoticedWorkspaces;
  readonly #selections: Selections;
  #watching: ClipboardWatch | null = null;
  #closed = false;
  readonly #underWay: CopiesUnderWay;
  /** During a pause: the capture that is on the clipboard, or that nothing is, as long as that is known. */
  #returns: number | 'nothing' | null = null;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#pause = new CapturePauses(parts.component, refusedAtLast(this.#tryRead((journal) => readPresent(journal).absence)));
    this.#workspaces = new NoticedWorkspaces(parts.workspace);
    this.#room = new RoomLook(parts.room, () => this.#status.say());
    const live = () => ({ isFilterKnown: parts.filter() !== null, room: this.#room.room, pause: this.#pause.now });
    this.#status = new MonitorStatus(parts.component, live);
    this.#recorder = new Recorder({
      ...{ writer: parts.writer, log: parts.component.log },
      held: new HeldCopies(parts.journal, parts.component.log),
      recorded: ({ captureId }) => this.#recorded(captureId),
      noted: (note) => this.#status.noted(note),
      hindered: (hindrance, uncounted) => this.#status.journalIs(hindrance, uncounted),
      lost: () => this.#status.lost(),
    });
    this.#display = new DisplayConnection({
      ...{ openClipboard: parts.openClipboard, watchPlace: parts.watchDisplayPlace, isAtRest: () => this.#underWay.count === 0 },
      opening: () => this.#opening(),
      opened: (clipboard, isSuccessor) => this.#watch(clipboard, isSuccessor),
      lacking: (failure) => this.#lacks(failure),
    });
    const { component, journal, workspace } = parts;
    const [isPaused, isAtRest] = [() => this.#pause.now?.what === 'everything', () => this.#underWay.count === 0];
    this.#underWay = new CopiesUnderWay({ component, journal, recorder: this.#recorder, pause: this.#pause });
    this.#keeping = { component, journal, workspace, recorder: this.#recorder, isPaused, isAtRest };
    this.#removed = new ClearedCopies({ ...parts, recorder: this.#recorder, erased: () => this.#status.captured(null) });
    this.#offered = new OfferedCopies({
      component,
      journal,
      recorder: this.#recorder,
      clipboard: () => this.#display.clipboard,
      sessionFile: nodePath.join(component.places.run, 'clipboard-session'),
      isPaused: () => this.#pause.isHeld,
      isAtRest,
      offered: (captureId) => {
        this.#returns = captureId;
        if (captureId !== null) this.#pause.forget();
      },
    });
    this.#selections = new Selections({
      ...parts,
      rules: parts.selectionRules,
      room: () => this.#room.look(),
      pause: () => this.#pause.now,
      wasPassedOver: (client) => this.#pause.isAnnouncedAgain(client),
      recorded: (captureId) => this.#status.captured(captureId),
    });
    component.onTold((message) => this.#told(message));
    this.#recorder.takeUp();
  }

  /** Opens the clipboard and watches it; if there is none, reports what is missing, and tries again if there may be one later. */
  start(): Promise<void> {
    return this.#display.open();
  }

  #opening(): void {
    if (this.#pause.isMarked) this.#pauseCapture();
    void this.#room.look();
    this.#returns = null;
    this.#underWay.reset();
  }

  #watch(clipboard: Clipboard, isSuccessor: boolean): void {
    this.#offered.began(clipboard, isSuccessor);
    this.#pause.opened(isSuccessor, clipboard.isAnonymous === true);
    this.#watching = clipboard.watch<OwnerRefusal | 'concealed'>({
      isWanted: (owner) => this.#isWanted(owner),
      identifyOwner,
      needsOwner: () => asksForOwner(this.#parts.filter()) || this.#pause.needsOwner,
      judge: ({ owner, isOwnerComplete, ownerMayBe, initial, client }) => {
        const is = this.#pause.judged(owner, client, initial);
        if (is === 'next') this.#ignore(client);
        if (is !== 'new') return { refuse: is === 'next' ? 'passed-over' : is };
        if (!initial) this.#pause.forget();
        const verdict = judgeCopy(owner, { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: initial }, this.#parts.filter());
        return verdict === 'read' ? 'read' : { refuse: this.#pause.refusal(verdict, initial) };
      },
      isSafe: () => this.#offered.isSafe(),
      // Called before each piece of a large content is written.
      newContent: () =>
        new ContentSpool({ folder: this.#parts.journal.blobs, hasRoom: async () => (await this.#room.look()).kind !== 'small-only' }),
      onEvent: (event) => this.#heard(event),
      onLost: (because) => this.#lost(because),
      onFault: (error) => this.#parts.component.log.critical('copy not handled', { code: errorCode(error), origin: errorOrigin(error) }),
    });
    this.#selections.opened(clipboard);
    this.#status.watches(clipboard.isXwayland === true ? 'xwayland' : clipboard.successor === undefined ? null : 'silent-compositor');
  }

  /** Selected texts are captured from now on, or not any more; or another number of them is kept. */
  selectionRulesChanged(): void {
    this.#selections.rulesChanged();
  }

  /** The filter became invalid, or valid again. */
  filterChanged(): void {
    this.#status.say();
  }

  /** The journal was removed or replaced: capture ids that are known here mean other captures there. */
  journalIsAnother(): void {
    this.#returns = null;
    this.#status.say({ isJournalAnother: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const part of [this.#room, this.#underWay, this.#removed]) part[Symbol.dispose]();
    await this.#display[Symbol.asyncDispose]();
    await this.#recorder[Symbol.asyncDispose]();
  }

  /** Called before anything is requested from the owner. A mark may be visible here before the message about it has arrived. */
  #isWanted({ initial, clearedBy, client, ordinal, atMs }: NewOwner): boolean {
    const isNobody = clearedBy !== null;
    if (!isNobody) this.#offered.changed();
    if (isNobody) this.#pause.cleared();
    const { now } = this.#pause;
    if (now?.what === 'everything') {
      this.#pauseCapture();
      this.#returns = isNobody ? 'nothing' : null;
      this.#removed.unread(clearedBy);
      this.#pause.passedOver(client);
      return false;
    }
    if (initial && this.#pause.passesOverInitial) {
      if (!isNobody) this.#pause.passedOver(client);
      return false;
    }
    if (!isNobody && !initial && this.#pause.isAnnouncedAgain(client)) return false;
    if (!isNobody && now?.what === 'next') {
      if (initial) return false;
      if (!this.#pause.mayPutBack(client)) return this.#ignore(client);
    } else if (!initial && !this.#pause.mayComeBack) this.#pause.forget();
    this.#underWay.begun({ ordinal, clearedBy, atMs });
    if (!isNobody) this.#workspaces.notice(ordinal);
    return true;
  }

  /** The copy that was to be ignored was made. */
  #ignore(client: number | null): false {
    this.#pause.ignored(client);
    this.#recorder.note({ ...nothingPresent(Date.now(), 'ignored'), isAnother: true });
    this.#status.say();
    return false;
  }

  #heard(event: CopyEvent<OwnerRefusal>): void {
    const { log } = this.#parts.component;
    this.#underWay.over(event);
    this.#status.ownerIsUnknown(event.kind === 'refused' && event.because === 'owner-unknown');
    if (event.kind === 'refused' || event.kind === 'missed') this.#removed.forget();
    switch (event.kind) {
      case 'copy':
        return this.#copied(event.copy);
      case 'missed':
        if (isGone(event)) {
          // What was there when the watch began was copied earlier, and captured then by whoever watched.
          if (event.initial) return log.info('earlier copy gone', { ordinal: event.ordinal, because: event.because });
          log.info('copy gone', { ordinal: event.ordinal, because: event.because });
          return this.#recorder.note(noteOf(event));
        }
        if (event.because === 'nothing-usable') log.warn('copy unusable', { ordinal: event.ordinal });
        else log.warn('copy missed', { ordinal: event.ordinal, because: event.because });
        this.#recorder.note(noteOf(event));
        return this.#status.missed();
      case 'refused':
        log.info('copy skipped', { because: event.because });
        if (event.because === 'passed-over') return;
        this.#pause.refused(event.because);
        return this.#recorder.note(noteOf({ ...event, because: event.because }));
      case 'cleared':
        return this.#offered.cleared(event, this.#removed.cleared(event.by, event.isInitial));
    }
  }

  #copied(copy: ReadCopy): void {
    const { log } = this.#parts.component;
    const capture = captureOf(copy, this.#workspaces.of(copy.ordinal));
    if (copy.missing.length > 0) log.warn('copy incomplete', { ordinal: copy.ordinal, missingFormats: copy.missing.length });
    if (capture === null) {
      log.warn('copy unusable', { ordinal: copy.ordinal });
      return this.#recorder.note(noteOf({ ...copy, kind: 'missed', because: 'nothing-usable' }));
    }
    this.#pause.captured();
    this.#removed.copied(capture);
    const readAtMs = machineClockMs();
    this.#recorder.record(capture, (recorded) => sayCopied(log, copy, recorded, readAtMs));
  }

  /** A copy from before the pause may be complete only during it: it is kept, and not shown as current. */
  #recorded(captureId: number): void {
    this.#status.captured(captureId);
    if (this.#pause.isHeld) this.#recorder.note(nothingPresent(Date.now(), 'paused'));
  }

  async #told(message: ComponentMessage): Promise<void> {
    if (this.#closed) return;
    if (message.kind === 'act') return this.#act(message.verb);
    if (message.kind === 'keep') return keepAnyway(this.#keeping, this.#watching, message);
    if (message.kind === 'offer') return this.#offered.putBack(message);
    if (message.kind === 'offer-texts') return this.#offered.putTexts(message);
  }

  /** A mark may have changed again since this was sent: then the pause is over already. */
  #act(verb: ActionVerb): void {
    if (verb !== 'pause-capture' && verb !== 'ignore-next-copy' && verb !== 'resume-capture') return;
    if (verb === 'pause-capture' || this.#pause.isMarked) this.#pauseCapture();
    if (!this.#pause.isMarked) this.#resumeCapture();
    this.#status.pauseChanged();
  }

  #pauseCapture(): void {
    if (this.#pause.isHeld) return;
    this.#pause.begin();
    this.#parts.component.log.info('capture paused');
    // With a copy on its way to the journal, the journal's current capture is not what is on the clipboard.
    const isKnown = this.#underWay.count === 0 && this.#recorder.isIdle;
    this.#returns = isKnown ? this.#tryRead((journal) => knownPresent(readPresent(journal))) : null;
    this.#recorder.note(nothingPresent(Date.now(), 'paused'));
    this.#status.say();
  }

  #resumeCapture(): void {
    if (!this.#pause.isHeld) return;
    this.#pause.end();
    this.#parts.component.log.info('capture resumed');
    const returns = this.#returns;
    // If it is there, it was not copied during the pause.
    if (typeof returns === 'number' && this.#tryRead((journal) => fragmentsOfCapture(journal, returns).length > 0)) this.#pause.forget();
    if (returns !== null) this.#recorder.note(returnNote(returns, Date.now()));
    this.#status.say();
  }

  /** A pause begins and ends all the same if it can't be read. */
  #tryRead<Value>(read: (journal: JournalReader) => Value): Value | null {
    return tryRead(this.#parts.journal, this.#parts.component.log, read);
  }

  #lost(because: DisplayLoss): void {
    this.#returns = null;
    this.#selections.opened(null);
    this.#parts.component.log.error('display lost', { because });
    this.#display.lost();
  }

  #lacks(failure: OpenFailure): void {
    if (this.#status.isWatching) this.#offered.unwatched(this.#removed.mayComeBack());
    this.#status.lacks(failure);
  }
}
