/**
 * Keys that are pressed between a shortcut and the focus of the window that it opens: they were meant for that window. The keyboard is grabbed by the
 * connection that has the shortcut (X protocol, GrabKeyboard), the keys are kept in memory, and sent to that window once it has the focus (SendEvent: to
 * a window of ours, and never to the one that has the focus by then). They are never logged.
 *
 * Escape cancels that: what follows it is kept for the window before, until that is the active one again.
 *
 * It must never keep the keyboard: the grab ends after some seconds in any case, and with its connection.
 */
import { within } from '../../../base/deadline.ts';
import type { XConnection } from '../../x11/connection.ts';
import { lateWithinMs } from '../../x11/manager-patience.ts';
import { currentTime, grabbed, grabMode, type KeyEvent, keyPressed, type XId } from '../../x11/protocol.ts';
import { RestingKey } from './kept-events.ts';
import { type KeyTables, keycodeOf, modifierBitOf, writesSign } from './key-map.ts';

/** The picker waits for its page, and then for its focus as long as its manager may be late. */
const pageWithinMs = 3_000;
const endsAfterMs = pageWithinMs + lateWithinMs + 1_000;
/** Of the other connection, once it is there. The keyboard is frozen while it is awaited. */
const readyWithinMs = 500;
/** On a busy machine its thread starts later than the picker appears. */
const startsWithinMs = 3_000;
/** Presses and releases. */
const mostEvents = 2_048;

export interface EarlyBeginning {
  readonly tables: KeyTables;
  /** Bits of the modifiers that the shortcut was pressed with. */
  readonly modifiers: number;
  /** The key of the shortcut, which may be held down longer than its modifiers. */
  readonly keycode: number;
  /** Whether this key closes the window with something chosen. */
  readonly isLast: (event: KeyEvent) => boolean;
  /** Escape was pressed. */
  readonly cancelled: () => void;
}

/** Who holds the keys after this one: another connection (held-keys.ts). */
export interface NextHolder {
  /** It is told of the window. Resolves once it has heard. */
  readonly begin: () => Promise<unknown>;
  /** Before this connection lets the keyboard go. False if it can't hold it. */
  readonly arm: () => Promise<boolean>;
  /** It can't hold the keyboard. These are the keys before those that wait in the server, which go on as soon as this returns. */
  readonly late: (events: readonly KeyEvent[]) => void;
  /** This connection has let the keyboard go without it, because it can't hold it or came too late. `events`: those that `late` had. */
  readonly unarm: (events: readonly KeyEvent[]) => void;
  /** This connection has let the keyboard go: the keys before. Resolves once the next one has it. */
  readonly take: (events: readonly KeyEvent[]) => Promise<unknown>;
  /** The shortcut is in force again, and may be among those keys. */
  readonly goOn: () => Promise<unknown>;
}

/**
 * The grabs of the shortcut, which the server looks for before those of the next holder: in the moment in which nobody has the keyboard, it would be pressed before the
 * keys that were kept.
 */
export interface ShortcutGrabs {
  readonly release: () => void;
  readonly restore: () => Promise<unknown>;
}

export class EarlyKeys implements Disposable {
  readonly #connection: XConnection;
  readonly #shortcut: ShortcutGrabs;
  #events: KeyEvent[] = [];
  readonly #held = new Set<number>();
  #resting = new RestingKey(0);
  #beginning: EarlyBeginning | null = null;
  /** The modifiers of the shortcut that were not let go since. */
  #stillHeld = 0;
  /** Of the grab; undefined while there is none. */
  #end: NodeJS.Timeout | undefined;
  #isFrozen = false;
  /** The keys are for the window before. */
  #isCancelled = false;
  #isClosed = false;
  /** The window hears, but nobody would hold the keys after one that closes it so far: it has those before that key, one after another. */
  #pass: (() => void) | null = null;

