/**
 * The window of the shell: one window of the desktop with one page in it, and the tray icon of the window's package where that is the
 * system's way. The page comes from a handler of this process and from nowhere else; nothing that it loads or opens leaves this process.
 */
import type { Application } from '@webviewjs/webview';
import type { Outcome } from '../../base/outcome.ts';

/** Logical pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Of its own size, or of its screen's. */
export type WindowExtent = 'own' | 'maximised' | 'full-screen';

/** Logical pixels. The size is the content's, the place that of the frame. */
export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Answers the page's requests, as a fetch handler does. It never throws. */
export type PageHandler = (request: Request) => Promise<Response>;

export interface ShellWindowOptions {
  readonly title: string;
  /**
   * By which the desktop knows whose window it is, to put it under the program's own entry: the instance of an X11 window's class, the `app_id` of
   * Wayland. On Linux the process gets this name too.
   */
  readonly program: string;
  /** Where the web engine of Windows may keep its own files; the page has none. */
  readonly engineFolder: string;
  readonly page: PageHandler;
  /** Where it was last; null where the system chooses. */
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly size: WindowSize;
  readonly smallest: WindowSize;
  /** Shown as large as its screen; `place` and `size` are what it has once it is not any more. */
  readonly isMaximised: boolean;
  /** RGBA of `sizePx` × `sizePx`, for the task bar. */
  readonly icon: { readonly rgba: Uint8Array; readonly sizePx: number };
  /** Painted before the page is: no white flash in a dark theme. */
  readonly background: readonly [red: number, green: number, blue: number];
}

/** What the window tells. */
export interface ShellWindowEvents {
  /** The user asked for it to be closed. It stays as it is: the shell hides it. */
  closeRequested: [];
  /** It has another place, size or extent. */
  moved: [];
  activated: [];
  scaleChanged: [scale: number];
  /** It is gone without our doing: its display ended, or somebody destroyed it. */
  destroyed: [];
}

export interface ShellWindow extends AsyncDisposable {
  on<Name extends keyof ShellWindowEvents>(event: Name, listener: (...values: ShellWindowEvents[Name]) => void): void;
  /** The package's own, which draws the tray icon where that is not done over D-Bus. */
  readonly application: Application;
  /** Shown, and not minimised. */
  readonly isVisible: boolean;
  readonly isActive: boolean;
  readonly extent: WindowExtent;
  /**
   * Those that it has, or had last, while its extent is its own. Where it has no place of its own to know or to choose (Wayland), its place is 0, 0.
   */
  readonly bounds: WindowBounds;
  readonly hasPlace: boolean;
  readonly scale: number;
  /** The system's number of the window: an X11 window, an HWND; 0 where there is none that others know (Wayland). */
  readonly handle: bigint;
  /** All of the screen that it is on, also what panels of the desktop take of it: the toolkit does not say how much. Null where nobody says. */
  readonly screen: WindowBounds | null;
  /**
   * Shows it where it was, or where it can be seen if that is on no screen any more, above all others, with the keyboard. True once it really is
   * the active window, false when that did not come about, or it was hidden meanwhile.
   */
  activate(): Promise<boolean>;
  hide(): void;
  /** Its user can make it no smaller than `smallest`. */
  resize(size: WindowSize, smallest: WindowSize): void;
  /** Nothing comes of it where `hasPlace` is false. */
  move(place: { readonly x: number; readonly y: number }): void;
  setIcon(icon: ShellWindowOptions['icon']): void;
  /** Somebody works in it, or something new is to be shown: events are looked for more often for a while. */
  stir(): void;
}

/** `no-display`: there is no desktop. `no-webview`: a library of the system is missing; `detail` is the mend. */
export type OpenWindowFailure = 'no-display' | 'no-webview';

export type OpenedWindow = Outcome<ShellWindow, OpenWindowFailure>;
