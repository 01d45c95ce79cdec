/**
 * The icon in the system's tray, its tool tip and its menu (§4.2). A left click asks for the window (`activate`), a right click opens the menu (§3).
 *
 * It decides nothing: it tells what the user did, and shows what it was given. What arrives from outside is never trusted and never written
 * down, nor is what it shows.
 */
import type { EventEmitter } from 'node:events';

/** The theme that is in effect; `high-contrast-light` has a light background. */
export type TrayTheme = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

/** What the icon says of the capture: `paused` for every reason for which nothing is captured. */
export type TrayCapture = 'watching' | 'paused';

export interface TrayMenuItem {
  /** The caller's name for it; each once in a menu. */
  readonly id: string;
  /** Empty for a separator. */
  readonly label: string;
  readonly enabled: boolean;
  readonly kind: 'item' | 'separator' | 'check';
  readonly checked?: boolean;
}

/**
 * `shown`: somebody shows the icon. `no-host`: this desktop has nobody who shows icons, or not yet. `no-bus`: the way to ask for it is missing, or
 * went away. Both may pass. `closed`: before `initialize`, and after `close`.
 */
export type TrayState = 'shown' | 'no-host' | 'no-bus' | 'closed';

/** What a user did at the icon, or what the system says of it. */
export type TrayMessage =
  | { readonly kind: 'activate' | 'secondary-activate' | 'scroll' }
  /** The menu is wanted, where nobody else shows it. */
  | { readonly kind: 'menu' }
  | { readonly kind: 'choose'; readonly id: string }
  /** What Windows sends to the window of an icon: the low word of `lParam` (Shell_NotifyIconW). */
  | { readonly kind: 'windows'; readonly event: number };

export interface TrayEvents {
  activate: [];
  /** An item of the menu, by its id. Only what is in the menu now, and enabled. */
  chosen: [id: string];
  /** The menu was asked for, on a system where its host does not show it by itself. */
  menu: [];
  state: [state: TrayState];
}

export interface Tray extends AsyncDisposable {
  readonly events: EventEmitter<TrayEvents>;
  readonly state: TrayState;
  /**
   * Shows the icon. `iconPath` is a picture to take instead of Hub's mark; one that can't be read is as none. Resolves with where it stands; what
   * is missing is waited for, and `state` tells. Never rejects.
   */
  initialize(theme: TrayTheme, iconPath?: string): Promise<TrayState>;
  /** Draws the icon for that theme; calls that come close together are drawn once. */
  updateTheme(theme: TrayTheme): void;
  /** `scale` is the display's: 1, 1.25, 2. */
  refreshForDpi(scale: number): void;
  /** Acts on a message; false when it means nothing here. */
  processTrayMessage(message: TrayMessage): boolean;
  setCapture(capture: TrayCapture): void;
  setMenu(items: readonly TrayMenuItem[]): void;
  setToolTip(text: string): void;
  close(): Promise<void>;
}
