/**
 * The messages that the operating system sends to a window (§4.2, the window message monitor; §6, WindowMessageReceived).
 *
 * It only listens: no message is changed, held back or answered here, and none is logged, because a message may contain what somebody types.
 */

/** One message of Windows, or one event of X11. */
export interface WindowMessageReceived {
  /** The window: an HWND, or the id of an X window, as it was passed. */
  readonly windowHandle: bigint;
  /** On Windows the message's number (`WM_…`); on X11 the event's code: 28 is PropertyNotify. */
  readonly message: number;
  /** On Windows as sent, unsigned. On X11, for 28: the atom of the property; otherwise 0. */
  readonly wParam: bigint;
  /**
   * On Windows as sent, signed; a pointer in it is valid only during the call. On X11, for 28: 0 for a new value, 1 for a deleted property; for 22
   * (ConfigureNotify): the width, and the height shifted by 16 bits; otherwise 0.
   */
  readonly lParam: bigint;
}

/** `display-lost`: the X server is gone. */
export type EndOfMessages = 'closed' | 'window-gone' | 'display-lost';

/**
 * `no-window`: there is no window with that handle. `not-ours`: on Windows, a window of another thread or program. `refused`: Windows refuses the
 * hook. `unsupported`: on this system nobody can listen to a window by its handle.
 */
export type OpenWindowMessagesFailure = 'unsupported' | 'no-display' | 'no-xfixes' | 'no-window' | 'not-ours' | 'refused';

export interface WindowMessages extends AsyncDisposable {
  /** Resolves once: no messages are reported after that. */
  readonly ended: Promise<EndOfMessages>;
  close(): Promise<void>;
}

/** Called with each message at once, in order, and must be quick: on Windows the message waits for it. */
export type HearMessage = (message: WindowMessageReceived) => void;
