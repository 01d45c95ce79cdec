/**
 * The tray of Linux desktops: a StatusNotifierItem and its menu on the session bus. A left click is a call of its own; the desktop shows the menu.
 * GNOME has no host for it without an extension, and the state reports that.
 */
import { EventEmitter } from 'node:events';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { type DetailedLog, noDetails } from '../../base/log.ts';
import type { Bus } from '../dbus/bus.ts';
import type { BusEnvironment } from '../dbus/bus-address.ts';
import { ReconnectingBus } from '../dbus/reconnecting-bus.ts';
import { DbusMenu, menuInterface } from './dbus-menu.ts';
import { IconDrawingTray } from './icon-look.ts';
import type { Tray, TrayEvents, TrayMenuItem, TrayMessage, TrayState, TrayTheme } from './interface.ts';
import { registerItem } from './item-registration.ts';
import { itemInterface, statusNotifierItem } from './status-notifier-item.ts';
import { emitMeaning, meaningOf } from './tray-message.ts';
import { type Picture, sizesFor, trayPicture } from './tray-pictures.ts';

const itemPath = '/StatusNotifierItem';
const menuPath = '/MenuBar';

export class LinuxTray extends IconDrawingTray implements Tray {
  readonly events: EventEmitter<TrayEvents> = new EventEmitter();

  readonly #env: BusEnvironment;
  readonly #log: DetailedLog;
  readonly #menu = new DbusMenu((id) => this.processTrayMessage({ kind: 'choose', id }));
  #lasting: ReconnectingBus | null = null;
  #bus: Bus | null = null;
  #state: TrayState = 'closed';
  #isClosed = false;
  #items: readonly TrayMenuItem[] = [];
  #toolTip = '';
  #iconPath = '';
  #pictures: readonly Picture[] = [];

  constructor(env: BusEnvironment, log: DetailedLog = noDetails) {
    super();
    this.#log = log;
    this.#env = env;
  }

  get state(): TrayState {
    return this.#state;
  }

  async initialize(theme: TrayTheme, iconPath?: string): Promise<TrayState> {
    this.look = { ...this.look, theme };
    this.#isClosed = false;
    this.#iconPath = await readable(iconPath);
    if (this.#isClosed) return this.#state;
    this.draw();
    this.#lasting ??= new ReconnectingBus('session', this.#env, { up: (bus) => this.#show(bus), down: () => this.#onDown() }, this.#log);
    await this.#lasting.settled;
    return this.#state;
  }

  setMenu(items: readonly TrayMenuItem[]): void {
    this.#items = items;
    const changed = this.#menu.replace(items);
    if (changed !== null) this.#bus?.signal({ path: menuPath, interface: menuInterface, ...changed });
  }

  setToolTip(toolTip: string): void {
    if (toolTip === this.#toolTip) return;
    this.#toolTip = toolTip;
    this.#bus?.signal({ path: itemPath, interface: itemInterface, member: 'NewToolTip' });
  }

  processTrayMessage(message: TrayMessage): boolean {
    return emitMeaning(this.events, meaningOf(message, this.#items));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.redraw.stop();
    await this.#lasting?.close();
    this.#lasting = null;
    this.#bus = null;
    this.#setState('closed');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #show(bus: Bus): Promise<void> {
    this.#bus = bus;
    const view = () => ({ iconPath: this.#iconPath, pictures: this.#pictures, toolTip: this.#toolTip, menuPath });
    bus.serve(
      itemPath,
      statusNotifierItem(view, (message) => this.processTrayMessage(message)),
    );
    bus.serve(menuPath, this.#menu.served);
    await registerItem(bus, itemPath, (isShown) => {
      if (this.#bus === bus) this.#setState(isShown ? 'shown' : 'no-host');
    });
  }

  #onDown(): void {
    this.#bus = null;
    this.#setState('no-bus');
  }

  protected draw(): void {
    const { theme, capture, scale } = this.look;
    this.#pictures = sizesFor(scale).map((sizePx) => trayPicture(theme, capture, sizePx));
    this.#bus?.signal({ path: itemPath, interface: itemInterface, member: 'NewIcon' });
  }

  #setState(state: TrayState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.events.emit('state', state);
  }
}

/** The full path of a readable picture, or nothing. */
async function readable(iconPath: string | undefined): Promise<string> {
  if (!iconPath) return '';
  try {
    await access(iconPath, constants.R_OK);
    return path.resolve(iconPath);
  } catch {
    return '';
  }
}
