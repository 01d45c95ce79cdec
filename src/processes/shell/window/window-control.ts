/**
 * The life of the window (§3): shown with the keyboard, hidden, toggled; its rail opened and closed with the content as wide as before; its place and
 * size remembered. It closes only when Hub ends.
 */
import { Debounced } from '../../../base/debounced.ts';
import type { Log } from '../../../base/log.ts';
import type { OpenedPicker } from '../../../domain/view/picker-view.ts';
import { moveRail, withoutRail } from '../../../domain/view/rail-width.ts';
import type { PasteTarget } from '../../../platform/keyboard/index.ts';
import type { ShellWindow, WindowSize } from '../../../platform/window/index.ts';
import { placeOver, scaledBounds } from '../../../platform/window/place-on-screen.ts';
import type { Shell } from '../shell.ts';
import { type BeforePicker, OwnBounds, pickerAtRest, samePlace } from './own-bounds.ts';
import { PageForm, type PageFormParts } from './page-form.ts';
import { PageScale, scaledSize } from './page-scale.ts';
import { type OpenWindowMemory, openedAs, smallestSize } from './window-memory.ts';

export interface WindowControlParts {
  readonly window: ShellWindow;
  readonly memory: OpenWindowMemory;
  readonly shell: Pick<Shell, 'state' | 'set' | 'setShown' | 'show'> & PageFormParts['shell'];
  readonly log: Log;
  /** Identifies a run of Hub: the same after a failure of this process, another one after a start. */
  readonly run: string;
  /** A new start leaves the window hidden. */
  readonly startsHidden?: boolean;
  /** This process follows one that has ended. */
  readonly isBack?: boolean;
}

const smallestPicker: WindowSize = { width: 320, height: 240 };
/** A window that is being maximized or restored passes through sizes that are neither. */
const settlesAfterMs = 150;
/** If the size of the screen is unknown. */
const boundless = { x: 0, y: 0, width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER } as const;
type Over = Pick<PasteTarget, 'window' | 'bounds' | 'isBehind'>;

export class WindowControl implements Disposable {
  readonly #parts: WindowControlParts;
  readonly #settling = new Debounced(settlesAfterMs, () => this.#settled());
  #owed = 0;
  /** In this process: the first time that it is shown, its section is the one of its memory. */
  #wasShown = false;
  /** How far the open rail has moved the window to the left, and where that put it; once it is elsewhere, it stays where it is. */
  #shifted = { by: 0, to: 0 };
  /** The width that the last change of the rail gave it; once it has another one, nothing is owed any more. */
  #resizedTo = 0;
  /**
   * The state of the rail that the window's own size has room for: different from the current one if the rail moved while the window was maximized.
   */
  #roomIsForOpen: boolean;
  #isWriting = false;
  readonly #form: PageForm;
  readonly #scale: PageScale;
  /** What the window was before it became the picker; null while it is itself. */
  #before: BeforePicker | null = null;
  readonly #own = new OwnBounds();
  /** The picker is being brought to the front. */
  #isComing = false;
  /** Ends the other form that the window has, as the quick settings; null while it has none. */
  #aside: (() => Promise<void>) | null = null;
  /** How the picker is left, with the window before it active again. */
  #leave: () => Promise<unknown> = () => this.leavePicker();
  #over: (window: number | null, opened: number) => void = () => {};

