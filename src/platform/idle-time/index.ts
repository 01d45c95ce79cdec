/**
 * For how long nobody has used the keyboard and the mouse: from the X server, else from the desktop on the session bus. macOS follows its
 * documentation and is untried; Windows was tried under Wine only.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DetailedLog } from '../../base/log.ts';
import { nativeLibrary } from '../windows/native.ts';
import { tryReadIdleMs } from '../x11/idle-time.ts';
import { desktopIdleMs } from './session-bus.ts';

export interface IdleSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: DetailedLog;
}

const run = promisify(execFile);
const answersWithinMs = 3_000;

/** In ms; null if nobody knows. Never rejects. */
export async function readIdleMs({ platform, env, log }: IdleSurroundings): Promise<number | null> {
  try {
    if (platform === 'win32') return windowsIdleMs();
    if (platform === 'darwin')
      return hidIdleMs((await run('ioreg', ['-c', 'IOHIDSystem', '-d', '4'], { timeout: answersWithinMs })).stdout);
    if (platform !== 'linux') return null;
    const isWayland = Boolean(env.WAYLAND_DISPLAY);
    return (await tryReadIdleMs({ display: env.DISPLAY, isWayland, authorityFile: env.XAUTHORITY })) ?? (await desktopIdleMs(env, log));
  } catch {
    return null;
  }
}

/** `HIDIdleTime` of IOHIDSystem, in ns, as ioreg(8) prints it. */
export function hidIdleMs(said: string): number | null {
  const digits = /"HIDIdleTime"\s*=\s*(\d{1,18})/.exec(said)?.[1];
  return digits === undefined ? null : Number(digits) / 1e6;
}

/** LASTINPUTINFO (winuser.h): its size, and a time as GetTickCount counts it, in ms modulo 2^32. */
function windowsIdleMs(): number | null {
  const info = Buffer.alloc(8);
  info.writeUInt32LE(info.length);
  if (!nativeLibrary('user32').GetLastInputInfo(info)) return null;
  return (nativeLibrary('kernel32').GetTickCount() - info.readUInt32LE(4)) >>> 0;
}
