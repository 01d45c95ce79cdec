/** The keyboard of this desktop. */
import type { Log } from '../../base/log.ts';
import { hasCompositor } from '../window/wayland-socket.ts';
import { connectX } from '../x11/connection.ts';
import type { DesktopKeyboard } from './interface.ts';
import { openX11Keyboard } from './x11/x11-keyboard.ts';

export type * from './interface.ts';

export interface KeyboardSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Whether a window is Hub's own. */
  readonly isOwn: (window: number) => boolean;
}

/** Null where a desktop gives no program a shortcut, and its own settings have to start one: `hub action open-picker`. */
export async function openKeyboard({ platform, env, log, isOwn }: KeyboardSurroundings): Promise<DesktopKeyboard | null> {
  const display = env.DISPLAY;
  // Under Wayland an X server sees only the keys of its own windows.
  if (platform !== 'linux' || !display || (await hasCompositor(env))) return null;
  const opened = await connectX(display, env.XAUTHORITY);
  return opened.ok ? openX11Keyboard({ connection: opened.value, isOwn, display, authorityFile: env.XAUTHORITY, log }) : null;
}
