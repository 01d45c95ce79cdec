/**
 * The keyboard of an X11 desktop: the shortcut is a passive grab of its keys on the root (X protocol, GrabKey), the active window is what the window
 * manager says (EWMH, `_NET_ACTIVE_WINDOW`), and keys are pressed by XTEST on a thread of their own (paste-into.ts).
 */
import { executableOf } from '../../process-executable.ts';
import { Atoms } from '../../x11/atoms.ts';
import { connectAgain } from '../../x11/connect-again.ts';
import type { XConnection } from '../../x11/connection.ts';
import { answerAsHolder, type HolderName } from '../../x11/keyboard-holders.ts';
import {
  asyncKeyboard,
  currentTime,
  eventMask,
  grabMode,
  type KeyEvent,
  none,
  type PropertyEvent,
  type ServerTime,
  type XId,
} from '../../x11/protocol.ts';
import { boundsOf, readDialogOf, readWindowFacts, windowAtoms } from '../../x11/window-properties.ts';
import type { DesktopKeyboard, HoldOutcome, KeyCombination, PasteOutcome, PasteTarget } from '../interface.ts';
import { EarlyKeys, type ShortcutGrabs } from './early-keys.ts';
import { repeatsWithinMs } from './kept-events.ts';
import { holderBefore, holderOfPicker, releases } from './key-holders.ts';
import { closingKeysOf, grabsOf, isClosing, type KeyGrab, type KeyTables, maskOf, modifiersOfState, without } from './key-map.ts';
import { readKeyTables } from './key-tables.ts';
import { PasteThread, type PasteThreadParts } from './paste-thread-owner.ts';

export interface X11KeyboardParts extends Omit<PasteThreadParts, 'program'> {
  /** Opens a connection of its own; null without a display. */
  readonly connect: () => Promise<XConnection | null>;
  readonly holds: HolderName;
  /** Whether a window is Hub's own. */
  readonly isOwn: (window: number) => boolean;
}

/** Null without a display. */
export async function openX11Keyboard(parts: X11KeyboardParts): Promise<DesktopKeyboard | null> {
  const connection = await parts.connect();
  const atoms = connection === null ? null : await Atoms.intern(connection, windowAtoms);
  return connection === null || atoms === null ? null : new X11Keyboard(parts, connection, atoms);
}

