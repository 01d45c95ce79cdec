/**
 * The window, by `@webviewjs/webview`: WebKitGTK on Linux, WebView2 on Windows, WKWebView on macOS. The page is served by a custom protocol
 * (`hub://page/`), so that no port is open for it, and it may not navigate elsewhere: other addresses and new windows are refused here, and by the
 * page's own policy.
 */
import { EventEmitter } from 'node:events';
import type { Application, BrowserWindow } from '@webviewjs/webview';
import { becomeActive } from './become-active.ts';
import { type EventPump, startPump } from './event-pump.ts';
import { FormOfWindow } from './form-of-window.ts';
import type {
  ShellWindow,
  ShellWindowEvents,
  ShellWindowOptions,
  WindowBounds,
  WindowExtent,
  WindowForm,
  WindowSize,
} from './interface.ts';
import { createPageView, scheme } from './page-view.ts';
import { boundsOf, placeOnScreen, withFrame } from './place-on-screen.ts';
import type { X11Activation } from './x11-activation.ts';

type Package = typeof import('@webviewjs/webview');

export interface WebviewParts {
  readonly package: Package;
  readonly application: Application;
  readonly platform: NodeJS.Platform;
  /** Null on other systems, whose own way has to do. */
  readonly activation: X11Activation | null;
  /** There, programs neither know nor choose the position of their windows, and can't bring them to the front. */
  readonly isWayland: boolean;
}

/** Opens it hidden. */
export function openWebviewWindow(parts: WebviewParts, options: ShellWindowOptions): ShellWindow {
  return new WebviewWindow(parts, options);
}

type Place = Pick<WindowBounds, 'x' | 'y'>;

class WebviewWindow implements ShellWindow {
  readonly #window: BrowserWindow;
  readonly application: Application;
  readonly page: ShellWindow['page'];
  readonly #activation: WebviewParts['activation'];
  readonly hasPlace: boolean;
  readonly #pump: EventPump;
  readonly #events = new EventEmitter<ShellWindowEvents>();
  #isShown = false;
  #isActive = false;
  /** It was shown behind another window, and the user has not asked for it since. */
  #staysBehind = false;
  /** Its position when it was hidden: a window manager chooses a new position each time that a window is shown. */
  #place: Place | null;
  readonly #background: ShellWindowOptions['background'];
  #size: WindowSize;
  #isGone = false;
  readonly #form: FormOfWindow;
  #activating: Promise<boolean> | null = null;

