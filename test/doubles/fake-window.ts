/** A window in memory, for tests of code that uses one. Tests call what the user, the desktop and the window manager do to it. */
import { EventEmitter } from 'node:events';
import type { Application } from '@webviewjs/webview';
import type {
  ShellWindow,
  ShellWindowEvents,
  ShellWindowOptions,
  WindowBounds,
  WindowExtent,
  WindowForm,
  WindowSize,
} from '../../src/platform/window/interface.ts';

export class FakeWindow implements ShellWindow {
  readonly #events = new EventEmitter<ShellWindowEvents>();
  readonly application = {} as Application;
  /** How often the page was loaded again. */
  reloads = 0;
  readonly page = {
    reload: (): void => {
      this.reloads += 1;
    },
  };
  readonly handle = 0n;
  readonly scale = 1;
  readonly hasPlace: boolean;
  isVisible = false;
  /** The desktop has minimized it, and the event is still on its way. */
  isMinimizedUnseen = false;
  isActive = false;
  form: WindowForm = 'window';
  title = '';
  extent: WindowExtent = 'own';
  bounds: WindowBounds;
  screen: WindowBounds | null = { x: 0, y: 0, width: 1_920, height: 1_080 };
  smallest: WindowSize;
  icon: ShellWindowOptions['icon'];
  /** The window right above it. */
  above: number | null = null;
  putBelowOf: number | null = null;
  /** Whether the desktop activates the window when it asks. */
  isGranted = true;

  constructor({ size, smallest, place, icon }: Pick<ShellWindowOptions, 'size' | 'smallest' | 'place' | 'icon'>, hasPlace = true) {
    this.bounds = { x: 0, y: 0, ...place, ...size };
    this.smallest = smallest;
    this.icon = icon;
    this.hasPlace = hasPlace;
  }

  async isOnScreen(): Promise<boolean> {
    return this.isVisible && !this.isMinimizedUnseen;
  }

  on<Name extends keyof ShellWindowEvents>(event: Name, listener: (...values: ShellWindowEvents[Name]) => void): void {
    this.#events.on(event, listener as (...values: unknown[]) => void);
  }

  async activate(): Promise<boolean> {
    this.isVisible = true;
    this.isMinimizedUnseen = false;
    this.isActive = this.isGranted;
    if (this.isActive) this.#events.emit('activated');
    return this.isActive;
  }

  async showBehind(): Promise<void> {
    this.isVisible = true;
  }

  setForm(form: WindowForm, title = this.title): void {
    this.title = title;
    this.form = form;
  }

  hide(): void {
    this.isVisible = false;
    this.isActive = false;
  }

  resize(size: WindowSize, smallest: WindowSize): void {
    this.smallest = smallest;
    this.#become(size);
  }

  move(place: { readonly x: number; readonly y: number }): void {
    if (this.hasPlace) this.#become(place);
  }

  async windowAbove(): Promise<number | null> {
    return this.above;
  }

  putBelow(window: number): void {
    this.putBelowOf = window;
  }

  setIcon(icon: ShellWindowOptions['icon']): void {
    this.icon = icon;
  }

  stir(): void {}

  /** The user or the window manager moves and resizes it. */
  become(change: Partial<WindowBounds> & { readonly extent?: WindowExtent }): void {
    const { extent = this.extent, ...bounds } = change;
    this.extent = extent;
    this.#become(bounds);
  }

  /** The close button of its frame. */
  askToClose(): void {
    this.#events.emit('closeRequested');
  }

  /** The engine's process of the page ends. */
  endPage(): void {
    this.#events.emit('pageEnded');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hide();
  }

  #become(bounds: Partial<WindowBounds>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.#events.emit('moved');
  }
}
