/**
 * The tray of Windows and macOS, which the window's package draws. Written from the package's documentation (docs/api/tray.md) and untested on these
 * systems. The package's menus have no check marks, so the mark is part of the label.
 */
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { IconDrawingTray } from './icon-look.ts';
import type { Tray, TrayEvents, TrayMenuItem, TrayMessage, TrayState, TrayTheme } from './interface.ts';
import { emitMeaning, meaningOf } from './tray-message.ts';
import { smallSizeFor, trayPicture } from './tray-pictures.ts';

export interface PackageTrayClick {
  readonly button?: string;
  readonly buttonState?: string;
}

export interface PackageMenuItem {
  readonly id?: string;
  readonly label?: string;
  readonly enabled?: boolean;
  readonly role?: string;
}

export interface PackageTrayIcon {
  setIcon(data: Uint8Array, width?: number, height?: number): void;
  setMenu(menu: { items: PackageMenuItem[] }): void;
  setTooltip(text: string): void;
  showMenu(): void;
  on(event: 'click', listener: (click: PackageTrayClick) => void): unknown;
  dispose(): void;
}

/** The part of the window package's application that the tray needs. */
export interface TrayApplication {
  createTrayIcon(options: {
    readonly id: string;
    readonly icon: { data: Buffer; width?: number; height?: number };
    readonly menuOnLeftClick: boolean;
    readonly menuOnRightClick: boolean;
  }): PackageTrayIcon;
  on(event: 'custom-menu-click', listener: (event: { readonly customMenuEvent?: { readonly id: string } }) => void): unknown;
  off(event: 'custom-menu-click', listener: (event: { readonly customMenuEvent?: { readonly id: string } }) => void): unknown;
}

export class PackageTray extends IconDrawingTray implements Tray {
  readonly events: EventEmitter<TrayEvents> = new EventEmitter();

  readonly #application: TrayApplication;
  #icon: PackageTrayIcon | null = null;
  #items: readonly TrayMenuItem[] = [];
  #toolTip = '';
  /** A given picture, unchanged. */
  #picture: Buffer | null = null;

  constructor(application: TrayApplication) {
    super();
    this.#application = application;
  }

  get state(): TrayState {
    return this.#icon === null ? 'closed' : 'shown';
  }

  async initialize(theme: TrayTheme, iconPath?: string): Promise<TrayState> {
    this.look = { ...this.look, theme };
    this.#picture = iconPath ? await readFile(iconPath).catch(() => null) : null;
    if (this.#icon === null) this.#create();
    else this.draw();
    return this.state;
  }

  setMenu(items: readonly TrayMenuItem[]): void {
    this.#items = items;
    this.#icon?.setMenu({ items: items.map(packageItem) });
  }

  setToolTip(toolTip: string): void {
    this.#toolTip = toolTip;
    this.#icon?.setTooltip(toolTip);
  }

  processTrayMessage(message: TrayMessage): boolean {
    const meaning = meaningOf(message, this.#items);
    if (meaning.kind === 'menu') this.#icon?.showMenu();
    return emitMeaning(this.events, meaning);
  }

  async close(): Promise<void> {
    this.redraw.stop();
    this.#application.off('custom-menu-click', this.#onMenu);
    this.#icon?.dispose();
    if (this.#icon !== null) {
      this.#icon = null;
      this.events.emit('state', 'closed');
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  readonly #onMenu = (event: { readonly customMenuEvent?: { readonly id: string } }): void => {
    if (event.customMenuEvent !== undefined) this.processTrayMessage({ kind: 'choose', id: event.customMenuEvent.id });
  };

  #create(): void {
    const icon = this.#application.createTrayIcon({ id: 'hub', icon: this.#image(), menuOnLeftClick: false, menuOnRightClick: true });
    this.#icon = icon;
    icon.on('click', ({ button, buttonState }) => {
      // A click is reported when the button goes down and when it comes up.
      if ((button ?? 'left').toLowerCase() === 'left' && buttonState?.toLowerCase() !== 'down')
        this.processTrayMessage({ kind: 'activate' });
    });
    this.#application.on('custom-menu-click', this.#onMenu);
    icon.setMenu({ items: this.#items.map(packageItem) });
    icon.setTooltip(this.#toolTip);
    this.events.emit('state', 'shown');
  }

  protected draw(): void {
    const { data, width, height } = this.#image();
    this.#icon?.setIcon(data, width, height);
  }

  #image(): { data: Buffer; width?: number; height?: number } {
    if (this.#picture !== null) return { data: this.#picture };
    const { theme, capture, scale } = this.look;
    const { sizePx, pixels } = trayPicture(theme, capture, smallSizeFor(scale));
    return { data: pixels, width: sizePx, height: sizePx };
  }
}

function packageItem({ id, label, enabled, kind, checked }: TrayMenuItem): PackageMenuItem {
  if (kind === 'separator') return { role: 'separator' };
  return { id, label: kind === 'check' && checked ? `✓ ${label}` : label, enabled };
}
