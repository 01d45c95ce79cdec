/** The window of the shell on this system. */
import { done, failed } from '../../base/outcome.ts';
import { isDisplayHeld } from '../x11/open-display.ts';
import { usesX11 } from './held-display.ts';
import type { OpenedWindow, ShellWindowOptions, WindowSurroundings } from './interface.ts';
import { openWebviewWindow } from './webview.ts';
import { openX11Activation, type X11Activation } from './x11-activation.ts';

export type * from './interface.ts';

/** The systems whose window package is in the lock file: the others were missing from the registry when it was made. */
const packagedFor: ReadonlySet<string> = new Set(['linux-x64', 'win32-x64']);

/** What to do about missing libraries, by system. */
const mends: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'the window needs WebKitGTK; on Debian and Ubuntu, as root: apt-get install libwebkit2gtk-4.1-0 libxdo3',
  win32: 'the window needs WebView2, which comes with Windows 11 and with Edge',
};

/**
 * Opens the window, hidden. The toolkit ends the whole process if there is no display, so this checks first. Only one window is opened in a process.
 */
export async function openShellWindow({ platform, env }: WindowSurroundings, options: ShellWindowOptions): Promise<OpenedWindow> {
  const isX11 = await usesX11({ platform, env });
  const isWayland = platform === 'linux' && !isX11;
  const activation = isX11 && env.DISPLAY ? await activationOn(env.DISPLAY, env) : null;
  if (isX11 && activation === null) return failed('no-display');
  if (isX11 && env.WAYLAND_DISPLAY) chooseX11();
  const loaded = await load();
  if (loaded === null) {
    await activation?.[Symbol.asyncDispose]();
    return failed('no-webview', whyNotLoaded(platform));
  }
  // GTK names windows after the program, and reads its name here (g_get_prgname).
  if (platform === 'linux') process.title = options.program;
  const application = await openApplication(loaded);
  return done(openWebviewWindow({ package: loaded, application, platform, activation, isWayland }, options));
}

/** GDK prefers a compositor wherever one is named, and waits without end for one that does not answer. */
function chooseX11(): void {
  // biome-ignore lint/style/noProcessEnv: GDK reads it there.
  process.env.GDK_BACKEND = 'x11';
}

/** Null if there is no such display. One that another program holds is waited for: a moment later it is there. */
async function activationOn(display: string, env: WindowSurroundings['env']): Promise<X11Activation | null> {
  for (;;) {
    const activation = await openX11Activation(display, env.XAUTHORITY);
    if (activation !== null || !(await isDisplayHeld(env))) return activation;
  }
}

function whyNotLoaded(platform: NodeJS.Platform): string | undefined {
  if (packagedFor.has(`${platform}-${process.arch}`)) return mends[platform];
  return `the window is not available for ${platform} ${process.arch}; everything else in Hub runs without it`;
}

type Toolkit = typeof import('@webviewjs/webview');
type Application = InstanceType<Toolkit['Application']>;

async function load(): Promise<Toolkit | null> {
  try {
    return (await import('@webviewjs/webview')).default as unknown as Toolkit;
  } catch {
    return null;
  }
}

const readyTurns = 200;

/** The toolkit creates windows once its loop has begun. */
async function openApplication(toolkit: Toolkit): Promise<Application> {
  const application = new toolkit.Application();
  for (let turn = 0; turn < readyTurns && !application.isReady(); turn += 1) {
    application.pumpEvents();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return application;
}
