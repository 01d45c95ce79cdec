/**
 * Receives every new selection (or primary selection, at its pace) from the compositor, has each copy read, and passes every event on. It must never poll, nor
 * wait for one copy before it handles the next.
 */
import type { ContentSpool } from '../../../base/files/spooled-content.ts';
import type { DetailedLog } from '../../../base/log.ts';
import type { ToplevelWindow } from '../../wayland/active-window.ts';
import type { WaylandConnection } from '../../wayland/connection.ts';
import { dropContent } from '../content-sinks.ts';
import type { ClipboardWatch, ClipboardWatchOptions, CopyEvent, NewOwner } from '../interface.ts';
import { type ClipboardLimits, clipboardLimits } from '../limits.ts';
import { readPatiently } from '../patient-reading.ts';
import { UntoldCopies } from '../untold-copies.ts';
import type { WatchPace } from '../watch-pace.ts';
import { CopyReading, type ReadingParts } from './copy-reading.ts';
import type { DataControl, DataOffer, SelectionKind } from './data-control.ts';
import { ownerOf } from './owner-of-copy.ts';

/** Copies that are read at the same time; with one more, the oldest is given up. Only silent owners ever add up to this number. */
const copiesAtOnce = 64;

type Beginning<Refusal extends string> = Pick<ReadingParts<Refusal>, 'made' | 'owner' | 'judge'>;

export interface WatchParts<Refusal extends string> {
  readonly connection: WaylandConnection;
  readonly control: DataControl;
  readonly kind: SelectionKind;
  /** Null if none is active, or the compositor does not tell. */
  readonly activeWindow: () => ToplevelWindow | null;
  readonly pace: WatchPace;
  readonly options: ClipboardWatchOptions<Refusal>;
  readonly log: DetailedLog;
  /** Hub itself has put it there. */
  isOurs(offer: DataOffer): boolean;
}

export class WaylandWatch<Refusal extends string> implements ClipboardWatch {
  readonly #parts: WatchParts<Refusal>;
  readonly #limits: ClipboardLimits;
  readonly #readings = new Set<CopyReading<Refusal>>();
  readonly #untold = new UntoldCopies();
  /** End the wait of those that are to be read once more. */
  readonly #waits = new Set<() => void>();
  #copies = 0;
  #isStopped = false;
  #stopListening: () => void = () => {};
  /** The window that was active when somebody copied last. */
  #window: ToplevelWindow | null = null;
  /** Counts what was announced. */
  #changes = 0;
  /** The change that has emptied the clipboard. */
  #emptySince: number | null = null;
  /** Tells that it was emptied, once it is known by whom. */
  #tellCleared: (() => void) | null = null;

  constructor(parts: WatchParts<Refusal>) {
    this.#parts = parts;
    this.#limits = { ...clipboardLimits, ...parts.options.limits };
  }

  start(): void {
    const { control, kind, pace, connection } = this.#parts;
    this.#stopListening = control.listen(kind, (offer) => this.#guarded(() => this.#onSelection(offer)));
    if (pace.readsInitial) this.#guarded(() => this.#onInitial(control.current(kind)));
    void connection.lost.then((because) => this.#onLost(because));
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopListening();
    this.#parts.pace.drop();
    this.#endAll();
    this.#readings.clear();
  }

  /** Resolves when nothing of the copies that were being read is left; call `stop` first. */
  get ended(): Promise<unknown> {
    return this.#untold.ended;
  }

  #endAll(): void {
    for (const reading of this.#readings) reading.giveUp('gone');
    for (const endWait of this.#waits) endWait();
  }

  /** A number for as long as the clipboard stays empty; null if it is not. */
  get emptySince(): number | null {
    return this.#emptySince;
  }

  async readAgain(isStill: () => boolean): Promise<CopyEvent<Refusal> | null> {
    const { connection, control, kind, isOurs } = this.#parts;
    await connection.sync();
    const offer = control.current(kind);
    if (this.#isStopped || offer === null || isOurs(offer) || !isStill()) return null;
    return this.#read(
      this.#begin(
        offer,
        this.#beginning(false, () => 'read'),
      ),
    );
  }

  #onInitial(offer: DataOffer | null): void {
    if (offer === null) this.#onEmpty(true, 'end');
    else this.#onCopy(offer, true);
  }

