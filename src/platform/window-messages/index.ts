/** The messages of a window of this system. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { HearMessage, OpenWindowMessagesFailure, WindowMessages } from './interface.ts';
import { openOnWindows } from './windows.ts';
import { openOnX11 } from './x11.ts';

export type * from './interface.ts';

export interface WindowMessagesSystem {
  readonly platform: NodeJS.Platform;
  /** The X display's name (`DISPLAY`); a Wayland window has no handle that another connection knows. */
  readonly display: string | undefined;
  /** `XAUTHORITY`. */
  readonly authorityFile?: string | undefined;
}

/**
 * Listens to the window with that handle. `heard` may be called before this resolves. On Windows the window must belong to the calling thread. On
 * macOS, and on Linux without an X display, it is `unsupported`. Never rejects.
 */
export async function openWindowMessages(
  { platform, display, authorityFile }: WindowMessagesSystem,
  handle: bigint,
  heard: HearMessage,
): Promise<Outcome<WindowMessages, OpenWindowMessagesFailure>> {
  if (platform === 'linux') return display ? openOnX11({ display, authorityFile }, handle, heard) : failed('unsupported');
  if (platform !== 'win32') return failed('unsupported');
  try {
    return openOnWindows(handle, heard);
  } catch {
    return failed('unsupported'); // koffi does not support this processor
  }
}

/** `theme`: the system's colours, contrast or light may have changed. `scale`: the scale of the window's display has changed. */
export type MessageMeaning = 'theme' | 'scale' | null;

/** WM_SYSCOLORCHANGE, WM_SETTINGCHANGE (sent for many settings, including light and dark) and WM_THEMECHANGED. */
const themeMessages: readonly number[] = [0x15, 0x1a, 0x31a];
/** WM_DPICHANGED. */
const scaleMessage = 0x2e0;

/** The meaning of a message. X11 has other event numbers, and reports neither change to a window: null. */
export function meaningOf(message: number, platform: NodeJS.Platform): MessageMeaning {
  if (platform !== 'win32') return null;
  if (message === scaleMessage) return 'scale';
  return themeMessages.includes(message) ? 'theme' : null;
}
