/**
 * Told by the server of every new owner of CLIPBOARD (XFixes), it has each copy read and hands every event on.
 *
 * It must never poll, never wait for one copy before it turns to the next, and never let an answer out of its copy: see x11-epochs.ts.
 */
import type { DetailedLog } from '../../base/log.ts';
import type { Spill } from '../../base/spill.ts';
import type { Atoms } from '../x11/atoms.ts';
import type { XConnection } from '../x11/connection.ts';
import {
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
} from '../x11/protocol.ts';
import type { ClipboardWatchOptions, CopyEvent } from './interface.ts';
import { type ClipboardLimits, clipboardLimits } from './limits.ts';
import type { OwnerLookup } from './x11-owner.ts';
import { CopyReading } from './x11-reading.ts';
import { Requestors } from './x11-requestors.ts';
import { dropContent } from './x11-sinks.ts';

/** Copies that are read at the same time; with one more, the oldest is given up on. Only owners that have gone silent ever add up to this. */
const copiesAtOnce = 64;
/** For the end of answers that are under way: whoever stops Hub is waiting. */
const endWithinMs = 1_000;

export class X11Watch<Refusal extends string> {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #owners: OwnerLookup;
  readonly #options: ClipboardWatchOptions<Refusal>;
  readonly #limits: ClipboardLimits;
  readonly #requestors: Requestors<CopyReading<Refusal>>;
  readonly #log: DetailedLog;
  readonly #readings = new Map<XId, CopyReading<Refusal>>();
  #copies = 0;
  #lastCopyAtMs = Number.NEGATIVE_INFINITY;
  #heardOfOwner = false;
  #stopped = false;
  #ended: Promise<void> | null = null;
  /** The server tells this window of new owners. */
  #ear: XId = none;
  #stopListening: () => void = () => {};

  constructor(parts: {
    connection: XConnection;
    atoms: Atoms;
    owners: OwnerLookup;
    options: ClipboardWatchOptions<Refusal>;
    log: DetailedLog;
  }) {
    this.#log = parts.log;
    this.#connection = parts.connection;
    this.#atoms = parts.atoms;
    this.#owners = parts.owners;
    this.#options = parts.options;
    this.#limits = { ...clipboardLimits, ...parts.options.limits };
    this.#requestors = new Requestors(parts.connection);
  }

  start(): void {
    this.#listen();
    this.#ear = this.#connection.createWindow(0);
    this.#connection.watchSelection(this.#ear, this.#atoms.of('CLIPBOARD'));
    // Processed after the subscription: an owner that comes between is told of by event, and no owner is missed.
    void this.#connection
      .getSelectionOwner(this.#atoms.of('CLIPBOARD'))
      .then((owner) => this.#guarded(() => this.#onFirstOwner(owner ?? none)));
    void this.#connection.lost.then(() => this.#onLost());
  }

  stop(): void {
    this.#ended ??= this.#end();
  }

  /** Resolves when no owner is left halfway any more; `stop` comes first. */
  get ended(): Promise<void> {
    return this.#ended ?? Promise.resolve();
  }

  async #end(): Promise<void> {
    this.#stopped = true;
    const readings = [...this.#readings.values()];
    for (const reading of readings) {
      reading.giveUp('gone');
      this.#readings.delete(reading.requestor);
      this.#requestors.giveBack(reading);
    }
    await this.#requestors.close(endWithinMs);
    this.#stopListening();
    this.#connection.destroyWindow(this.#ear);
  }

  #listen(): void {
    const { events } = this.#connection;
    const onDestroy = (event: DestroyEvent) => this.#guarded(() => this.#eachOf(event.wid, (reading) => reading.onOwnerGone()));
    const onProperty = (event: PropertyEvent) => {
      if (event.state === 0) this.#guarded(() => this.#readingOn(event.wid)?.onNewValue(event));
    };
    const onAnswer = (event: SelectionAnswerEvent) => this.#guarded(() => this.#onAnswer(event));
    const onOwnerChange = (event: OwnerChangeEvent) => this.#guarded(() => this.#onOwnerChange(event));
    events.on('destroy', onDestroy).on('property', onProperty).on('selectionAnswer', onAnswer).on('ownerChange', onOwnerChange);
    this.#stopListening = () => {
      events.off('destroy', onDestroy).off('property', onProperty).off('selectionAnswer', onAnswer).off('ownerChange', onOwnerChange);
    };
  }

