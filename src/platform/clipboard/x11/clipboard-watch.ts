/**
 * Receives every new owner of CLIPBOARD (or of PRIMARY, at its pace) from the server (XFixes), has each copy read, and passes every event on.
 *
 * It must never poll, never wait for one copy before it handles the next, and never let an answer count for another copy: see answer-ownership.ts.
 */
import type { ContentSpool } from '../../../base/files/spooled-content.ts';
import type { DetailedLog } from '../../../base/log.ts';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import {
  clientOf,
  currentTime,
  type DestroyEvent,
  eventMask,
  none,
  type OwnerChangeEvent,
  type PropertyEvent,
  type SelectionAnswerEvent,
  type ServerTime,
  sameClient,
  type XId,
} from '../../x11/protocol.ts';
import type { ServerClock } from '../../x11/server-clock.ts';
import { dropContent } from '../content-sinks.ts';
import type { ClipboardWatchOptions, CopyEvent, CopyNotice, NewOwner } from '../interface.ts';
import { type ClipboardLimits, clipboardLimits } from '../limits.ts';
import { readPatiently } from '../patient-reading.ts';
import { UntoldCopies } from '../untold-copies.ts';
import type { WatchPace } from '../watch-pace.ts';
import type { Conversions, SelectionName } from './conversions.ts';
import { CopyReading, type ReadingParts } from './copy-reading.ts';
import type { OwnerLookup } from './owner/owner-lookup.ts';
import { LastProgram } from './program-habit.ts';
import { Requestors } from './requestors.ts';
import { Tenure } from './tenure.ts';

/** Copies that are read at the same time; with one more, the oldest is given up. Only silent owners ever add up to this number. */
const copiesAtOnce = 64;
/** Time for pending answers to end: the user is waiting for Hub to stop. */
const endWithinMs = 1_000;

interface OwnerChange {
  readonly initial: boolean;
  readonly by: 'request' | 'end';
  readonly moment: ServerTime | null;
}

type Beginning<Refusal extends string> = Pick<ReadingParts<Refusal>, 'made' | 'isHurried' | 'judge'>;

export class X11Watch<Refusal extends string> {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #owners: OwnerLookup;
  readonly #clock: ServerClock;
  readonly #options: ClipboardWatchOptions<Refusal>;
  readonly #limits: ClipboardLimits;
  readonly #selection: SelectionName;
  readonly #pace: WatchPace;
  readonly #requestors: Requestors<Conversions>;
  readonly #log: DetailedLog;
  readonly #readings = new Map<XId, Conversions>();
  readonly #untold = new UntoldCopies();
  readonly #programs = new LastProgram();
  #copies = 0;
  #lastCopyAtMs = Number.NEGATIVE_INFINITY;
  #heardOfOwner = false;
  readonly #tenure = new Tenure();
  #emptySince: ServerTime | null = null;
  #stopped = false;
  #ended: Promise<void> | null = null;
  /** The server reports new owners to this window. */
  #ear: XId = none;
  #stopListening: () => void = () => {};

