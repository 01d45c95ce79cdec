/**
 * A desktop for a test: a private X server with a window manager and a session bus. Tests can click, press keys, list windows, and see which one is
 * active.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { Atoms } from '../../../src/platform/x11/atoms.ts';
import { connectX } from '../../../src/platform/x11/connection.ts';
import { until } from '../until.ts';
import { missingPrograms, type SessionBus, startSessionBus } from './session-bus.ts';
import { startXDisplay, withoutXvfb, type XDisplay } from './x-display.ts';

const run = promisify(execFile);

/** The request's source for the window manager: a program that acts for the user (EWMH, "Source indication"). */
const fromPager = 2;
/** A number of virtual desktops that openbox does not start with. */
const desktops = '2';

export interface Geometry {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Why a desktop is not available, or false: a value for `skip` of `node:test`. */
export function withoutDesktop(): string | false {
  return missingPrograms('openbox', 'xdotool', 'xprop', 'xmessage', 'dbus-daemon') || withoutXvfb();
}

export class Desktop implements AsyncDisposable {
  readonly #display: XDisplay;
  readonly #bus: SessionBus;
  readonly #manager: ChildProcess;
  /** The environment in which a program is on this desktop and on no other. */
  readonly place: { readonly DISPLAY: string; readonly DBUS_SESSION_BUS_ADDRESS: string; readonly XAUTHORITY?: string };
  readonly env: NodeJS.ProcessEnv;

  private constructor(display: XDisplay, bus: SessionBus) {
    this.#display = display;
    this.#bus = bus;
    const { name, authorityFile } = display;
    this.place = { DISPLAY: name, ...(authorityFile === undefined ? {} : { XAUTHORITY: authorityFile }), ...bus.env };
    this.env = { ...process.env, ...this.place };
    this.#manager = spawn('openbox', ['--sm-disable'], { env: this.env, stdio: 'ignore' });
  }