  constructor({ package: toolkit, application, platform, activation, isWayland }: WebviewParts, options: ShellWindowOptions) {
    [this.application, this.#activation, this.hasPlace] = [application, activation, !isWayland];
    [this.#place, this.#size, this.#background] = [isWayland ? null : options.place, options.size, options.background];
    const { icon, size, smallest, title, background, page, engineFolder } = options;
    this.#window = application.createBrowserWindow({ title, ...size, logical: true, visible: false });
    this.#form = new FormOfWindow(this.#window);
    this.#window.setMinSize(smallest.width, smallest.height, true);
    this.#window.setWindowIcon(icon.rgba, icon.sizePx, icon.sizePx);
    this.#window.registerProtocol(scheme, async (request) => {
      const response = await page(request);
      this.#pump.hurry();
      return response;
    });
    const view = { toolkit, application, platform, engineFolder, background, ended: () => void this.#events.emit('pageEnded') };
    this.page = createPageView(this.#window, view);
    this.on('pageEnded', () => this.#pump.hurry());
    if (options.isMaximised) this.#maximise();
    this.#listen();
    this.#pump = startPump(() => this.#turn());
  }

  on<Name extends keyof ShellWindowEvents>(event: Name, listener: (...values: ShellWindowEvents[Name]) => void): void {
    this.#events.on(event, listener as (...values: unknown[]) => void);
  }

  get isVisible(): boolean {
    return this.#isShown && !this.#isOver && !this.#window.isMinimized();
  }

  async isOnScreen(): Promise<boolean> {
    // One that is being shown is about to be on the screen.
    if (!this.isVisible || this.#activation === null || this.#activating !== null) return this.isVisible;
    return this.#activation.isViewable(Number(this.#window.getNativeHandle()));
  }

  get isActive(): boolean {
    return this.isVisible && this.#isActive;
  }

  get extent(): WindowExtent {
    if (this.#isOver) return 'own';
    if (this.#window.fullscreen !== null) return 'full-screen';
    return this.#window.isMaximized() ? 'maximised' : 'own';
  }

  get bounds(): WindowBounds {
    return { ...(this.#place ?? { x: 0, y: 0 }), ...this.#size };
  }

  get scale(): number {
    return this.#isOver ? 1 : this.#window.scaleFactor();
  }

  get handle(): bigint {
    return this.#isOver || !this.hasPlace ? 0n : this.#window.getNativeHandle();
  }

  get screen(): WindowBounds | null {
    const monitor = this.#isOver ? null : this.#window.getCurrentMonitor();
    return monitor && boundsOf(monitor);
  }

  activate(): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    this.#staysBehind = false;
    const [wasShown, placed] = [this.#isShown, this.#show()];
    if (this.#window.isMinimized()) this.#window.setMinimized(false);
    this.#window.focus();
    this.#pump.setShown(true);
    this.#turnShown();
    // Requesting it twice has the effect of once.
    this.#activating ??= this.#becomeActive(wasShown).finally(() => {
      this.#activating = null;
      // By now it has its frame, whose size is not known before.
      if (placed !== null && this.isVisible) this.#putOnScreen(placed, placed);
    });
    return this.#activating;
  }

  async showBehind(): Promise<void> {
    const other = (await this.#activation?.activeWindow()) ?? null;
    if (this.#isOver || this.#isShown) return;
    this.#staysBehind = true;
    this.#show();
    this.#pump.setShown(true);
    this.#turnShown();
    const own = (): number => Number(this.handle);
    if (other !== null) await this.#activation?.stayBehind(own, other, () => this.#staysBehind && !this.#isOver);
  }

  #becomeActive(wasShown: boolean): Promise<boolean> {
    const isWanted = (): boolean => this.#isShown && !this.#isOver;
    if (!isWanted()) return Promise.resolve(false);
    if (this.#activation !== null) return this.#activation.activate(Number(this.#window.getNativeHandle()), isWanted);
    return becomeActive({
      isWanted,
      isActive: () => this.isActive,
      showAnew: wasShown && !this.hasPlace ? () => this.#showAnew() : null,
    });
  }

  /** The position that it was given; null if it was shown already, or the system chooses. */
  #show(): Place | null {
    if (this.#isShown) return null;
    this.#isShown = true;
    this.#window.show();
    if (this.#place === null || this.extent !== 'own') return null;
    return this.#putOnScreen(this.#place, null);
  }

  /** Puts it at `wanted`, or at the closest position where all of it is visible, unless it `isAt` that already. Returns the position. */
  #putOnScreen(wanted: Place, isAt: Place | null): Place {
    const size = withFrame(this.#size, this.#window.getOuterSize(true), this.#window.getInnerSize(true));
    const seen = placeOnScreen({ ...wanted, ...size }, this.#window.getAvailableMonitors().map(boundsOf));
    if (seen.x !== isAt?.x || seen.y !== isAt.y) this.#window.setPosition(seen.x, seen.y, true);
    return seen;
  }

  /** Before it is first shown: if it has its own size again, it is positioned now. */
  #maximise(): void {
    if (this.#place !== null) this.#putOnScreen(this.#place, null);
    this.#window.setMaximized(true);
  }

  #showAnew(): void {
    this.#window.hide();
    this.#turn();
    if (this.#isOver) return;
    this.#window.show();
    this.#window.focus();
    this.#pump.setShown(true);
  }

  hide(): void {
    if (this.#isOver || !this.#isShown) return;
    [this.#isShown, this.#isActive, this.#staysBehind] = [false, false, false];
    this.#window.hide();
    this.#form.hidden();
    this.#pump.setShown(false);
  }

  resize({ width, height }: WindowSize, smallest: WindowSize): void {
    if (this.#isOver) return;
    this.#size = { width, height };
    this.#window.setMinSize(smallest.width, smallest.height, true);
    this.#window.setSize(width, height, true);
    this.#pump.hurry();
  }

  move({ x, y }: { readonly x: number; readonly y: number }): void {
    if (this.#isOver || !this.hasPlace) return;
    this.#place = { x, y };
    this.#window.setPosition(x, y, true);
    this.#pump.hurry();
  }

  setForm(form: WindowForm, title?: string): void {
    if (this.#isOver) return;
    this.#form.set(form, title);
    this.#pump.work();
    this.#pump.setEager(form === 'picker');
  }

  async windowAbove(): Promise<number | null> {
    return (this.#isOver ? null : await this.#activation?.windowAbove(Number(this.handle))) ?? null;
  }

  putBelow(window: number, isWanted: () => boolean): void {
    if (!this.#isOver) void this.#activation?.putBelow(Number(this.handle), window, isWanted);
  }

  setIcon({ rgba, sizePx }: ShellWindowOptions['icon']): void {
    if (!this.#isOver) this.#window.setWindowIcon(rgba, sizePx, sizePx);
  }

  stir(): void {
    this.#pump.work();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pump[Symbol.dispose]();
    if (!this.#isOver) this.#window.dispose();
    this.#isGone = true;
    await this.#activation?.[Symbol.asyncDispose]();
  }

  /** The toolkit throws for any call on a window that is gone, and it may be gone before we are told. */
  get #isOver(): boolean {
    return this.#isGone || this.#window.isDisposed();
  }

  #listen(): void {
    const window = this.#window;
    window.on('close', (event) => {
      event.preventDefault();
      this.#events.emit('closeRequested');
    });
    // While it is hidden, the window manager's own positioning is not the user's choice.
    window.on('move', ({ x, y }) => {
      if (!this.isVisible || !this.hasPlace || this.extent !== 'own') return;
      this.#place = { x: Math.round(x / this.scale), y: Math.round(y / this.scale) };
      this.#events.emit('moved');
    });
    window.on('resize', ({ width, height }) => {
      this.#pump.work();
      if (!this.isVisible) return;
      const scale = this.scale;
      if (this.extent === 'own') this.#size = { width: Math.round(width / scale), height: Math.round(height / scale) };
      this.#events.emit('moved');
    });
    window.on('focus', () => {
      this.#isActive = true;
      this.#pump.work();
      this.#events.emit('activated');
    });
    window.on('blur', () => {
      this.#isActive = false;
      this.#events.emit('deactivated');
    });
    window.on('scale-factor-changed', ({ scaleFactor }) => this.#events.emit('scaleChanged', scaleFactor));
  }

  /** Before it is on the screen the toolkit has no handle of it. */
  #turnShown(): void {
    this.#turn();
    if (!this.#isOver) this.#activation?.paintBehind(Number(this.#window.getNativeHandle()), this.#background);
  }

  #turn(): boolean {
    if (this.#isGone) return false;
    const goesOn = this.application.pumpEvents() && !this.#window.isDisposed();
    if (!goesOn && !this.#isGone) {
      this.#isGone = true;
      this.#events.emit('destroyed');
    }
    return goesOn;
  }
}
