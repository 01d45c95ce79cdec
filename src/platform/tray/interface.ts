/**
 * The icon in the system's tray, its tooltip and its menu (§4.2). A left click requests the window (`activate`), a right click opens the menu (§3).
 *
 * It makes no decisions: it reports what the user did, and shows what it was given. Input from outside is never trusted or logged, nor is what it
 * shows.
 */
import type { EventEmitter } from 'node:events';

/** The theme in effect; `high-contrast-light` has a light background. */
export type TrayTheme = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

/** The state of capture that the icon shows: `paused` whatever the reason why nothing is captured. */
export type TrayCapture = 'watching' | 'paused';

export interface TrayMenuItem {
  /** The caller's name for it; unique in a menu. */
  readonly id: string;
  /** Empty for a separator. */
  readonly label: string;
  readonly enabled: boolean;
  readonly kind: 'item' | 'separator' | 'check';
  readonly checked?: boolean;
}

/**
 * `shown`: a host shows the icon. `no-host`: this desktop has no host for icons, or not yet. `no-bus`: the bus is missing, or went away. Both may be
 * temporary. `closed`: before `initialize`, and after `close`.
 */
export type TrayState = 'shown' | 'no-host' | 'no-bus' | 'closed';

/** What a user did with the icon, or a message of the system about it. */
export type TrayMessage =
  | { readonly kind: 'activate' | 'secondary-activate' | 'scroll' }
  /** The menu is requested, and no host shows it. */
  | { readonly kind: 'menu' }
  | { readonly kind: 'choose'; readonly id: string }
  /** The message that Windows sends to the window of an icon: the low word of `lParam` (Shell_NotifyIconW). */
  | { readonly kind: 'windows'; readonly event: number };

export interface TrayEvents {
  activate: [];
  /** An item of the menu, by its id. Only an item of the current menu that is enabled. */
  chosen: [id: string];
  /** The menu was requested, on a system whose host does not show it by itself. */
  menu: [];
  state: [state: TrayState];
}

export interface Tray extends AsyncDisposable {
  readonly events: EventEmitter<TrayEvents>;
  readonly state: TrayState;
  /**
   * Shows the icon. `iconPath` is a picture to show instead of Hub's mark; one that can't be read is ignored. Resolves with the state; if something
   * is missing, the tray waits for it, and `state` reports that. Never rejects.
   */
  initialize(theme: TrayTheme, iconPath?: string): Promise<TrayState>;
  /** Draws the icon for that theme, once for several calls in quick succession. */
  updateTheme(theme: TrayTheme): void;
  /** `scale` is the display's: 1, 1.25, 2. */
  refreshForDpi(scale: number): void;
  /** Acts on a message; false if it has no meaning here. */
  processTrayMessage(message: TrayMessage): boolean;
  setCapture(capture: TrayCapture): void;
  setMenu(items: readonly TrayMenuItem[]): void;
  setToolTip(text: string): void;
  close(): Promise<void>;
}
