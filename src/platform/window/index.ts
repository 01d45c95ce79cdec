/** The window of the shell on this system. */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { isDisplayHeld } from '../x11/open-display.ts';
import { usesX11 } from './held-display.ts';
import type { OpenedWindow, OpenWindowFailure, ShellWindowOptions, WindowSurroundings } from './interface.ts';
import { openWebviewWindow } from './webview.ts';
import { openX11Activation, type X11Activation } from './x11-activation.ts';

export type * from './interface.ts';

/** The systems whose window package is in the lock file: the others were missing from the registry when it was made. */
const packagedFor: ReadonlySet<string> = new Set(['linux-x64', 'win32-x64']);

/**
 * Opens the window, hidden. The toolkit ends the whole process if there is no display, so this checks first. Only one window is opened in a process.
 */
export async function openShellWindow({ platform, env }: WindowSurroundings, options: ShellWindowOptions): Promise<OpenedWindow> {
  const isX11 = await usesX11({ platform, env });
  const isWayland = platform === 'linux' && !isX11;
  const activation = isX11 && env.DISPLAY ? await activationOn(env.DISPLAY, env) : null;
  if (isX11 && activation === null) return failed('no-display');
  if (isX11 && env.WAYLAND_DISPLAY) chooseX11();
  const loaded = await load(platform);
  if (!loaded.ok) {
    await activation?.[Symbol.asyncDispose]();
    return loaded;
  }
  // GTK names windows after the program, and reads its name here (g_get_prgname).
  if (platform === 'linux') process.title = options.program;
  const application = await openApplication(loaded.value);
  return done(openWebviewWindow({ package: loaded.value, application, platform, activation, isWayland }, options));
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

type Toolkit = typeof import('@webviewjs/webview');
type Application = InstanceType<Toolkit['Application']>;

async function load(platform: NodeJS.Platform): Promise<Outcome<Toolkit, OpenWindowFailure>> {
  if (!packagedFor.has(`${platform}-${process.arch}`)) return failed('unsupported');
  try {
    return done((await import('@webviewjs/webview')).default as unknown as Toolkit);
  } catch (error) {
    return failed(whyNotLoaded(error, platform));
  }
}

const mostCauses = 20;

/** Why the window's package did not load: by the causes of its error, one of which has the loader's words (dlerror(3)). Exported for its test. */
export function whyNotLoaded(error: unknown, platform: NodeJS.Platform): OpenWindowFailure {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < mostCauses; cause = cause.cause) causes.push(cause);
  const words = causes.map(({ message }) => message);
  if (platform !== 'linux') return 'no-webview2';
  if (words.some((message) => /version [`'“‘]GLIBC_[\d.]+['’”] not found/.test(message))) return 'addon-not-adapted';
  return words.some((message) => /\.so(?:\.\d+)*: /.test(message)) ? 'no-webkit' : 'addon-missing';
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