  /**
   * Resolves when the window manager handles requests. It announces itself (EWMH `_NET_SUPPORTING_WM_CHECK`) before that, and openbox loses the requests
   * that come in between: a window that is mapped then is never shown. `on` is a display that is there already.
   */
  static async start(size?: string, on?: XDisplay): Promise<Desktop> {
    const desktop = new Desktop(on ?? (await startXDisplay(undefined, size)), await startSessionBus());
    try {
      await until('window manager', async () => {
        await desktop.#tool(['set_num_desktops', desktops]);
        return (await desktop.#tool(['get_num_desktops'])) === desktops;
      });
    } catch (error) {
      await desktop[Symbol.asyncDispose]();
      throw error;
    }
    return desktop;
  }

  get display(): string {
    return this.#display.name;
  }

  /** Ends the whole session at once: the display and all its programs, and the bus. */
  async kill(): Promise<void> {
    await this.#display.kill();
    await this.#bus.kill();
  }

  /** The display keeps its programs and answers nothing any more. */
  halt(): void {
    this.#display.halt();
  }

  /** The visible windows with this name, or of this class. */
  async windows(name: string, by: 'name' | 'class' = 'name'): Promise<readonly number[]> {
    const found = await this.#tool(['search', '--onlyvisible', `--${by}`, `^${name}$`]);
    return (found ?? '').split('\n').filter(Boolean).map(Number);
  }

  /** The result of `xdotool getactivewindow`; null if no window is active. */
  async active(): Promise<number | null> {
    const window = Number(await this.#tool(['getactivewindow']));
    return window > 0 ? window : null;
  }

  /** The title of the active window; empty without one. */
  async activeTitle(): Promise<string> {
    return ((await this.#tool(['getactivewindow', 'getwindowname'])) ?? '').trim();
  }

  async geometry(window: number): Promise<Geometry> {
    const said = (await this.#tool(['getwindowgeometry', '--shell', String(window)])) ?? '';
    const value = (name: string): number => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(said)?.[1]);
    return { x: value('X'), y: value('Y'), width: value('WIDTH'), height: value('HEIGHT') };
  }

  /** The value of a window property, as xprop(1) prints it. */
  async property(window: number, name: string): Promise<string> {
    const { stdout } = await run('xprop', ['-id', String(window), name], { env: this.env, timeout: 5_000 });
    return stdout.slice(stdout.indexOf('=') + 1).trim();
  }

  /** Sets what the window manager says about which window is active (EWMH `_NET_ACTIVE_WINDOW`), without making it so. */
  async nameActive(window: number): Promise<void> {
    const name = '_NET_ACTIVE_WINDOW';
    await run('xprop', ['-root', '-f', name, '32c', '-set', name, String(window)], { env: this.env, timeout: 5_000 });
  }

  /** Stops the window manager, as a machine with much to do would, or lets it go on. */
  holdManager(isHeld: boolean): void {
    this.#manager.kill(isHeld ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Clicks a mouse button at a point of the window. */
  async click(window: number, x: number, y: number, button = 1): Promise<void> {
    await this.#tool(['mousemove', '--window', String(window), String(x), String(y), 'click', String(button)]);
  }

  /** Presses keys one after another, each such as `ctrl+k`. */
  async key(...keys: readonly string[]): Promise<void> {
    await this.#tool(['key', '--delay', '30', ...keys]);
  }

  /** Types a text into the window with the keyboard focus. */
  async type(text: string): Promise<void> {
    await this.#tool(['type', '--delay', '20', text]);
  }

  /** Closes the window as the button in its title bar does: the window manager asks it to close. */
  async close(window: number): Promise<void> {
    await this.#tool(['windowactivate', '--sync', String(window)]);
    await this.#tool(['key', 'alt+F4']);
  }

  async minimise(window: number): Promise<void> {
    await this.#tool(['windowminimize', String(window)]);
  }

  /** Hides the window as its own program does (ICCCM 4.1.4, the state Withdrawn). */
  async hide(window: number): Promise<void> {
    await this.#tool(['windowunmap', '--sync', String(window)]);
  }

  /** Destroys the window without asking its program, as xkill(1) does. */
  async destroy(window: number): Promise<void> {
    await this.#tool(['windowclose', String(window)]);
  }

  /** Maximises or restores the window, as the button in its title bar does (EWMH `_NET_WM_STATE`). */
  async maximise(window: number, isMaximised: boolean): Promise<void> {
    await this.#setState(window, ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'], isMaximised);
  }

  /** Keeps the window above all others, as its menu does. */
  async keepOnTop(window: number, isOnTop: boolean): Promise<void> {
    await this.#setState(window, ['_NET_WM_STATE_ABOVE'], isOnTop);
  }

  async #setState(window: number, states: readonly string[], isOn: boolean): Promise<void> {
    const opened = await connectX(this.display);
    if (!opened.ok) throw new Error('the display is gone');
    const atoms = await Atoms.intern(opened.value, ['_NET_WM_STATE', ...states]);
    if (atoms === null) throw new Error('the display is gone');
    const [one = 0, other = 0] = states.map((name) => atoms.of(name));
    opened.value.sendToRoot(window, atoms.of('_NET_WM_STATE'), [Number(isOn), one, other, fromPager, 0]);
    const isSet = async (): Promise<boolean> => (await this.property(window, '_NET_WM_STATE')).includes(states[0] ?? '');
    await until('window that is as asked', async () => (await isSet()) === isOn);
    await opened.value.close();
  }

  /** Of these windows, the lowest first, as the window manager has them (EWMH `_NET_CLIENT_LIST_STACKING`). */
  async stacked(...windows: readonly number[]): Promise<readonly number[]> {
    const { stdout } = await run('xprop', ['-root', '_NET_CLIENT_LIST_STACKING'], { env: this.env, timeout: 5_000 });
    return [...stdout.matchAll(/0x[0-9a-f]+/g)].map(([each]) => Number(each)).filter((each) => windows.includes(each));
  }

  async isMaximised(window: number): Promise<boolean> {
    return (await this.property(window, '_NET_WM_STATE')).includes('_NET_WM_STATE_MAXIMIZED_HORZ');
  }

  async resize(window: number, width: number, height: number): Promise<void> {
    await this.#tool(['windowsize', '--sync', String(window), String(width), String(height)]);
  }

  async move(window: number, x: number, y: number): Promise<void> {
    await this.#tool(['windowmove', '--sync', String(window), String(x), String(y)]);
  }

  /** Opens another program's window in front, which becomes active. If the program ends before it shows one, it is started again once. */
  async coverWith(name: string): Promise<Disposable & { readonly window: number }> {
    let program = this.#message(name);
    let starts = 1;
    const window = await until('window in front', async () => {
      if (program.exitCode !== null && starts++ < 3) program = this.#message(name);
      return (await this.windows(name))[0];
    }).catch(async (error: unknown) => {
      const root = await this.#tool(['search', '--name', '.']);
      const state = `xmessage: ${starts} starts, exit ${program.exitCode}; openbox: exit ${this.#manager.exitCode}; windows: ${root}`;
      throw new Error(state, { cause: error });
    });
    await this.#tool(['windowactivate', '--sync', String(window)]);
    return { window, [Symbol.dispose]: () => void program.kill('SIGKILL') };
  }

  #message(name: string): ChildProcess {
    return spawn('xmessage', ['-name', name, '-title', name, 'x'], { env: this.env, stdio: 'ignore' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#manager.kill('SIGKILL');
    await this.#bus[Symbol.asyncDispose]();
    await this.#display[Symbol.asyncDispose]();
  }

  /** A screenshot of the window without its frame, as PNG (import(1)). */
  async picture(window: number, file: string): Promise<void> {
    await run('import', ['-window', String(window), file], { env: this.env, timeout: 20_000 });
  }

  async #tool(words: readonly string[]): Promise<string | null> {
    try {
      return (await run('xdotool', words, { env: this.env, timeout: 5_000 })).stdout.trim();
    } catch {
      return null; // this window does not exist, or no window does
    }
  }
}