  constructor(parts: {
    connection: XConnection;
    atoms: Atoms;
    owners: OwnerLookup;
    clock: ServerClock;
    options: ClipboardWatchOptions<Refusal>;
    log: DetailedLog;
    selection: SelectionName;
    pace: WatchPace;
  }) {
    const { connection, atoms, owners, clock, options, log, selection, pace } = parts;
    [this.#connection, this.#atoms, this.#owners, this.#clock] = [connection, atoms, owners, clock];
    [this.#options, this.#log, this.#selection, this.#pace] = [options, log, selection, pace];
    this.#limits = { ...clipboardLimits, ...options.limits };
    this.#requestors = new Requestors(connection);
  }

  start(): void {
    this.#listen();
    this.#ear = this.#connection.createWindow(eventMask.property);
    this.#connection.watchSelection(this.#ear, this.#atoms.of(this.#selection));
    // Processed after the subscription: an owner that comes in between is reported by event, and none is missed.
    if (this.#pace.readsInitial) void this.#lookForOwner();
    void this.#connection.lost.then(() => this.#onLost());
  }

  stop(): void {
    this.#ended ??= this.#end();
  }

  /** A program asks for its copy to be saved: what to call, with a steady time, once it knows that this is done. */
  askedToSave(): (nowMs: number) => void {
    return this.#tenure.asked();
  }

  /** When the clipboard, which has no owner now, was last taken or given up; null if it has one, or that is unknown. */
  get emptySince(): ServerTime | null {
    return this.#emptySince;
  }

  /** Resolves when no owner has an unfinished answer any more, and nothing of a copy that was being read is left; call `stop` first. */
  get ended(): Promise<void> {
    return this.#ended ?? Promise.resolve();
  }

  async #end(): Promise<void> {
    this.#stopped = true;
    this.#giveUpAll();
    for (const reading of this.#readings.values()) this.#requestors.giveBack(reading);
    this.#readings.clear();
    await Promise.all([this.#requestors.close(endWithinMs), this.#untold.ended]);
    this.#stopListening();
    this.#connection.destroyWindow(this.#ear);
  }

  #giveUpAll(): void {
    this.#pace.drop();
    this.#tenure.begin(none);
    for (const reading of this.#readings.values()) reading.giveUp('gone');
  }

  #listen(): void {
    const { events } = this.#connection;
    const onDestroy = (event: DestroyEvent) => this.#guarded(() => this.#onOwnerGone(event.wid));
    const onProperty = (event: PropertyEvent) => {
      if (event.state === 0) this.#guarded(() => this.#readingOn(event.wid)?.onNewValue(event));
    };
    const onAnswer = (event: SelectionAnswerEvent) => this.#guarded(() => this.#readingOn(event.requestor)?.onAnswer(event));
    const onOwnerChange = (event: OwnerChangeEvent) => this.#guarded(() => this.#onOwnerChange(event));
    events.on('destroy', onDestroy).on('property', onProperty).on('selectionAnswer', onAnswer).on('ownerChange', onOwnerChange);
    this.#stopListening = () => {
      events.off('destroy', onDestroy).off('property', onProperty).off('selectionAnswer', onAnswer).off('ownerChange', onOwnerChange);
    };
  }

  /** The time comes first: whoever becomes the owner after the question has nearly always a later one (see `OfferedCopies`). */
  async #lookForOwner(): Promise<void> {
    const moment = await this.#clock.now(this.#ear);
    const owner = (await this.#connection.getSelectionOwner(this.#atoms.of(this.#selection))) ?? none;
    if (this.#stopped || this.#heardOfOwner) return;
    this.#guarded(() => this.#onOwner(owner, currentTime, { initial: true, by: 'end', moment }));
  }

  #onOwnerChange(event: OwnerChangeEvent): void {
    if (event.window !== this.#ear || this.#stopped) return;
    this.#heardOfOwner = true;
    for (const reading of this.#readings.values()) reading.onOwnerChange(event);
    const by = this.#tenure.isEnd(event, performance.now()) ? 'end' : 'request';
    const isEcho = this.#tenure.isEcho(event);
    if (event.subtype !== 0) this.#programs.ended();
    if (isEcho) this.#emptySince = event.selectionTimestamp;
    else this.#onOwner(event.owner, event.timestamp, { initial: false, by, moment: event.selectionTimestamp });
  }

  #onOwner(owner: XId, time: ServerTime, { initial, by: clearedBy, moment }: OwnerChange): void {
    this.#tenure.begin(owner);
    this.#emptySince = owner === none ? moment : null;
    const isOurs = this.#isOurs(owner);
    const client = owner === none ? null : clientOf(owner, this.#connection.resourceMask);
    const found = { initial, clearedBy: owner === none ? clearedBy : null, client, ordinal: this.#copies + 1, atMs: Date.now() };
    const isWanted = !isOurs && this.#options.isWanted?.(found) !== false;
    const by = isOurs ? 'us' : owner === none ? 'nobody' : 'another';
    this.#log.debug('x selection owned', { by, initial, wanted: isWanted, underWay: this.#readings.size });
    if (!isWanted) return this.#pace.drop();
    if (owner === none) {
      this.#pace.drop();
      this.#tell({ kind: 'cleared', atMs: Date.now(), by: clearedBy, ...(initial ? { isInitial: true } : {}) });
    } else this.#pace.next(() => this.#guarded(() => this.#onPaced(owner, time, found)));
  }

  /** After a wait, what was wanted may not be any more. */
  #onPaced(owner: XId, time: ServerTime, found: NewOwner): void {
    if (this.#stopped || (this.#pace.waits && this.#options.isWanted?.(found) === false)) return;
    this.#onCopy(owner, time, found.initial);
  }

  #tell(event: CopyEvent<Refusal>): void {
    this.#guarded(() => this.#options.onEvent(event));
  }

  /** An exception here is a bug; it is reported, costs one event, and must not end the watch with all other copies. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  readonly #isOurs = (window: XId): boolean => sameClient(window, this.#connection.resourceBase, this.#connection.resourceMask);

  /** The answer about the owner comes after the events about owners before it. */
  async readAgain(isStill: () => boolean): Promise<CopyEvent<Refusal> | null> {
    const owner = (await this.#connection.getSelectionOwner(this.#atoms.of(this.#selection))) ?? none;
    if (this.#stopped || owner === none || this.#isOurs(owner) || !isStill()) return null;
    return this.#read(this.#begin(owner, currentTime, { made: this.#made(false), isHurried: false, judge: () => 'read' }));
  }

  #onCopy(ownerWindow: XId, time: ServerTime, initial: boolean): void {
    const isHurried = performance.now() - this.#lastCopyAtMs < this.#limits.hurriedMs;
    this.#lastCopyAtMs = performance.now();
    const beginning = { made: this.#made(initial), isHurried, judge: (notice: CopyNotice) => this.#options.judge(notice) };
    this.#untold.add(this.#readPatiently(ownerWindow, time, beginning).then((event) => event !== null && this.#tell(event)));
  }

  #readPatiently(ownerWindow: XId, time: ServerTime, beginning: Beginning<Refusal>): Promise<CopyEvent<Refusal> | null> {
    const read = (isAgain: boolean) => {
      const reading = this.#begin(ownerWindow, time, isAgain ? { ...beginning, isHurried: false } : beginning);
      return { event: this.#read(reading), settled: () => reading.asked.settled() };
    };
    return readPatiently({ read, over: this.#tenure.over, limits: this.#limits, hasEnded: () => this.#stopped });
  }

  #made(initial: boolean): ReadingParts<Refusal>['made'] {
    this.#copies += 1;
    return { ordinal: this.#copies, copiedAtMs: Date.now(), initial };
  }

  #begin(ownerWindow: XId, time: ServerTime, { made, isHurried, judge }: Beginning<Refusal>): CopyReading<Refusal> {
    this.#makeRoom();
    const reading = new CopyReading<Refusal>({
      connection: this.#connection,
      atoms: this.#atoms,
      selection: this.#selection,
      limits: this.#limits,
      isTextAlone: this.#options.isTextAlone === true,
      log: this.#log,
      requestor: this.#requestors.take(),
      ownerWindow,
      time,
      isHurried,
      habit: this.#programs.habitOf(clientOf(ownerWindow, this.#connection.resourceMask)),
      made,
      identify: (window) => this.#owners.identify(window, made.initial),
      needsOwner: () => this.#options.needsOwner?.() ?? false,
      judge,
      newContent: (): ContentSpool => this.#options.newContent(),
      onFault: (error) => this.#options.onFault(error),
    });
    this.#readings.set(reading.asked.requestor, reading.asked);
    return reading;
  }

  /** Null if the watch has ended meanwhile. */
  async #read(reading: CopyReading<Refusal>): Promise<CopyEvent<Refusal> | null> {
    const { asked } = reading;
    const reads = reading.read();
    const forgetOwner = this.#connection.watchWindow(asked.ownerWindow, eventMask.structure, () => asked.onOwnerGone());
    const event = await reads;
    forgetOwner();
    if (this.#stopped && !this.#untold.isLost) {
      await dropContent(event);
      return null;
    }
    this.#readings.delete(asked.requestor);
    this.#requestors.giveBack(asked);
    return event;
  }

  /** The copy that is (or was) read on this window. */
  #readingOn(window: XId): Conversions | undefined {
    return this.#readings.get(window) ?? this.#requestors.onSetAside(window);
  }

  #onOwnerGone(ownerWindow: XId): void {
    for (const reading of this.#readings.values()) if (reading.ownerWindow === ownerWindow) reading.onOwnerGone();
  }

  #makeRoom(): void {
    if (this.#readings.size < copiesAtOnce) return;
    const [oldest] = this.#readings.values();
    // One that was replaced is gone, and its owner is not the one to blame.
    oldest?.giveUp(oldest.hasSuccessor ? 'gone' : 'silent');
  }

  async #onLost(): Promise<void> {
    if (this.#stopped) return;
    this.#log.debug('x connection lost', { underWay: this.#readings.size });
    this.#giveUpAll();
    // What has arrived of a copy is kept, and one of which nothing has arrived is counted.
    await this.#untold.lost();
    if (this.#stopped) return;
    this.stop();
    this.#options.onLost('display-gone');
  }
}
