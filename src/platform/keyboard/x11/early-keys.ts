/**
 * Keys that are pressed between a shortcut and the focus of the window that it opens: they were meant for that window. The keyboard is grabbed by the
 * connection that has the shortcut (X protocol, GrabKeyboard), the keys are kept in memory, and sent to that window once it has the focus (SendEvent: to
 * a window of ours, and never to the one that has the focus by then). They are never logged.
 *
 * It must never keep the keyboard: the grab ends with Escape, after some seconds in any case, and with its connection.
 */
import type { XConnection } from '../../x11/connection.ts';
import { currentTime, type KeyEvent, type XId } from '../../x11/protocol.ts';
import { type KeyTables, keycodeOf, modifierBitOf, writesSign } from './key-map.ts';

/** X protocol, GrabKeyboard: nothing is frozen; the answer if it is ours. */
const asynchronous = 1;
const grabbed = 0;
/** Longer than the picker waits for its page and for its focus. */
const endsAfterMs = 8_000;
/** Presses and releases. */
const mostEvents = 128;

export interface EarlyBeginning {
  readonly tables: KeyTables;
  /** Bits of the modifiers that the shortcut was pressed with. */
  readonly modifiers: number;
  /** Escape was pressed. */
  readonly cancelled: () => void;
}

export class EarlyKeys implements Disposable {
  readonly #connection: XConnection;
  #events: KeyEvent[] = [];
  readonly #held = new Set<number>();
  #beginning: EarlyBeginning | null = null;
  /** The modifiers of the shortcut that were not let go since. */
  #stillHeld = 0;
  /** Of the grab; undefined while there is none. */
  #end: NodeJS.Timeout | undefined;

  constructor(connection: XConnection) {
    this.#connection = connection;
  }

  get isKeeping(): boolean {
    return this.#end !== undefined;
  }

  /** Takes the keyboard; without effect where another program has it. */
  begin(beginning: EarlyBeginning): void {
    if (this.isKeeping) return;
    this.#beginning = beginning;
    this.#stillHeld = beginning.modifiers;
    const end = setTimeout(() => this.drop(), endsAfterMs).unref();
    this.#end = end;
    const { root } = this.#connection;
    void this.#connection
      .request<number>((client, reply) => client.GrabKeyboard(root, 0, currentTime, asynchronous, asynchronous, reply))
      .then((status) => {
        if (status !== grabbed && this.#end === end) this.drop();
      });
  }

  /** Whether the press of this key is kept, and its release not yet. */
  holds(keycode: number): boolean {
    return this.#held.has(keycode);
  }

  press(event: KeyEvent): void {
    const beginning = this.#beginning;
    if (beginning !== null && event.keycode === keycodeOf(beginning.tables, 'Escape', 0)) {
      this.drop();
      return beginning.cancelled();
    }
    if (this.#events.length >= mostEvents) return;
    this.#events.push(this.#asMeant(event));
    this.#held.add(event.keycode);
  }

  release(event: KeyEvent): void {
    if (this.#beginning !== null) this.#stillHeld &= ~modifierBitOf(this.#beginning.tables, event.keycode);
    if (this.#held.delete(event.keycode)) this.#events.push(this.#asMeant(event));
  }

  /** Fingers that are still on the modifiers of the shortcut mean a letter, and no command. */
  #asMeant(event: KeyEvent): KeyEvent {
    if (this.#beginning === null || !writesSign(this.#beginning.tables, event.keycode)) return event;
    return { ...event, buttons: event.buttons & ~this.#stillHeld };
  }

  /** To a window of ours, which has the focus. */
  async giveTo(window: XId): Promise<void> {
    const end = this.#end;
    if (end === undefined) return;
    this.#send(window);
    this.#letGo();
    // What was pressed before the keyboard was let go has arrived when the server answers.
    await this.#connection.request<{ focus: number }>((client, reply) => client.GetInputFocus(reply));
    if (this.#end !== end) return;
    this.#send(window);
    this.#forget();
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

  #send(window: XId): void {
    for (const event of this.#events.splice(0))
      this.#connection.order((client) => client.SendEvent(window, 0, 0, { ...event, wid: window }));
  }

  #letGo(): void {
    this.#connection.order((client) => client.UngrabKeyboard(currentTime));
  }

  #forget(): void {
    clearTimeout(this.#end);
    this.#end = undefined;
    this.#events = [];
    this.#held.clear();
    this.#beginning = null;
  }
}