  #onFirstOwner(owner: XId): void {
    if (!this.#stopped && !this.#heardOfOwner) this.#onOwner(owner, currentTime, true);
  }

  #onOwnerChange(event: OwnerChangeEvent): void {
    if (event.window !== this.#ear || this.#stopped) return;
    this.#heardOfOwner = true;
    for (const reading of this.#readings.values()) reading.onOwnerChange(event);
    this.#onOwner(event.owner, event.timestamp, false);
  }

  #onOwner(owner: XId, time: ServerTime, initial: boolean): void {
    const isOurs = this.#isOurs(owner);
    const isWanted = !isOurs && this.#options.isWanted?.(initial) !== false;
    const by = isOurs ? 'us' : owner === none ? 'nobody' : 'another';
    this.#log.debug('x selection owned', { by, initial, wanted: isWanted, underWay: this.#readings.size });
    if (!isWanted) return;
    if (owner === none) this.#tell({ kind: 'cleared', atMs: Date.now() });
    else this.#onCopy(owner, time, initial);
  }

  #tell(event: CopyEvent<Refusal>): void {
    this.#guarded(() => this.#options.onEvent(event));
  }

  /** What throws here is a bug; it is told, costs one event, and must not end the watch with all other copies. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  #isOurs(window: XId): boolean {
    return sameClient(window, this.#connection.resourceBase, this.#connection.resourceMask);
  }

  #onCopy(ownerWindow: XId, time: ServerTime, initial: boolean): void {
    this.#copies += 1;
    this.#makeRoom();
    const nowMs = performance.now();
    const isHurried = nowMs - this.#lastCopyAtMs < this.#limits.hurriedMs;
    this.#lastCopyAtMs = nowMs;
    const reading = new CopyReading<Refusal>({
      connection: this.#connection,
      atoms: this.#atoms,
      limits: this.#limits,
      log: this.#log,
      requestor: this.#requestors.take(),
      ownerWindow,
      time,
      isHurried,
      made: { ordinal: this.#copies, copiedAtMs: Date.now(), initial },
      identify: (window) => this.#owners.identify(window, initial),
      needsOwner: () => this.#options.needsOwner?.() ?? false,
      judge: (notice) => this.#options.judge(notice),
      newContent: (): Spill => this.#options.newContent(),
      onFault: (error) => this.#options.onFault(error),
    });
    this.#readings.set(reading.requestor, reading);
    void this.#read(reading);
  }

  async #read(reading: CopyReading<Refusal>): Promise<void> {
    const reads = reading.read();
    const forgetOwner = this.#connection.watchWindow(reading.ownerWindow, eventMask.structure, () => reading.onOwnerGone());
    const event = await reads;
    forgetOwner();
    if (this.#stopped) return dropContent(event);
    this.#readings.delete(reading.requestor);
    this.#requestors.giveBack(reading);
    this.#tell(event);
  }

  #onAnswer(event: SelectionAnswerEvent): void {
    this.#readingOn(event.requestor)?.onAnswer(event);
  }

  /** The copy that is read on this window, or was. */
  #readingOn(window: XId): CopyReading<Refusal> | undefined {
    return this.#readings.get(window) ?? this.#requestors.onSetAside(window);
  }

  #eachOf(ownerWindow: XId, tell: (reading: CopyReading<Refusal>) => void): void {
    for (const reading of this.#readings.values()) if (reading.ownerWindow === ownerWindow) tell(reading);
  }

  #makeRoom(): void {
    if (this.#readings.size < copiesAtOnce) return;
    const [oldest] = this.#readings.values();
    oldest?.giveUp('silent');
  }

  #onLost(): void {
    if (this.#stopped) return;
    this.#log.debug('x connection lost', { underWay: this.#readings.size });
    this.stop();
    this.#options.onLost('display-gone');
  }
}