  #onSelection(offer: DataOffer | null): void {
    this.#changes += 1;
    this.#tellCleared?.();
    if (offer === null) return this.#afterEnd();
    this.#emptySince = null;
    this.#onCopy(offer, false);
  }

  #onCopy(offer: DataOffer, initial: boolean): void {
    const { pace, options, isOurs, activeWindow, log } = this.#parts;
    this.#window = initial ? null : activeWindow();
    const found: NewOwner = { initial, clearedBy: null, client: null, ordinal: this.#copies + 1, atMs: Date.now() };
    const ours = isOurs(offer);
    const isWanted = !ours && options.isWanted?.(found) !== false;
    log.debug('wayland selection', { by: ours ? 'us' : 'another', initial, wanted: isWanted, underWay: this.#readings.size });
    if (!isWanted) return pace.drop();
    pace.next(() => this.#guarded(() => this.#onPaced(offer, found)));
  }

  /** After a wait, what was wanted may not be any more. */
  #onPaced(offer: DataOffer, found: NewOwner): void {
    const { pace, options } = this.#parts;
    if (this.#isStopped || !offer.isThere || (pace.waits && options.isWanted?.(found) === false)) return;
    const beginning = this.#beginning(found.initial, (notice) => options.judge(notice));
    const over = Promise.withResolvers<void>();
    void offer.over.then(over.resolve);
    const reading = readPatiently({
      read: () => ({
        event: this.#read(this.#begin(offer, beginning)),
        settled: async () => false, // the pipe of a silent owner is closed
      }),
      over: over.promise,
      limits: this.#limits,
      hasEnded: () => this.#isStopped,
      isEmptyRefusal: true,
    });
    this.#waits.add(over.resolve);
    this.#untold.add(
      reading.then((event) => {
        this.#waits.delete(over.resolve);
        if (event !== null) this.#guarded(() => options.onEvent(event));
      }),
    );
  }

  /**
   * The compositor does not tell whether a program has emptied the clipboard or has exited. If the window in which it was copied is still there, its program
   * is too; that is told by events that may come after this one.
   */
  #afterEnd(): void {
    this.#parts.pace.drop();
    const change = this.#changes;
    const window = this.#window;
    this.#tellCleared = () => {
      this.#tellCleared = null;
      if (!this.#isStopped) this.#guarded(() => this.#onEmpty(false, window?.isOpen === true ? 'request' : 'end'));
    };
    void this.#parts.connection.sync().then(() => change === this.#changes && this.#tellCleared?.());
  }

  #onEmpty(initial: boolean, by: 'request' | 'end'): void {
    const { options, log, kind, control } = this.#parts;
    this.#emptySince = control.current(kind) === null ? this.#changes : null;
    const isWanted = options.isWanted?.({ initial, clearedBy: by, client: null, ordinal: this.#copies + 1, atMs: Date.now() }) !== false;
    log.debug('wayland selection', { by: 'nobody', initial, wanted: isWanted, underWay: this.#readings.size });
    if (isWanted) options.onEvent({ kind: 'cleared', atMs: Date.now(), by, ...(initial ? { isInitial: true } : {}) });
  }

  #beginning(initial: boolean, judge: Beginning<Refusal>['judge']): Beginning<Refusal> {
    const { activeWindow, options } = this.#parts;
    this.#copies += 1;
    const made = { ordinal: this.#copies, copiedAtMs: Date.now(), initial };
    return { made, owner: ownerOf(initial ? null : activeWindow(), options.identifyOwner), judge };
  }

  #begin(offer: DataOffer, beginning: Beginning<Refusal>): CopyReading<Refusal> {
    const { connection, control, kind, options, log } = this.#parts;
    this.#makeRoom();
    const reading = new CopyReading<Refusal>({
      offer,
      limits: this.#limits,
      isTextAlone: options.isTextAlone === true,
      ...beginning,
      log,
      newContent: (): ContentSpool => options.newContent(),
      sync: () => connection.sync(),
      hasSuccessor: () => !offer.isThere && ![null, offer].includes(control.current(kind)),
      onFault: (error) => options.onFault(error),
    });
    this.#readings.add(reading);
    return reading;
  }

  #makeRoom(): void {
    const [oldest] = this.#readings;
    if (oldest === undefined || this.#readings.size < copiesAtOnce) return;
    // At once: it ends later, and many may come before.
    this.#readings.delete(oldest);
    oldest.makeWay();
  }

  /** Null if the watch has ended meanwhile. */
  async #read(reading: CopyReading<Refusal>): Promise<CopyEvent<Refusal> | null> {
    const event = await reading.read();
    this.#readings.delete(reading);
    if (!this.#isStopped || this.#untold.isLost) return event;
    await dropContent(event);
    return null;
  }

  /** An exception here is a bug; it is reported, costs one event, and must not end the watch with all other copies. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.options.onFault(error);
    }
  }

  async #onLost(because: Awaited<WaylandConnection['lost']>): Promise<void> {
    if (this.#isStopped) return;
    this.#parts.log.debug('wayland connection lost', { underWay: this.#readings.size });
    this.#stopListening();
    this.#parts.pace.drop();
    this.#endAll();
    // What has arrived of a copy is kept, and one of which nothing has arrived is counted.
    await this.#untold.lost();
    if (this.#isStopped) return;
    this.stop();
    if (because === 'unexpected') this.#parts.options.onFault(this.#parts.connection.fault);
    this.#parts.options.onLost(because === 'gone' || because === 'silent' || because === 'unexpected' ? 'display-gone' : because);
  }
}
