/**
 * Keys that follow the one that closes the picker. They were meant for the window that comes back, and wait for it: Enter, Escape and Alt with a digit are passive
 * grabs on the picker's window (X protocol, GrabKey), which freeze the keyboard in the server. GrabKeyboard takes over from the frozen grab, the key is sent to
 * the picker, and what follows is kept in memory, never logged, until it is given to one window or forgotten.
 *
 * It must never keep the keyboard: if nobody says within some seconds what became of the picker, the picker has the keys. The grab ends with its connection.
 */
import type { XConnection } from '../../x11/connection.ts';
import { hasFocus } from '../../x11/input-focus.ts';
import { asyncKeyboard, currentTime, grabbed, grabMode, type KeyEvent, keyLetGo, keyPressed, type XId } from '../../x11/protocol.ts';
import { KeptEvents } from './kept-events.ts';
import { isClosing, type KeyGrab } from './key-map.ts';

/** Of a page that is late, and from what was chosen until it is on the clipboard. */
const saidWithinMs = 8_000;
/** What somebody types who has not seen yet that the window is gone. */
const nobodysForMs = 400;
/** X protocol, GrabKey: any key, with any modifiers. */
const any = { keycode: 0, modifiers: 0x8000 } as const;

interface Watched {
  readonly window: XId;
  readonly closing: readonly KeyGrab[];
}

/** After the orders that were given before, and before those that follow. */
export type InTurn = (order: () => Promise<void>) => void;

export class HeldKeys {
  readonly #connection: XConnection;
  readonly #inTurn: InTurn;
  #watched: Watched | null = null;
  /** Another connection holds the keys so far. */
  #isArmed = false;
  /** Null while nothing is held. */
  #kept: KeptEvents | null = null;
  /** Those that were on their way when the keyboard was let go. */
  #late: KeptEvents | null = null;
  #expires: NodeJS.Timeout | undefined;
  /** Modifiers that this connection has let go itself: the server tells it so, as it does of the user's fingers, which rest on them. */
  readonly #resting = new Set<number>();