  constructor(parts: WindowControlParts) {
    [this.#parts, this.#form, this.#scale] = [parts, new PageForm(parts), new PageScale(parts)];
    this.#roomIsForOpen = parts.shell.state.railIsOpen;
    parts.window.on('closeRequested', () => this.hide());
    parts.window.on('moved', () => {
      this.#scale.widthWas(parts.window.bounds.width);
      this.#settling.request();
    });
  }

  /** Where it is shown at the start of its process, if at all. One that is back after a failure is as it was, and leaves the keyboard where the user types by now. */
  get opensAt(): 'front' | 'behind' | null {
    const { memory, run, isBack = false, startsHidden = false } = this.#parts;
    const { shownIn } = memory.value;
    const isShown = shownIn.run === run ? shownIn.isShown : !startsHidden;
    return isShown ? (isBack && shownIn.isAwaited !== true ? 'behind' : 'front') : null;
  }

  get isPicker(): boolean {
    return this.#before !== null;
  }

  /**
   * The window becomes the picker, in the middle of the window `over` which it is called (without one, of its screen), and gets the keyboard. True once it is
   * the active window.
   */
  async showPicker(picker: OpenedPicker, over: Over | null): Promise<boolean> {
    const { window, shell, memory } = this.#parts;
    if (this.#aside !== null) await this.#aside();
    if (this.#before === null) {
      this.#settled();
      const { isVisible: isShown } = window;
      const bounds = this.#own.of(window.bounds);
      // The desktop knows it first.
      const isActive = isShown && (over?.isBehind ?? window.isActive);
      const above = isShown && !isActive ? window.windowAbove() : Promise.resolve(null);
      this.#before = { bounds, isShown, isActive, query: this.#form.query, above };
      if (isShown) window.hide();
      window.setForm('picker');
    }
    const before = this.#before;
    this.#form.becomePicker(picker);
    this.#over(over?.window ?? null, picker.opened);
    shell.setShown(true);
    const { pickerSize: size, pageZoom } = memory.value;
    window.resize(size, scaledSize(smallestPicker, pageZoom, window.screen));
    const middle = over?.bounds ? scaledBounds(over.bounds, window.scale) : window.screen;
    if (middle !== null) window.move(placeOver(size, middle));
    await this.#form.is(picker.opened);
    if (this.#before !== before) return false;
    this.#isComing = true;
    return window.activate().finally(() => {
      this.#isComing = false;
    });
  }

  /** Somebody gives the window another form, which `leave` ends; null: it is itself again. */
  setAside(leave: (() => Promise<void>) | null): void {
    if (this.#aside === null) this.#settled();
    if (leave !== null) this.#form.becomeWindow();
    this.#aside = leave;
  }

  /** True once the page has the form that was opened as this one; false if it has not in time. */
  isDrawn(opened: number): Promise<boolean> {
    return this.#form.is(opened);
  }

  /** Called with the window over which the picker is called each time, and which picker that is. */
  onPickerOver(listener: (window: number | null, opened: number) => void): void {
    this.#over = listener;
  }

  /** Whatever closes the picker leaves it this way. */
  leavesPickerBy(leave: () => Promise<unknown>): void {
    this.#leave = leave;
  }

  /**
   * The window is itself again, and as it was: hidden, or shown where it was, with what was searched for. `own`: it is the active one, because it was
   * before and the user does not go `on` to another window; `other`: another window is to be active; `reopened`: it is the picker again. A window that
   * another one is to be active over stays on the screen meanwhile: one that is hidden and shown comes to the front and takes the keyboard.
   */
  async leavePicker(to: 'back' | 'on' = 'back'): Promise<'own' | 'other' | 'reopened'> {
    const before = this.#before;
    if (before === null) return 'other';
    const { window, shell, memory } = this.#parts;
    const { width, height } = window.bounds;
    const isActiveAgain = before.isActive && to === 'back';
    this.#own.requested(before.bounds, { width, height });
    // One that is just coming would take the keyboard later.
    if (!before.isShown || isActiveAgain || this.#isComing) window.hide();
    this.#before = null;
    window.setForm('window');
    window.resize(before.bounds, smallestSize(this.#roomIsForOpen, memory.value.pageZoom));
    window.move(before.bounds);
    this.#form.leavePicker(before.query, before.isShown);
    shell.setShown(before.isShown);
    const above = await before.above;
    const isStillOut = (): boolean => !this.isPicker;
    if (above !== null && window.isVisible) window.putBelow(above, isStillOut);
    // It may also have been left before it was on the screen.
    const isHidden = before.isShown && !window.isVisible;
    if (isHidden) await this.#form.is(0);
    const isActive = isHidden && isStillOut() && (await window.activate());
    // Meanwhile it may have been opened again.
    if (!isStillOut()) return 'reopened';
    return isActive && isActiveAgain ? 'own' : 'other';
  }

  /** The page has the form of the picker that was opened as this one, or with 0 that of the window. A new one reports its width, in CSS pixels. */
  drawn(opened: number, pageWidth?: number): void {
    if (opened === 0 && pageWidth !== undefined) this.#begin(pageWidth);
    this.#form.tell(opened);
  }

  /** The width of another form, or of the screen, says nothing about the window's page. */
  #begin(pageWidth: number): void {
    const { window, memory } = this.#parts;
    if (this.isPicker || this.#aside !== null || window.extent !== 'own' || !this.#scale.begin(pageWidth)) return;
    const { size, smallest } = openedAs(memory.value);
    window.resize(size, smallest);
  }

  /** The page is gone, with what was being written in it, and another one is being loaded. */
  pageGone(): void {
    this.#isWriting = false;
    this.#scale.pageGone();
    this.#form.pageGone();
  }

  /** Somebody writes a note in the page, say. */
  writing(isOn: boolean): void {
    this.#isWriting = isOn;
  }

  hide(): void {
    if (this.#aside !== null) return void this.#aside();
    if (this.isPicker) return void this.#leave();
    this.#settled();
    this.#parts.window.hide();
    this.#remember(false);
  }

  /** Hidden or minimized → foreground; or `behind` the active window, at the start. True once it really is the active window. */
  async restore(at: 'front' | 'behind' = 'front'): Promise<boolean> {
    const startedAtMs = performance.now();
    if (this.#aside !== null) await this.#aside();
    if (this.isPicker) await this.leavePicker();
    this.#form.becomeWindow();
    // Who opens it again wants a copy, whatever was shown before, unless something is half written. The panel stays as it was chosen.
    const { window, shell, memory } = this.#parts;
    if (!window.isVisible && this.#wasShown && !this.#isWriting) {
      shell.show('now');
      memory.set({ section: 'now' });
    }
    this.#wasShown = true;
    this.#remember(true);
    // At the beginning there is no other form, and the page may be loading yet.
    if (this.#form.isKnown && !(await this.#form.is(0))) this.#parts.log.warn('the page was not drawn in time');
    // Meanwhile it may have been hidden, or become the picker.
    if (this.isPicker || !memory.value.shownIn.isShown) return false;
    if (at === 'behind') return window.showBehind().then(() => false);
    const active = await window.activate();
    const tookMs = Math.round(performance.now() - startedAtMs);
    if (active) this.#parts.log.debug('window restored', { tookMs });
    else if (window.isVisible) this.#parts.log.warn('the window was shown, but did not become active', { tookMs });
    return active;
  }

  /** Shown and not minimized → hidden; otherwise → foreground. */
  async toggle(): Promise<void> {
    await ((await this.#parts.window.isOnScreen()) ? this.hide() : this.restore());
  }

  /**
   * The window grows or shrinks by the rail, so that the content keeps its width. A maximized one stays as it is: the content gives way, and the
   * window catches up once it has a size of its own again. `pageWidth` is the page's width as it reports it, in CSS pixels.
   */
  toggleRail(pageWidth?: number): void {
    const { window, shell, memory } = this.#parts;
    if (pageWidth !== undefined && window.extent === 'own') this.#scale.measure(pageWidth);
    const railIsOpen = !shell.state.railIsOpen;
    for (const each of [shell, memory]) each.set({ railIsOpen });
    if (window.extent === 'own') this.#makeRoom();
  }

  /** The last move is remembered. */
  [Symbol.dispose](): void {
    this.#settled();
  }

  #makeRoom(): void {
    const { window, shell, memory } = this.#parts;
    const zoom = memory.value.pageZoom;
    const isOpen = shell.state.railIsOpen;
    if (isOpen === this.#roomIsForOpen) return;
    const before = window.bounds;
    const shifted = Math.abs(before.x - this.#shifted.to) <= samePlace ? this.#shifted.by : 0;
    const moved = moveRail({ bounds: before, isOpen, screen: window.screen ?? boundless, owed: this.#owed, shifted, zoom });
    [this.#roomIsForOpen, this.#owed, this.#resizedTo] = [isOpen, moved.owed, moved.bounds.width];
    this.#shifted = { by: moved.shifted, to: moved.bounds.x };
    this.#scale.widthWas(before.width);
    window.resize({ width: moved.bounds.width, height: before.height }, smallestSize(isOpen, zoom));
    if (moved.bounds.x !== before.x) window.move({ x: moved.bounds.x, y: before.y });
  }

  /** It is at rest: its own properties are remembered, and none that come from its screen. */
  #settled(): void {
    const { window, memory } = this.#parts;
    this.#settling.stop();
    this.#scale.settled();
    // The properties of another form are not the window's.
    if (this.#before !== null) return memory.set(pickerAtRest(window, this.#before.bounds));
    if (this.#aside !== null) return;
    const place = window.hasPlace ? this.#own.placeAgain(window.bounds) : null;
    if (place !== null) return window.move(place);
    const { isVisible, extent } = window;
    if (!isVisible || extent === 'full-screen') return;
    memory.set({ isMaximised: extent === 'maximised' });
    if (extent === 'maximised') return;
    this.#makeRoom();
    const { x, y, width, height } = this.#own.of(window.bounds);
    if (width !== this.#resizedTo) this.#owed = 0;
    const size = { width: withoutRail(width, this.#roomIsForOpen, memory.value.pageZoom) + this.#owed, height };
    memory.set({ ...(window.hasPlace ? { place: { x, y } } : {}), size });
  }

  /** The page is notified first, so that what becomes visible is current. */
  #remember(isShown: boolean): void {
    const { memory, run, shell } = this.#parts;
    shell.setShown(isShown);
    memory.set({ shownIn: { run, isShown } });
  }
}
