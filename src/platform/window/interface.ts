/**
 * The window of the shell: one window of the desktop with one page in it, and the tray icon of the window's package on systems that use it. The page
 * comes only from a handler of this process; nothing that it loads or opens leaves this process.
 */
import type { Application } from '@webviewjs/webview';
import type { Outcome } from '../../base/outcome.ts';

/** Logical pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Its own size, or that of its screen. */
export type WindowExtent = 'own' | 'maximised' | 'full-screen';

/** `picker`: without a frame, in front of all others, and in no list of windows. `small`: a window as others, with a size of its own. */
export type WindowForm = 'window' | 'picker' | 'small';

/** Logical pixels. The size is that of the content, the position that of the frame. */
export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Answers the page's requests, like a fetch handler. Never throws. */
export type PageHandler = (request: Request) => Promise<Response>;

export interface ShellWindowOptions {
  readonly title: string;
  /**
   * The name by which the desktop matches the window with the program's own entry: the instance of an X11 window's class, the `app_id` of Wayland. On
   * Linux the process gets this name too.
   */
  readonly program: string;
  /** Where the web engine of Windows may keep its own files; the page has none. */
  readonly engineFolder: string;
  readonly page: PageHandler;
  /** Its last position; null to let the system choose. */
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly size: WindowSize;
  readonly smallest: WindowSize;
  /** Opened maximized; `place` and `size` apply once it is restored. */
  readonly isMaximised: boolean;
  /** RGBA of `sizePx` × `sizePx`, for the task bar. */
  readonly icon: { readonly rgba: Uint8Array; readonly sizePx: number };
  /** Painted before the page: no white flash in a dark theme. */
  readonly background: readonly [red: number, green: number, blue: number];
}

/** The events of the window. */
export interface ShellWindowEvents {
  /** The user asked to close it. It stays open: the shell hides it. */
  closeRequested: [];
  /** Its position, size or extent has changed. */
  moved: [];
  activated: [];
  /** Another window has the keyboard. */
  deactivated: [];
  scaleChanged: [scale: number];
  /** The engine's process of the page has ended, and the window is empty until the page is loaded again. Only Linux tells. */
  pageEnded: [];
  /** It is gone and Hub did not close it: its display ended, or somebody destroyed it. */
  destroyed: [];
}

export interface ShellWindow extends AsyncDisposable {
  on<Name extends keyof ShellWindowEvents>(event: Name, listener: (...values: ShellWindowEvents[Name]) => void): void;
  /** The package's application, which draws the tray icon on systems where that is not done over D-Bus. */
  readonly application: Application;
  readonly page: {
    /** Loads it from its beginning, in a new process if its own has ended. */
    reload(): void;
  };
  /** Shown, and not minimized. */
  readonly isVisible: boolean;
  /** `isVisible` as the display has it now: a window that was just minimized by the desktop may not know it yet. */
  isOnScreen(): Promise<boolean>;
  readonly isActive: boolean;
  readonly extent: WindowExtent;
  /** The current ones, or the last ones while it had its own size. If it neither knows nor chooses its position (Wayland), that is 0, 0. */
  readonly bounds: WindowBounds;
  /** False on a Wayland compositor, and nowhere else. */
  readonly hasPlace: boolean;
  readonly scale: number;
  /** The system's id of the window: an X11 window, an HWND; 0 if there is none that others know (Wayland). */
  readonly handle: bigint;
  /** The whole screen that it is on, including the desktop's panels, whose size the toolkit does not report. Null if unknown. */
  readonly screen: WindowBounds | null;
  /**
   * Shows it at its last position, or where it is visible if that is on no screen any more, in front of all others and with the keyboard. True once
   * it really is active; false if it did not become active, or was hidden meanwhile.
   */
  activate(): Promise<boolean>;
  /** Shows one that is hidden, below the active window, which keeps the keyboard. Where the system decides, it may come to the front. */
  showBehind(): Promise<void>;
  hide(): void;
  /** The user can make it no smaller than `smallest`. */
  resize(size: WindowSize, smallest: WindowSize): void;
  /** Has no effect if `hasPlace` is false. */
  move(place: { readonly x: number; readonly y: number }): void;
  /** The window right above it, of whichever program, by the system's id; null: none, or unknown. */
  windowAbove(): Promise<number | null>;
  /** Puts it right below another window, where the desktop lets a program do that, once it is on top of all others no more; `isWanted` is asked then. */
  putBelow(window: number, isWanted: () => boolean): void;
  /** Its size and position are for the caller to set. `title`: what the system calls it, in its frame and in lists of windows; without one it stays. */
  setForm(form: WindowForm, title?: string): void;
  setIcon(icon: ShellWindowOptions['icon']): void;
  /** Somebody works in it, or something new will be shown: events are processed more often for a while. */
  stir(): void;
}

/**
 * `no-display`: there is no desktop. `no-webkit`, `no-webview2`: a library of the system is missing. `addon-not-adapted`: the addon needs a newer C library, because
 * the step of the installation that adapts it did not run. `addon-missing`: it is not installed. `unsupported`: there is none for this system.
 */
export type OpenWindowFailure = 'no-display' | 'no-webkit' | 'no-webview2' | 'addon-not-adapted' | 'addon-missing' | 'unsupported';

export type OpenedWindow = Outcome<ShellWindow, OpenWindowFailure>;

/** What determines the kind of window. */
export interface WindowSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}
