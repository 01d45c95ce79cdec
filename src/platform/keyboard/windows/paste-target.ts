/** The window of Windows that something can be pasted in: the active one, or the one that was active before Hub's own. */
import path from 'node:path';
import { type NativeLibraries, nativeLibrary, type WindowHandle } from '../../windows/native.ts';
import { programOf } from '../../windows/program-of.ts';
import type { PasteTarget } from '../interface.ts';

/** GW_HWNDNEXT: the next window below. */
const below = 2;
/** GWL_EXSTYLE, and of it WS_EX_TOOLWINDOW, WS_EX_NOACTIVATE. */
const extendedStyle = -20;
const neverActive = 0x80 | 0x0800_0000;
/** DWMWA_CLOAKED: not 0 of a window that is shown to nobody, though it counts as visible: of a suspended app, or on another virtual desktop. */
const cloaked = 14;
/** Nobody has more windows than that open. */
const mostWindows = 4_096;

/** Null if there is none. Windows keeps no list of which was active when: the first below Hub's that a user could have worked in was, mostly. */
export function activeTarget(isOwn: (window: number) => boolean): PasteTarget | null {
  const user32 = nativeLibrary('user32');
  const active = Number(user32.GetForegroundWindow());
  const isBehind = active === 0 || isOwn(active);
  const window = isBehind ? firstBelow(active, isOwn, { user32, dwmapi: nativeLibrary('dwmapi') }) : active;
  if (window === 0) return null;
  const place = Buffer.alloc(16);
  const [left, top, right, bottom] = [0, 4, 8, 12];
  const bounds = user32.GetWindowRect(window, place)
    ? {
        x: place.readInt32LE(left),
        y: place.readInt32LE(top),
        width: place.readInt32LE(right) - place.readInt32LE(left),
        height: place.readInt32LE(bottom) - place.readInt32LE(top),
      }
    : null;
  return { window, className: programName(window), executable: null, bounds, isBehind };
}

type Calls = {
  readonly user32: Pick<
    NativeLibraries['user32'],
    'GetShellWindow' | 'GetTopWindow' | 'GetWindow' | 'GetWindowLongW' | 'IsIconic' | 'IsWindowVisible'
  >;
  readonly dwmapi: NativeLibraries['dwmapi'];
};

/** The first window below `own` that a user could have worked in; 0 if there is none. Exported for its test. */
export function firstBelow(own: number, isOwn: (window: number) => boolean, { user32, dwmapi }: Calls): number {
  // The lowest of all: nobody works in it, and it is what is left once everything else is minimized.
  const desktop = BigInt(user32.GetShellWindow());
  let window: WindowHandle = own === 0 ? user32.GetTopWindow(0) : user32.GetWindow(own, below);
  for (let seen = 0; BigInt(window) !== 0n && seen < mostWindows; seen += 1) {
    const isUsual =
      user32.IsWindowVisible(window) && !user32.IsIconic(window) && (user32.GetWindowLongW(window, extendedStyle) & neverActive) === 0;
    if (isUsual && BigInt(window) !== desktop && !isOwn(Number(window)) && !isCloaked(window, dwmapi)) return Number(window);
    window = user32.GetWindow(window, below);
  }
  return 0;
}

function isCloaked(window: WindowHandle, dwmapi: Calls['dwmapi']): boolean {
  const why = Buffer.alloc(4);
  return dwmapi.DwmGetWindowAttribute(window, cloaked, why, why.length) === 0 && why.readUInt32LE() !== 0;
}

/** Without `.exe`; null if it can't be known, as of an administrator's. */
function programName(window: number): string | null {
  const pid = Buffer.alloc(4);
  nativeLibrary('user32').GetWindowThreadProcessId(window, pid);
  const program = programOf(pid.readUInt32LE());
  return program === null ? null : path.win32.basename(program).replace(/\.exe$/i, '');
}