  constructor(connection: XConnection, shortcut: ShortcutGrabs) {
    [this.#connection, this.#shortcut] = [connection, shortcut];
  }

  /** The keyboard waits in the server for what becomes of the keys that were kept. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  get isKeeping(): boolean {
    return this.#end !== undefined;
  }

  /**
   * One that closes the window, or cancels it, is among the keys: what follows is not for that window, and the shortcut comes after it. It is pressed again with what was
   * kept, and opens the next one then.
   */
  get isClosed(): boolean {
    return this.#isClosed || this.#isCancelled;
  }

  /** Takes the keyboard; without effect where another program has it. */
  begin(beginning: EarlyBeginning): void {
    if (this.isKeeping && !this.#isCancelled) return;
    this.#forget();
    this.#beginning = beginning;
    this.#stillHeld = beginning.modifiers;
    this.#resting = new RestingKey(beginning.keycode);
    const end = setTimeout(() => this.drop(), endsAfterMs).unref();
    this.#end = end;
    void this.#grab(grabMode.goesOn).then((isOurs) => {
      if (!isOurs && this.#end === end) this.drop();
    });
  }

  press(event: KeyEvent): void {
    if (this.#resting.isRepeatedBy(event)) return;
    const beginning = this.#beginning;
    if (beginning !== null && !this.#isCancelled && event.keycode === keycodeOf(beginning.tables, 'Escape', 0)) {
      this.cancel();
      return beginning.cancelled();
    }
    if (this.#events.length >= mostEvents) return;
    const meant = this.#asMeant(event);
    this.#events.push(meant);
    this.#isClosed ||= !this.#isCancelled && beginning?.isLast(meant) === true;
    this.#held.add(event.keycode);
    this.#pass?.();
  }

  release(event: KeyEvent): void {
    this.#resting.release(event);
    if (this.#beginning !== null) this.#stillHeld &= ~modifierBitOf(this.#beginning.tables, event.keycode);
    if (this.#held.delete(event.keycode)) this.#events.push(this.#asMeant(event));
    this.#pass?.();
  }

  /** Fingers that are still on the modifiers of the shortcut mean a letter, and no command. */
  #asMeant(event: KeyEvent): KeyEvent {
    if (this.#beginning === null || !writesSign(this.#beginning.tables, event.keycode)) return event;
    return { ...event, buttons: event.buttons & ~this.#stillHeld };
  }

  /** To a window of ours, which has the focus: up to the key that closes it. What follows that one is `next`'s, which is ready for it then. */
  async giveTo(window: XId, next: NextHolder): Promise<void> {
    const end = this.#end;
    const watched = within(startsWithinMs, next.begin());
    if (end !== undefined && !this.#isCancelled) {
      this.#pass = () => this.#sendBefore(window);
      this.#pass();
    }
    await watched;
    if (end === undefined || this.#end !== end || this.#isCancelled) return;
    this.#pass = null;
    await this.#handOver(end, next, () => this.#sendBefore(window));
  }

  /** What was pressed since they were cancelled, and what follows it, is `next`'s, for the window before; without one it is nobody's. Keys of a later call stay. */
  async giveBack(next: NextHolder | null): Promise<void> {
    const end = this.#end;
    if (end === undefined || !this.#isCancelled) return;
    if (next === null) return this.drop();
    await within(startsWithinMs, next.begin());
    if (this.#end === end) await this.#handOver(end, next);
  }

  /** `first`: with what was pressed until the keyboard waits. */
  async #handOver(end: NodeJS.Timeout, next: NextHolder, first: () => void = () => {}): Promise<void> {
    // Frozen: what is pressed from here on comes after what was kept.
    this.#isFrozen = true;
    await this.#grab(grabMode.frozen);
    if (this.#end !== end) return;
    first();
    const events = this.#events.splice(0);
    if (events.length === 0) return this.drop();
    const isArmed = (await within(readyWithinMs, next.arm())) === true;
    if (this.#end !== end) return next.unarm([]);
    if (isArmed) this.#shortcut.release();
    else next.late(events);
    this.drop();
    await this.#synchronized();
    if (!isArmed) return next.unarm(events);
    try {
      await within(startsWithinMs, next.take(events));
    } finally {
      await this.#shortcut.restore();
    }
    await next.goOn();
  }

  /** Up to the key that closes it. */
  #sendBefore(window: XId): void {
    const at = this.#events.findIndex((event) => event.type === keyPressed && this.#beginning?.isLast(event) === true);
    this.send(window, this.#events.splice(0, at < 0 ? this.#events.length : at));
  }

  /** To a window of ours. */
  send(window: XId, events: readonly KeyEvent[]): void {
    for (const event of events) this.#connection.order((client) => client.SendEvent(window, 0, 0, { ...event, wid: window }));
  }

  /** What was kept is forgotten, and what follows is for the window before. */
  cancel(): void {
    if (!this.isKeeping || this.#isCancelled) return;
    this.#isCancelled = true;
    this.#isClosed = false;
    this.#pass = null;
    this.#events = [];
    this.#held.clear();
  }

  /** Lets the keyboard go; what was pressed is forgotten. */
  drop(): void {
    if (!this.isKeeping) return;
    this.#letGo();
    this.#forget();
  }

  [Symbol.dispose](): void {
    this.drop();
  }

  async #grab(mode: 0 | 1): Promise<boolean> {
    const { root } = this.#connection;
    const status = await this.#connection.request<number>((client, reply) =>
      client.GrabKeyboard(root, 0, currentTime, grabMode.goesOn, mode, reply),
    );
    return status === grabbed;
  }

  async #synchronized(): Promise<void> {
    await this.#connection.request<{ focus: number }>((client, reply) => client.GetInputFocus(reply));
  }

  #letGo(): void {
    this.#isFrozen = false;
    this.#connection.order((client) => client.UngrabKeyboard(currentTime));
  }

  #forget(): void {
    clearTimeout(this.#end);
    this.#end = undefined;
    this.#events = [];
    this.#held.clear();
    this.#beginning = null;
    this.#pass = null;
    this.#isCancelled = false;
    this.#isClosed = false;
  }
}