class X11Keyboard implements DesktopKeyboard {
  readonly canPaste = true;
  readonly isDesktopsChoice = false;
  readonly trigger = '';
  readonly #parts: X11KeyboardParts;
  #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #isOwn: (window: number) => boolean;
  readonly #thread: PasteThread;
  #listeners: (() => void)[] = [];
  #changed: ((outcome: HoldOutcome) => void)[] = [];
  #wanted: KeyCombination | null = null;
  #isSuspended = false;
  #grabs: readonly KeyGrab[] = [];
  /** Those of the grabs. */
  #tables: KeyTables | null = null;
  /** Orders of one kind after another: a change of the layout may come while the shortcut is changed. */
  #turn: Promise<unknown> = Promise.resolve();
  #lastOther: XId = none;
  readonly #shortcut: ShortcutGrabs = {
    release: () => this.#ungrab(this.#grabs),
    restore: () => this.#inTurn(() => this.#grab()).then((outcome) => outcome !== 'held' && this.#tell(outcome)),
  };
  #early: EarlyKeys;
  #isClosed = false;
  /** The key by which the shortcut was pressed last: layouts may have it in several places. */
  #called = 0;
  /** The key that was let go last, on the server's clock. */
  #released: { readonly keycode: number; readonly time: ServerTime } | null = null;

  constructor(parts: X11KeyboardParts, connection: XConnection, atoms: Atoms) {
    [this.#parts, this.#atoms, this.#isOwn] = [parts, atoms, parts.isOwn];
    this.#thread = new PasteThread(parts);
    this.#connection = connection;
    this.#early = new EarlyKeys(connection, this.#shortcut);
    this.#listen();
  }

  #listen(): void {
    const connection = this.#connection;
    connection.watchWindow(connection.root, eventMask.property);
    connection.events.on('keyPress', (event) => this.#onPress(event));
    connection.events.on('keyRelease', (event) => {
      this.#released = event;
      this.#early.release(event);
    });
    connection.events.on('mapping', () => void this.#inTurn(() => this.#grab()));
    connection.events.on('property', (event) => this.#onProperty(event));
    void answerAsHolder(connection, this.#parts.holds);
    void connection.lost.then(() => this.#connectAgain());
    void this.#active();
  }

  /** It was ended because this process did not answer. Without a display there is none any more, and the process ends with that. */
  async #connectAgain(): Promise<void> {
    const connection = await connectAgain({
      connect: this.#parts.connect,
      isWanted: () => !this.#isClosed,
      failed: () => this.#tell('unavailable'),
    });
    if (connection === null) return;
    this.#early[Symbol.dispose]();
    this.#grabs = [];
    this.#connection = connection;
    this.#early = new EarlyKeys(connection, this.#shortcut);
    this.#listen();
    this.#tell(await this.#inTurn(() => this.#grab()));
  }

  #tell(outcome: HoldOutcome): void {
    for (const listener of this.#changed) listener(outcome);
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

  /** The connection was lost, or is there again. */
  onChanged(listener: (outcome: HoldOutcome) => void): void {
    this.#changed.push(listener);
  }

  async target(): Promise<PasteTarget | null> {
    const active = await this.#active();
    // While the keyboard is grabbed, a window manager may name none.
    const isBehind = active === none || this.#isOwn(active);
    const window = isBehind ? this.#lastOther : active;
    if (window === none) return null;
    const facts = await readWindowFacts(this.#connection, this.#atoms, window);
    if (facts.isGone) return null;
    const [bounds, dialogOf] = await Promise.all([boundsOf(this.#connection, window), readDialogOf(this.#connection, this.#atoms, facts)]);
    return { window, className: facts.className, dialogOf, executable: executableOf(facts.pid), bounds, isBehind };
  }

  prepare(): Promise<boolean> {
    return this.#thread.prepare();
  }

  keepKeys(cancelled: () => void): void {
    const [tables, wanted] = [this.#tables, this.#wanted];
    if (tables === null) return;
    const modifiers = (wanted?.modifiers ?? []).reduce((sum, modifier) => sum | maskOf(tables, modifier), 0);
    const closing = closingKeysOf(tables);
    this.#early.begin({ tables, modifiers, keycode: this.#called, isLast: (event) => isClosing(closing, event), cancelled });
  }

  giveKeys(window: number): Promise<void> {
    const closing = this.#tables === null ? [] : closingKeysOf(this.#tables);
    return this.#early.giveTo(window, holderOfPicker(this.#thread, this.#early, { window, before: this.#lastOther, closing }));
  }

  cancelKeys(): void {
    this.#early.cancel();
  }

  async returnKeys(target: PasteTarget | null): Promise<void> {
    const window = target?.window ?? (await this.#active());
    const isThere = window !== none && !this.#isOwn(window);
    await this.#early.giveBack(isThere ? holderBefore(this.#thread, window) : null);
  }

  dropKeys(): void {
    this.#early.drop();
  }

  awaitChosen(): void {
    void this.#thread.order({ kind: 'wait' });
  }

  releaseKeys(to: keyof typeof releases): void {
    void this.#thread.order(releases[to]);
  }

  async activate(target: PasteTarget): Promise<void> {
    const outcome = await this.#thread.paste(target.window, null);
    if (outcome !== 'pasted') this.#parts.log.debug('the window before is not back', { outcome });
  }

  /** A shortcut that is the keys to press themselves, as in a terminal, is given back for that moment. */
  paste(target: PasteTarget, keys: KeyCombination): Promise<PasteOutcome> {
    return this.#inTurn(async () => {
      const isShortcut = this.#wanted !== null && isSame(keys, this.#wanted);
      if (isShortcut) {
        this.#ungrab(this.#grabs);
        await this.#synchronized();
      }
      const outcome = await this.#thread.paste(target.window, keys);
      if (isShortcut) await this.#grab();
      // The shortcut may be among the keys that were pressed meanwhile.
      if (outcome === 'pasted') void this.#thread.order({ kind: 'follow', window: target.window });
      return outcome;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    [this.#listeners, this.#changed] = [[], []];
    this.#isClosed = true;
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
          client.GrabKey(root, 0, modifiers, keycode, grabMode.goesOn, grabMode.frozen, (error) => reply(error, true)),
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
      if (!this.#early.isFrozen) this.#connection.order((client) => client.AllowEvents(asyncKeyboard, currentTime));
    }
  }

  #handlePress(event: KeyEvent): void {
    const { keycode, time, buttons } = event;
    const isOurs = (grab: KeyGrab): boolean => grab.keycode === keycode && grab.modifiers === (buttons & modifiersOfState);
    if (this.#early.isKeeping && (this.#early.isClosed || !this.#grabs.some(isOurs))) return this.#early.press(event);
    const isRepeated = this.#released?.keycode === keycode && Math.abs((time - this.#released.time) | 0) < repeatsWithinMs;
    if (isRepeated || !this.#grabs.some((grab) => grab.keycode === keycode)) return;
    this.#called = keycode;
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
}

function isSame(one: KeyCombination, other: KeyCombination): boolean {
  return one.key === other.key && one.modifiers.join() === other.modifiers.join();
}
