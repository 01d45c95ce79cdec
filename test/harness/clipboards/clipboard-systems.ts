/** Every clipboard that the tests reach, behind one face: a test of what all of them guarantee runs on each that is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { ClipboardSystem } from '../../../src/platform/clipboard/index.ts';
import { missingPrograms } from '../desktop/session-bus.ts';
import { WaylandDesktop, withoutWayland } from '../desktop/wayland-desktop.ts';
import { startXDisplay, withoutXvfb } from '../desktop/x-display.ts';
import { ClipboardOwner } from '../owners/clipboard-owner.ts';
import { HeadlessCompositor, withoutCompositor } from './headless-compositor.ts';

const pastesWithinMs = 10_000;

/** A desktop with a clipboard. */
export interface ClipboardPlace extends AsyncDisposable {
  /** How Hub finds its clipboard. */
  readonly system: Omit<ClipboardSystem, 'platform' | 'log'>;
  /** A program that copies, or selects. */
  owner(selection?: 'CLIPBOARD' | 'PRIMARY'): Promise<ClipboardOwner>;
  /** What a program of the system pastes in this format; empty if there is nothing. */
  paste(format: string): Promise<Buffer>;
  /** Ends the desktop at once, as a crash does. */
  kill(): Promise<void>;
}

export interface TestedSystem {
  readonly name: string;
  /** Why it is not available, or false. */
  readonly skip: string | false;
  start(): Promise<ClipboardPlace>;
}

async function outputOf(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Buffer> {
  const child = spawn(words[0] ?? '', words.slice(1), { env, stdio: ['ignore', 'pipe', 'ignore'], timeout: pastesWithinMs });
  const [output] = await Promise.all([buffer(child.stdout), once(child, 'exit')]);
  return output;
}

async function startX(): Promise<ClipboardPlace> {
  const display = await startXDisplay();
  return {
    system: { display: display.name, waylandDisplay: undefined },
    owner: (selection) => ClipboardOwner.start(display.name, selection),
    paste: (format) => outputOf(['xclip', '-selection', 'clipboard', '-o', '-t', format], { ...process.env, DISPLAY: display.name }),
    kill: () => display.kill(),
    [Symbol.asyncDispose]: () => display[Symbol.asyncDispose](),
  };
}

function onWayland(desktop: WaylandDesktop | HeadlessCompositor): ClipboardPlace {
  const socketPath = desktop.place.WAYLAND_DISPLAY;
  return {
    system: { display: undefined, waylandDisplay: socketPath },
    owner: (selection) => ClipboardOwner.startOnWayland(socketPath, selection),
    paste: (format) => outputOf(['wl-paste', '--no-newline', '--type', format], desktop.env),
    kill: () => desktop.kill(),
    [Symbol.asyncDispose]: () => desktop[Symbol.asyncDispose](),
  };
}

export const clipboardSystems: readonly TestedSystem[] = [
  { name: 'X11', skip: withoutXvfb() || missingPrograms('xclip'), start: startX },
  {
    name: 'Wayland (sway)',
    skip: withoutWayland() || missingPrograms('wl-paste'),
    start: async () => onWayland(await WaylandDesktop.start()),
  },
  ...(['KWin', 'labwc'] as const).map((kind) => ({
    name: `Wayland (${kind})`,
    skip: withoutCompositor(kind) || missingPrograms('wl-paste'),
    start: async () => onWayland(await HeadlessCompositor.start(kind)),
  })),
];
