/**
 * A desktop for a test: a private X server with a window manager and a session bus, and hands and eyes: clicks, keys, which windows there are,
 * which one is active.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { type SessionBus, startSessionBus, without } from './session-bus.ts';
import { until } from './until.ts';
import { startXDisplay, withoutXvfb, type XDisplay } from './x-display.ts';

const run = promisify(execFile);

/** Who asks the window manager: a program that stands for its user (EWMH, "Source indication"). */
const fromPager = 2;

export interface Geometry {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Why there is no desktop to test with, or false: what `node:test` takes as `skip`. */
export function withoutDesktop(): string | false {
  return without('openbox', 'xdotool', 'xprop', 'xmessage', 'dbus-daemon') || withoutXvfb();
}

export class Desktop implements AsyncDisposable {
  readonly #display: XDisplay;
  readonly #bus: SessionBus;
  readonly #manager: ChildProcess;
  /** Where a program is on this desktop, and on no other. */
  readonly place: { readonly DISPLAY: string; readonly DBUS_SESSION_BUS_ADDRESS: string };
  readonly env: NodeJS.ProcessEnv;

  private constructor(display: XDisplay, bus: SessionBus) {
    this.#display = display;
    this.#bus = bus;
    this.place = { DISPLAY: display.name, ...bus.env };
    this.env = { ...process.env, ...this.place };
    this.#manager = spawn('openbox', ['--sm-disable'], { env: this.env, stdio: 'ignore' });
  }

  /** Resolves when the window manager manages (EWMH `_NET_SUPPORTING_WM_CHECK`). */
  static async start(size?: string): Promise<Desktop> {
    const desktop = new Desktop(await startXDisplay(undefined, size), await startSessionBus());
    await until('window manager', async () => {
      const said = await run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { env: desktop.env }).catch(() => null);
      return said?.stdout.includes('window id #');
    });
    return desktop;
  }

  get display(): string {
    return this.#display.name;
  }

  /** The windows of that name that can be seen. */
  async windows(name: string): Promise<readonly number[]> {
    const found = await this.#tool(['search', '--onlyvisible', '--name', `^${name}$`]);
    return (found ?? '').split('\n').filter(Boolean).map(Number);
  }

  /** What `xdotool getactivewindow` says; null where no window is active. */
  async active(): Promise<number | null> {
    const window = Number(await this.#tool(['getactivewindow']));
    return window > 0 ? window : null;
  }

  async geometry(window: number): Promise<Geometry> {
    const said = (await this.#tool(['getwindowgeometry', '--shell', String(window)])) ?? '';
    const value = (name: string): number => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(said)?.[1]);
    return { x: value('X'), y: value('Y'), width: value('WIDTH'), height: value('HEIGHT') };
  }

  /** What a property of the window has, as xprop(1) prints it. */
  async property(window: number, name: string): Promise<string> {
    const { stdout } = await run('xprop', ['-id', String(window), name], { env: this.env, timeout: 5_000 });
    return stdout.slice(stdout.indexOf('=') + 1).trim();
  }

  /** Presses a button of the mouse at a place of the window. */
  async click(window: number, x: number, y: number, button = 1): Promise<void> {
    await this.#tool(['mousemove', '--window', String(window), String(x), String(y), 'click', String(button)]);
  }

  /** Presses keys, one after another: `ctrl+k`. */
  async key(...keys: readonly string[]): Promise<void> {
    await this.#tool(['key', '--delay', '30', ...keys]);
  }

  /** Types a text into whatever has the keyboard. */
  async type(text: string): Promise<void> {
    await this.#tool(['type', '--delay', '20', text]);
  }

  /** As the button of its title bar does: the window manager asks it to close. */
  async close(window: number): Promise<void> {
    await this.#tool(['windowactivate', '--sync', String(window)]);
    await this.#tool(['key', 'alt+F4']);
  }

  async minimise(window: number): Promise<void> {
    await this.#tool(['windowminimize', String(window)]);
  }

  /** As its own program hides it (ICCCM 4.1.4, the state Withdrawn). */
  async hide(window: number): Promise<void> {
    await this.#tool(['windowunmap', '--sync', String(window)]);
  }

  /** Without asking its program, as xkill(1) ends a window. */
  async destroy(window: number): Promise<void> {
    await this.#tool(['windowclose', String(window)]);
  }

  /** As the button of its title bar does, and another click on it (EWMH `_NET_WM_STATE`). */
  async maximise(window: number, isMaximised: boolean): Promise<void> {
    const opened = await connectX(this.display);
    if (!opened.ok) throw new Error('the display is gone');
    const names = ['_NET_WM_STATE', '_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const;
    const atoms = await Atoms.intern(opened.value, names);
    if (atoms === null) throw new Error('the display is gone');
    const [state = 0, ...both] = names.map((name) => atoms.of(name));
    opened.value.askWindowManager(window, state, [Number(isMaximised), ...both, fromPager, 0]);
    await until('window that is as asked', async () => (await this.isMaximised(window)) === isMaximised);
    await opened.value.close();
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

  /** Another program's window in front, which is active then. A program that ends before it has one is started once more. */
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

  /** What the window shows, without its frame, as a PNG file (import(1)). */
  async picture(window: number, file: string): Promise<void> {
    await run('import', ['-window', String(window), file], { env: this.env, timeout: 20_000 });
  }

  async #tool(words: readonly string[]): Promise<string | null> {
    try {
      return (await run('xdotool', words, { env: this.env, timeout: 5_000 })).stdout.trim();
    } catch {
      return null; // no such window, or none at all
    }
  }
}