  constructor(connection: XConnection, inTurn: InTurn) {
    this.#connection = connection;
    this.#inTurn = inTurn;
    connection.events.on('keyPress', (event) => this.#press(event));
    connection.events.on('keyRelease', (event) => {
      if (!this.#resting.delete(event.keycode)) (this.#kept ?? this.#late)?.release(event);
    });
  }

  /** How many events are kept. */
  get count(): number {
    return this.#kept?.count ?? 0;
  }

  /** The first ones are for nobody any more. */
  forget(count: number): void {
    this.#kept?.forget(count);
  }

  get isHolding(): boolean {
    return this.#kept !== null;
  }

  /** From now on the keys that close the picker, which is `window`, hold the keyboard. */
  watch(watched: Watched): void {
    this.#watched = watched;
    this.#isArmed = false;
    this.#forgetGrabs(watched.window);
    for (const { keycode, modifiers } of watched.closing) this.#grabKey(watched.window, keycode, modifiers);
  }

  /**
   * Another connection, which has the keyboard frozen, lets it go in a moment: from the next key on it is held here. False where another program has a key of
   * that window, which refuses all of them.
   */
  async arm(): Promise<boolean> {
    const watched = this.#watched;
    if (watched === null) return false;
    const taken = await this.#connection.request<true>((client, reply) =>
      client.GrabKey(watched.window, 0, any.modifiers, any.keycode, grabMode.goesOn, grabMode.frozen, (error) => reply(error, true)),
    );
    this.#isArmed = taken !== null;
    return this.#isArmed;
  }

  /** It kept the keys itself after all: the picker has what came meanwhile. */
  async unarm(): Promise<void> {
    if (!this.#isArmed || this.#watched === null) return;
    this.watch(this.#watched);
    await this.stay();
  }

  /** It has let it go. `events`: the key that closes the picker, and those that followed. */
  take([first, ...others]: readonly KeyEvent[]): void {
    const watched = this.#watched;
    if (first === undefined || watched === null) return;
    const later = this.#kept?.take() ?? [];
    this.#begin(first).add([...others, ...later]);
    this.#sendStroke(watched.window, first);
    this.watch(watched);
  }

  /** The picker was left: the keys of its window are its own again. */
  unwatch(): void {
    if (this.#watched !== null) this.#forgetGrabs(this.#watched.window);
    this.#watched = null;
  }

  /** The picker stays: the keys are for its window, up to the next one that closes it. */
  async stay(): Promise<void> {
    const [kept, watched] = [this.#kept, this.#watched];
    if (kept === null) return;
    const isThere = watched !== null && (await hasFocus(this.#connection, watched.window));
    // Another program may have taken the keyboard meanwhile, and what is held now is something else.
    if (this.#kept !== kept) return;
    if (!isThere) return this.drop();
    // Frozen: what is pressed from here on comes after what was kept.
    await this.#grab(grabMode.frozen);
    if (this.#kept !== kept) {
      // Whoever let it go did so before this grab; one that came after it goes on by itself.
      if (!this.isHolding) this.#ungrab();
      return;
    }
    const events = kept.take();
    const at = events.findIndex((event) => event.type === keyPressed && isClosing(watched.closing, event));
    const given = at < 0 ? events : events.slice(0, at);
    for (const event of given) this.#send(watched.window, event);
    if (at < 0) return this.drop();
    this.take(events.slice(at));
  }

  /**
   * Lets the keyboard go: what is pressed goes where it would have gone. Whoever calls this gives the keys that were kept to one window, and then, once the server has
   * answered, the late ones.
   */
  letGo(): readonly KeyEvent[] {
    this.#stopWaiting();
    const kept = this.#kept;
    if (kept === null) return [];
    this.#ungrab();
    this.#kept = null;
    this.#late = kept;
    return kept.take();
  }

  late(): readonly KeyEvent[] {
    const events = this.#late?.take() ?? [];
    this.#late = null;
    return events;
  }

  /**
   * What was kept before, and what follows: after a paste, right after `letGo`, while the server is grabbed; and after another connection. `resting`: modifiers among those
   * keys that were let go for the paste, and pressed again.
   */
  holdOn(events: readonly KeyEvent[], resting: readonly number[] = []): void {
    const later = this.#kept?.take() ?? [];
    this.#begin(null).add([...events, ...later]);
    this.#resting.clear();
    for (const keycode of resting) this.#resting.add(keycode);
  }

  /** What becomes of the picker is decided once the copy is on the clipboard. */
  wait(): void {
    if (this.isHolding) this.#expire();
  }

  /** A window is on its way, which has a deadline of its own. */
  expect(): void {
    this.unwatch();
    this.#stopWaiting();
  }

  /** No window comes. For a moment what is typed is for nobody: another one may have the focus. */
  discard(): void {
    this.#kept?.take();
    this.#expire(nobodysForMs);
  }

  /** Lets the keyboard go; what was kept is forgotten. */
  drop(): void {
    this.letGo();
    this.#late = null;
  }

  #press(event: KeyEvent): void {
    const kept = this.#kept ?? this.#late;
    this.#resting.delete(event.keycode);
    if (kept !== null) return kept.press(event);
    // One of a grab that was just given back.
    if (event.wid !== this.#watched?.window) return this.#connection.order((client) => client.AllowEvents(asyncKeyboard, currentTime));
    if (this.#isArmed) {
      return this.#begin(null).press(event);
    }
    this.#begin(event);
    this.#sendStroke(event.wid, event);
  }

  #begin(since: KeyEvent | null): KeptEvents {
    const kept = new KeptEvents(since?.keycode ?? 0);
    this.#kept = kept;
    this.#late = null;
    this.#expire();
    void this.#grab(grabMode.goesOn).then((isOurs) => {
      if (!isOurs && this.#kept === kept) this.drop();
    });
    return kept;
  }

  #expire(afterMs = saidWithinMs): void {
    this.#stopWaiting();
    const expires = setTimeout(() => {
      this.#inTurn(async () => {
        if (this.#expires === expires) await this.stay();
      });
    }, afterMs).unref();
    this.#expires = expires;
  }

  #stopWaiting(): void {
    clearTimeout(this.#expires);
    this.#expires = undefined;
  }

  #ungrab(): void {
    this.#connection.order((client) => client.UngrabKeyboard(currentTime));
  }

  async #grab(mode: 0 | 1): Promise<boolean> {
    const { root } = this.#connection;
    const status = await this.#connection.request<number>((client, reply) =>
      client.GrabKeyboard(root, 0, currentTime, grabMode.goesOn, mode, reply),
    );
    return status === grabbed;
  }

  #grabKey(window: XId, keycode: number, modifiers: number): void {
    this.#connection.order((client) => client.GrabKey(window, 0, modifiers, keycode, grabMode.goesOn, grabMode.frozen, () => true));
  }

  #forgetGrabs(window: XId): void {
    this.#connection.order((client) => client.UngrabKey(window, any.keycode, any.modifiers));
  }

  #send(window: XId, event: KeyEvent): void {
    this.#connection.order((client) => client.SendEvent(window, 0, 0, { ...event, wid: window }));
  }

  /** Its real release is for nobody: by then another window may have the keyboard. */
  #sendStroke(window: XId, event: KeyEvent): void {
    this.#send(window, event);
    this.#send(window, { ...event, type: keyLetGo, name: 'KeyRelease' });
  }
}
