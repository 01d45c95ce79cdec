/** The window of the shell on this system. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { done, failed } from '../../base/outcome.ts';
import type { OpenedWindow, ShellWindowOptions } from './interface.ts';
import { openWebviewWindow } from './webview.ts';
import { openX11Activation } from './x11-activation.ts';

export type * from './interface.ts';

export interface WindowSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a person can do about libraries that are not there, by system. */
const mends: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'the window needs WebKitGTK; on Debian and Ubuntu, as root: apt-get install libwebkit2gtk-4.1-0 libxdo3',
  win32: 'the window needs WebView2, which comes with Windows 11 and with Edge',
};

/**
 * Opens the window, hidden. The toolkit ends the whole process where there is no display, so that this looks first.
 * Only one window is opened in a process.
 */
export async function openShellWindow({ platform, env }: WindowSurroundings, options: ShellWindowOptions): Promise<OpenedWindow> {
  const isX11 = platform === 'linux' && !hasWayland(env);
  const activation = isX11 && env.DISPLAY ? await openX11Activation(env.DISPLAY) : null;
  if (isX11 && activation === null) return failed('no-display');
  const loaded = await load();
  if (loaded === null) {
    await activation?.[Symbol.asyncDispose]();
    return failed('no-webview', mends[platform]);
  }
  const application = new loaded.Application();
  await ready(application);
  return done(openWebviewWindow({ package: loaded, application, platform, activation }, options));
}

/** A compositor's socket is there (wayland(7): a relative name is in XDG_RUNTIME_DIR). */
function hasWayland({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR, GDK_BACKEND }: WindowSurroundings['env']): boolean {
  if (!WAYLAND_DISPLAY || GDK_BACKEND === 'x11') return false;
  const socket = path.resolve(XDG_RUNTIME_DIR ?? '/', WAYLAND_DISPLAY);
  return lstatSync(socket, { throwIfNoEntry: false })?.isSocket() ?? false;
}

async function load(): Promise<typeof import('@webviewjs/webview') | null> {
  try {
    return (await import('@webviewjs/webview')).default as unknown as typeof import('@webviewjs/webview');
  } catch {
    return null;
  }
}

const readyTurns = 200;

/** The toolkit makes windows once its loop has begun. */
async function ready(application: InstanceType<typeof import('@webviewjs/webview')['Application']>): Promise<void> {
  for (let turn = 0; turn < readyTurns && !application.isReady(); turn += 1) {
    application.pumpEvents();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
