/**
 * Which window the user has turned to while keys wait. The server tells of the focus and of keys in their order on one connection, so for each key that was kept it is known
 * whether it was pressed before or after that. A move that is the window manager's, because the picker goes, or that Hub has requested, is not the user's.
 */
import type { XConnection } from '../../x11/connection.ts';
import { hasFocus, isInside, isNobodys, readFocus } from '../../x11/input-focus.ts';
import { eventMask, type FocusEvent, focusMode, none, type XId } from '../../x11/protocol.ts';

/** To which window, and how many keys had been kept by then. */
export interface TurnedAway {
  readonly to: XId;
  readonly kept: number;
}

export interface FocusWatchParts {
  readonly connection: XConnection;
  /** The keys that are kept now. */
  readonly kept: () => number;
  readonly turnedAway: (away: TurnedAway) => void;
}

export class FocusWatch {
  readonly #parts: FocusWatchParts;
  #picker: XId = none;
  #target: XId = none;
  /** `between`: the picker goes, and whoever has the focus then has it from the window manager. `away`: at a window of the user's choice. */
  #where: 'picker' | 'between' | 'target' | 'away' = 'between';
  /** Whether the picker has the keyboard, of which nothing has been heard since. */
  #isAsking = false;
  #forgetPicker: () => void = () => {};
  #forgetTarget: () => void = () => {};
  /** How often the picker or that window has got the focus. */
  #returns = 0;
  #looking: Promise<unknown> = Promise.resolve();
  #away: TurnedAway | null = null;
  #turned = Promise.withResolvers<void>();

  constructor(parts: FocusWatchParts) {
    this.#parts = parts;
    const { events } = parts.connection;
    events.on('focusIn', (event) => this.#onFocusIn(event));
    events.on('focusOut', (event) => this.#onFocusOut(event));
    events.on('unmap', ({ wid }) => {
      if (wid !== this.#picker) return;
      this.#isAsking = false;
      if (this.#where === 'picker') this.#where = 'between';
    });
  }

  /** The picker is there, and `target` is the window before it. Resolves once it is known whether the picker has the keyboard. */
  async begin(picker: XId, target: XId): Promise<void> {
    this.#forgetPicker();
    this.#picker = picker;
    this.#returns += 1;
    this.#where = 'between';
    this.#isBack();
    this.#isAsking = true;
    this.#forgetPicker = this.#parts.connection.watchWindow(picker, eventMask.focus | eventMask.structure);
    this.aim(target);
    if ((await hasFocus(this.#parts.connection, picker)) && this.#isAsking) this.#where = 'picker';
    this.#isAsking = false;
  }

  /** This window is the one that is to come back. */
  aim(target: XId): void {
    if (target === this.#target) return;
    this.#forgetTarget();
    this.#target = target;
    this.#forgetTarget = target === none ? () => {} : this.#parts.connection.watchWindow(target, eventMask.focus);
  }

  /** Nothing is to come back any more: whatever has the focus from now on says nothing about the next picker. */
  rest(): void {
    this.#forgetPicker();
    this.#forgetPicker = () => {};
    this.aim(none);
    [this.#picker, this.#where, this.#isAsking] = [none, 'between', false];
    this.#returns += 1;
    this.#isBack();
  }

  /** Whether that window may be made active: not if the user has turned to another one. */
  async mayAsk(): Promise<boolean> {
    const focus = await readFocus(this.#parts.connection);
    return focus === null || this.#where === 'between' || !(await this.#isOthers(focus));
  }

  /** That was requested. */
  asked(): void {
    if (this.#where !== 'target') this.#where = 'between';
  }

  /** Where the user has turned to since the picker was there; null if nowhere. */
  async away(): Promise<TurnedAway | null> {
    await this.#looking;
    return this.#away;
  }

  /** Resolves once the user has turned to another window. */
  get turned(): Promise<void> {
    return this.#turned.promise;
  }

  #onFocusIn({ wid, mode }: FocusEvent): void {
    if (isOfGrab(mode) || (wid !== this.#target && wid !== this.#picker)) return;
    this.#returns += 1;
    this.#isAsking = false;
    this.#where = wid === this.#target ? 'target' : 'picker';
    this.#isBack();
  }

  #onFocusOut({ wid, mode }: FocusEvent): void {
    const isUsers = (wid === this.#picker && this.#where === 'picker') || (wid === this.#target && this.#where === 'target');
    if (!isOfGrab(mode) && wid === this.#picker) this.#isAsking = false;
    if (isOfGrab(mode) || !isUsers) return;
    const kept = this.#parts.kept();
    this.#looking = this.#look(kept);
  }

  #isBack(): void {
    if (this.#away !== null) this.#turned = Promise.withResolvers();
    this.#away = null;
  }

  async #look(kept: number): Promise<void> {
    const returns = this.#returns;
    const focus = await readFocus(this.#parts.connection);
    if (focus === null || !(await this.#isOthers(focus)) || this.#returns !== returns) return;
    this.#where = 'away';
    this.#away = { to: focus, kept };
    this.#turned.resolve();
    this.#parts.turnedAway(this.#away);
  }

  async #isOthers(focus: XId): Promise<boolean> {
    const { connection } = this.#parts;
    const [isPicker, isTarget, isFree] = await Promise.all([
      isInside(connection, focus, this.#picker),
      isInside(connection, focus, this.#target),
      isNobodys(connection, focus),
    ]);
    return !(isPicker || isTarget || isFree);
  }
}

function isOfGrab(mode: number): boolean {
  return mode === focusMode.grabbed || mode === focusMode.letGo;
}
