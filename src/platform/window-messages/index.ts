/** The messages of a window of this system. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { HearMessage, OpenWindowMessagesFailure, WindowMessages } from './interface.ts';
import { openOnWindows } from './windows.ts';
import { openOnX11 } from './x11.ts';

export type * from './interface.ts';
export { type MessageMeaning, meaningOf } from './meaning.ts';

export interface WindowMessagesSystem {
  readonly platform: NodeJS.Platform;
  /** The X display's name (`DISPLAY`); a window of Wayland has no handle that another connection knows. */
  readonly display: string | undefined;
  /** `XAUTHORITY`. */
  readonly authorityFile?: string | undefined;
}

/**
 * Listens to the window of that handle. `heard` may be called before this resolves. On Windows the window must be one of the thread that calls.
 * On macOS, and on Linux without an X display, it is `unsupported`. Never rejects.
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
    return failed('unsupported'); // koffi has no part for this processor
  }
}
