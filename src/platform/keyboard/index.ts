/** The keyboard of this desktop. */
import type { Log } from '../../base/log.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import type { DesktopKeyboard } from './interface.ts';
import { openMacosKeyboard } from './macos/macos-keyboard.ts';
import { PortalKeyboard } from './portal/portal-keyboard.ts';
import { openWindowsKeyboard } from './windows/windows-keyboard.ts';
import { openX11Keyboard } from './x11/x11-keyboard.ts';

export type * from './interface.ts';

const holderOf = { picker: 'HUB_KEYS_PICKER', text: 'HUB_KEYS_TEXT' } as const;

export interface KeyboardSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Whether the windows of this process are on a Wayland compositor: decided once, because a compositor may begin to answer later. */
  readonly isWayland: boolean;
  /** Whether a window is Hub's own. */
  readonly isOwn: (window: number) => boolean;
  /** Hub's desktop entry, without `.desktop`, by which a portal knows it; and when it is there. */
  readonly entry: { readonly name: string; readonly written: Promise<unknown> };
  /** Which of Hub's shortcuts it is. */
  readonly opens: 'picker' | 'text';
  /** What the shortcut does, as a desktop shows it to the user. */
  readonly description: () => string;
}

/**
 * Null where a desktop gives no program a shortcut, and its own settings have to start one: `hub action open-picker`. Waits for no portal: `hold` finds
 * out whether there is one.
 */
export async function openKeyboard({
  platform,
  env,
  log,
  isWayland,
  isOwn,
  entry,
  opens,
  description,
}: KeyboardSurroundings): Promise<DesktopKeyboard | null> {
  if (platform === 'win32') return openWindowsKeyboard({ log, isOwn });
  if (platform === 'darwin') return openMacosKeyboard();
  if (platform !== 'linux') return null;
  // Under Wayland an X server sees only the keys of its own windows.
  if (isWayland) return new PortalKeyboard({ env, log, program: entry.name, ready: entry.written, description });
  const display = env.DISPLAY;
  if (!display) return null;
  const connect = async (): Promise<XConnection | null> => {
    const opened = await connectX(display, env.XAUTHORITY);
    return opened.ok ? opened.value : null;
  };
  return openX11Keyboard({ connect, isOwn, holds: holderOf[opens], display, authorityFile: env.XAUTHORITY, log });
}
