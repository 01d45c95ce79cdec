/**
 * The keyboard of an X11 desktop: the shortcut is a passive grab of its keys on the root (X protocol, GrabKey), the active window is what the window
 * manager says (EWMH, `_NET_ACTIVE_WINDOW`), and keys are pressed by XTEST on a thread of their own (paste-into.ts).
 */
import { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import { currentTime, eventMask, type KeyEvent, none, type PropertyEvent, type ServerTime, type XId } from '../../x11/protocol.ts';
import { readWindowFacts, windowAtoms } from '../../x11/window-properties.ts';
import type { DesktopKeyboard, HoldOutcome, KeyCombination, PasteOutcome, PasteTarget } from '../interface.ts';
import { EarlyKeys } from './early-keys.ts';
import { grabsOf, type KeyGrab, type KeyTables, maskOf } from './key-map.ts';
import { readKeyTables } from './key-tables.ts';
import { PasteThread, type PasteThreadParts } from './paste-thread-owner.ts';

/** X protocol, GrabKey: whether the pointer, or the keyboard, is frozen by the grab until we say so. */
const [synchronous, asynchronous] = [0, 1] as const;
/** X protocol, AllowEvents. */
const asyncKeyboard = 3;
/** A key that is held down is let go and pressed again in one moment, about 30 times a second; nobody's finger is that fast. */
const repeatsWithinMs = 5;
/** Of the state of a key's event: the modifiers, without buttons and layout. */
const modifiersOfState = 0xff;

export interface X11KeyboardParts extends Omit<PasteThreadParts, 'program'> {
  /** A connection of its own, which this closes. */
  readonly connection: XConnection;
  /** Whether a window is Hub's own. */
  readonly isOwn: (window: number) => boolean;
}

/** Null if the display is lost. */
export async function openX11Keyboard(parts: X11KeyboardParts): Promise<DesktopKeyboard | null> {
  const atoms = await Atoms.intern(parts.connection, windowAtoms);
  return atoms === null ? null : new X11Keyboard(parts, atoms);
}

class X11Keyboard implements DesktopKeyboard {
  readonly canPaste = true;
  readonly isDesktopsChoice = false;
  readonly trigger = '';
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #isOwn: (window: number) => boolean;
  readonly #thread: PasteThread;
  #listeners: (() => void)[] = [];
  #wanted: KeyCombination | null = null;
  #isSuspended = false;
  #grabs: readonly KeyGrab[] = [];
  /** Those of the grabs. */
  #tables: KeyTables | null = null;
  /** Orders of one kind after another: a change of the layout may come while the shortcut is changed. */
  #turn: Promise<unknown> = Promise.resolve();
  #lastOther: XId = none;
  readonly #early: EarlyKeys;
  /** The key that was let go last, on the server's clock. */
  #released: { readonly keycode: number; readonly time: ServerTime } | null = null;

  constructor({ connection, isOwn, display, authorityFile, log }: X11KeyboardParts, atoms: Atoms) {
    this.#connection = connection;
    this.#atoms = atoms;
    this.#isOwn = isOwn;
    this.#thread = new PasteThread({ display, authorityFile, log });
    this.#early = new EarlyKeys(connection);
    connection.watchWindow(connection.root, eventMask.property);
    connection.events.on('keyPress', (event) => this.#onPress(event));
    connection.events.on('keyRelease', (event) => {
      this.#released = event;
      this.#early.release(event);
    });
    connection.events.on('mapping', () => void this.#inTurn(() => this.#grab()));
    connection.events.on('property', (event) => this.#onProperty(event));
    void this.#active();
  }

  onPressed(listener: () => void): void {
    this.#listeners.push(listener);
  }

  hold(shortcut: KeyCombination | null): Promise<HoldOutcome> {
    this.#wanted = shortcut;
    return this.#inTurn(() => this.#grab());
  }

  async suspend(isOn: boolean): Promise<void> {
    this.#isSuspended = isOn;
    await this.#inTurn(() => this.#grab());
  }

  /** Nobody else changes it. */
  onChanged(): void {}

  async target(): Promise<PasteTarget | null> {
    const active = await this.#active();
    // While the keyboard is grabbed, a window manager may name none.
    const isBehind = active === none || this.#isOwn(active);
    const window = isBehind ? this.#lastOther : active;
    if (window === none) return null;
    const facts = await readWindowFacts(this.#connection, this.#atoms, window);
    return facts.isGone ? null : { window, className: facts.className, bounds: await this.#boundsOf(window), isBehind };
  }

  prepare(): Promise<boolean> {
    return this.#thread.prepare();
  }

  keepKeys(cancelled: () => void): void {
    const [tables, wanted] = [this.#tables, this.#wanted];
    const modifiers = tables === null ? [] : (wanted?.modifiers ?? []).map((modifier) => maskOf(tables, modifier));
    if (tables !== null) this.#early.begin({ tables, modifiers: modifiers.reduce((sum, mask) => sum | mask, 0), cancelled });
  }

  giveKeys(window: number): Promise<void> {
    return this.#early.giveTo(window);
  }

  dropKeys(): void {
    this.#early.drop();
  }

  async activate(target: PasteTarget): Promise<void> {
    await this.#thread.paste({ window: target.window, keys: null });
  }

  /** A shortcut that is the keys to press themselves, as in a terminal, is given back for that moment. */
  paste(target: PasteTarget, keys: KeyCombination): Promise<PasteOutcome> {
    return this.#inTurn(async () => {
      const order = { window: target.window, keys };
      if (this.#wanted === null || !isSame(keys, this.#wanted)) return this.#thread.paste(order);
      this.#ungrab(this.#grabs);
      await this.#synchronized();
      const outcome = await this.#thread.paste(order);
      await this.#grab();
      return outcome;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners = [];
    this.#early[Symbol.dispose]();
    await this.#thread[Symbol.asyncDispose]();
    await this.#connection.close();
  }

  #inTurn<Value>(order: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(order);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * What is held already stays held: a keyboard that is only used for the first time, or after another one, changes the tables to the same. Of a
   * combination that is taken in part, nothing is kept: it would work only with NumLock, say.
   */
  async #grab(): Promise<HoldOutcome> {
    const shortcut = this.#isSuspended ? null : this.#wanted;
    const tables = shortcut === null ? null : await readKeyTables(this.#connection);
    if (shortcut === null || tables === null) {
      this.#ungrab(this.#grabs);
      return shortcut === null ? 'held' : 'unavailable';
    }
    const wanted = grabsOf(tables, shortcut);
    this.#ungrab(without(this.#grabs, wanted));
    const { root } = this.#connection;
    const taken = await Promise.all(
      without(wanted, this.#grabs).map(({ keycode, modifiers }) =>
        this.#connection.request<true>((client, reply) =>
          client.GrabKey(root, 0, modifiers, keycode, asynchronous, synchronous, (error) => reply(error, true)),
        ),
      ),
    );
    this.#grabs = wanted;
    this.#tables = tables;
    if (wanted.length === 0) return 'no-such-key';
    if (!taken.includes(null)) return 'held';
    this.#ungrab(wanted);
    return this.#connection.isLost ? 'unavailable' : 'taken';
  }

  #ungrab(grabs: readonly KeyGrab[]): void {
    const { root } = this.#connection;
    for (const { keycode, modifiers } of grabs) this.#connection.order((client) => client.UngrabKey(root, keycode, modifiers));
    this.#grabs = without(this.#grabs, grabs);
  }

  /** The server has done what was requested so far. */
  async #synchronized(): Promise<void> {
    await this.#connection.getSelectionOwner(this.#atoms.of('STRING'));
  }

  /**
   * A press of the shortcut freezes the keyboard in the server until it has been handled here, however late: a grab for the keys after it goes on with
   * them (GrabKeyboard), and otherwise they go where they would have gone. A keyboard that nothing has frozen goes on as before.
   */
  #onPress(event: KeyEvent): void {
    try {
      this.#handlePress(event);
    } finally {
      this.#connection.order((client) => client.AllowEvents(asyncKeyboard, currentTime));
    }
  }

  #handlePress(event: KeyEvent): void {
    const { keycode, time, buttons } = event;
    const isRepeated = this.#released?.keycode === keycode && Math.abs((time - this.#released.time) | 0) < repeatsWithinMs;
    const isOurs = (grab: KeyGrab): boolean => grab.keycode === keycode && grab.modifiers === (buttons & modifiersOfState);
    if (this.#early.isKeeping && !this.#grabs.some(isOurs)) {
      // The shortcut's own key may be held down longer than its modifiers.
      if (!isRepeated || this.#early.holds(keycode)) this.#early.press(event);
      return;
    }
    if (isRepeated || !this.#grabs.some((grab) => grab.keycode === keycode)) return;
    for (const listener of this.#listeners) listener();
  }

  #onProperty({ wid, atom }: PropertyEvent): void {
    if (wid === this.#connection.root && atom === this.#atoms.of('_NET_ACTIVE_WINDOW')) void this.#active();
  }

  /** 0 without one. Without a window manager it is the window that has the keyboard. */
  async #active(): Promise<XId> {
    const property = await this.#connection.getProperty(this.#connection.root, this.#atoms.of('_NET_ACTIVE_WINDOW'), 0, 4);
    const active = property !== null && property.data.length >= 4 ? property.data.readUInt32LE(0) : none;
    if (active !== none && !this.#isOwn(active)) this.#lastOther = active;
    return active;
  }

  async #boundsOf(window: XId): Promise<PasteTarget['bounds']> {
    const { root } = this.#connection;
    const [size, place] = await Promise.all([
      this.#connection.request<{ width: number; height: number }>((client, reply) => client.GetGeometry(window, reply)),
      this.#connection.request<{ destX: number; destY: number }>((client, reply) => client.TranslateCoordinates(window, root, 0, 0, reply)),
    ]);
    return size === null || place === null ? null : { x: place.destX, y: place.destY, width: size.width, height: size.height };
  }
}

function isSame(one: KeyCombination, other: KeyCombination): boolean {
  return one.key === other.key && one.modifiers.join() === other.modifiers.join();
}

function without(grabs: readonly KeyGrab[], others: readonly KeyGrab[]): readonly KeyGrab[] {
  return grabs.filter((grab) => !others.some(({ keycode, modifiers }) => keycode === grab.keycode && modifiers === grab.modifiers));
}
