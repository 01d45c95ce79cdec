/**
 * What the operating system says to a window (§4.2, the window message monitor; §6, WindowMessageReceived).
 *
 * It only listens: no message is changed, kept back or answered here, and none is written down, since a message may carry what somebody types.
 */

/** One message of Windows, or one event of X11. */
export interface WindowMessageReceived {
  /** The window: an HWND, or the id of an X window; as it was given. */
  readonly windowHandle: bigint;
  /** On Windows the message's number (`WM_…`); on X11 the event's code: 28 is PropertyNotify. */
  readonly message: number;
  /** On Windows as sent, without a sign. On X11, of 28: the atom of the property; else 0. */
  readonly wParam: bigint;
  /**
   * On Windows as sent, with a sign; a pointer in it is good only while it is told. On X11, of 28: 0 for a new value, 1 for a property deleted; of 22
   * (ConfigureNotify): the width, and the height 16 bits above it; else 0.
   */
  readonly lParam: bigint;
}

/** `display-lost`: the X server is gone. */
export type EndOfMessages = 'closed' | 'window-gone' | 'display-lost';

/**
 * `no-window`: there is none of that handle. `not-ours`: on Windows, a window of another thread or program. `refused`: Windows gives no hook.
 * `unsupported`: a system where nobody can listen to a window by its handle.
 */
export type OpenWindowMessagesFailure = 'unsupported' | 'no-display' | 'no-xfixes' | 'no-window' | 'not-ours' | 'refused';

export interface WindowMessages extends AsyncDisposable {
  /** Resolves once: nothing is told after that. */
  readonly ended: Promise<EndOfMessages>;
  close(): Promise<void>;
}

/** Hears each message at once, in the order in which they come, and must be quick: on Windows the message waits for it. */
export type HearMessage = (message: WindowMessageReceived) => void;
