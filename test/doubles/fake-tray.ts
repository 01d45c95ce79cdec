/** A tray in memory, for tests of code that uses one: what it shows can be inspected, and the user's actions are messages. */
import { EventEmitter } from 'node:events';
import type { Tray, TrayCapture, TrayEvents, TrayMenuItem, TrayMessage, TrayState, TrayTheme } from '../../src/platform/tray/interface.ts';
import { emitMeaning, meaningOf } from '../../src/platform/tray/tray-message.ts';

export class FakeTray implements Tray {
  readonly events: EventEmitter<TrayEvents> = new EventEmitter();
  state: TrayState = 'closed';
  theme: TrayTheme | null = null;
  scale = 1;
  capture: TrayCapture = 'watching';
  items: readonly TrayMenuItem[] = [];
  toolTip = '';
  /** The result of `initialize`. */
  readonly #found: TrayState;

  constructor(found: TrayState = 'shown') {
    this.#found = found;
  }

  async initialize(theme: TrayTheme): Promise<TrayState> {
    this.theme = theme;
    this.become(this.#found);
    return this.state;
  }

  updateTheme(theme: TrayTheme): void {
    this.theme = theme;
  }

  refreshForDpi(scale: number): void {
    this.scale = scale;
  }

  setCapture(capture: TrayCapture): void {
    this.capture = capture;
  }

  setMenu(items: readonly TrayMenuItem[]): void {
    this.items = items;
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  processTrayMessage(message: TrayMessage): boolean {
    return emitMeaning(this.events, meaningOf(message, this.items));
  }

  /** The desktop's list of icons appears or disappears. */
  become(state: TrayState): void {
    if (state === this.state) return;
    this.state = state;
    this.events.emit('state', state);
  }

  async close(): Promise<void> {
    this.become('closed');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
