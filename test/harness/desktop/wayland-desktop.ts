/**
 * A Wayland desktop for a test: sway without a screen (wlroots' headless backend), with a keyboard, input and screenshots. sway refuses to run as root, so
 * it runs as nobody then, and the test's programs use the full path of its socket. Windows float, so they keep the size that they ask for.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';
import { missingPrograms, type SessionBus, startSessionBus } from './session-bus.ts';

const run = promisify(execFile);
const nobody = 65_534;

const configuration = `xwayland disable
output HEADLESS-1 mode 1280x800
for_window [app_id=".*"] floating enable, border none
`;

/** A window as sway describes it; windows have no frame, so `rect` is the content. */
interface WaylandWindow {
  readonly app_id: string | null;
  readonly name: string | null;
  readonly focused: boolean;
  /** Whether it is on the visible workspace. */
  readonly visible: boolean;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

interface TreeNode extends WaylandWindow {
  readonly pid?: number;
  readonly nodes: readonly TreeNode[];
  readonly floating_nodes: readonly TreeNode[];
}

/** Why this desktop is not available, or false: a value for `skip` of `node:test`. */
export function withoutWayland(): string | false {
  return missingPrograms('sway', 'swaymsg', 'wtype', 'dbus-daemon', 'setpriv');
}

export class WaylandDesktop implements AsyncDisposable {
  readonly #folder: string;
  readonly #compositor: readonly string[];
  readonly #programs: ChildProcess[] = [];
  readonly #bus: SessionBus;
  /** The environment in which a program is on this desktop and on no other. */
  readonly place: { readonly WAYLAND_DISPLAY: string; readonly XDG_RUNTIME_DIR: string; readonly DBUS_SESSION_BUS_ADDRESS: string };
  readonly env: NodeJS.ProcessEnv;

  private constructor(folder: string, bus: SessionBus, compositor: readonly string[]) {
    this.#folder = folder;
    this.#compositor = compositor;
    this.#bus = bus;
    const ours = path.join(folder, 'ours');
    mkdirSync(ours, { mode: 0o700 });
    this.place = { WAYLAND_DISPLAY: path.join(folder, 'wayland-1'), XDG_RUNTIME_DIR: ours, ...bus.env };
    const { DISPLAY: _display, SWAYSOCK: _sway, ...rest } = process.env;
    this.env = { ...rest, ...this.place };
  }

  /** Resolves when the desktop accepts programs and has a keyboard, without which no window ever becomes active. */
  static async start(): Promise<WaylandDesktop> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-wayland-'));
    const file = path.join(folder, 'config');
    writeFileSync(file, configuration);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(folder, nobody, nobody);
    const words = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--', 'sway'] : ['sway'];
    const desktop = new WaylandDesktop(folder, await startSessionBus(), [...words, '--config', file]);
    await desktop.begin();
    return desktop;
  }

  /** Starts another compositor in its place, with the same name, once `kill` has ended the one before. Resolves as `start` does. */
  async begin(): Promise<void> {
    const folder = this.#folder;
    for (const left of readdirSync(folder).filter((name) => name.startsWith('sway-ipc'))) rmSync(path.join(folder, left));
    this.#spawn(this.#compositor, {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      WLR_BACKENDS: 'headless',
      WLR_LIBINPUT_NO_DEVICES: '1',
      WLR_RENDERER: 'pixman',
    });
    this.env.SWAYSOCK = await until('socket of sway', () => {
      const names = readdirSync(folder);
      const name = names.includes('wayland-1') ? names.find((one) => one.startsWith('sway-ipc')) : undefined;
      return name === undefined ? undefined : path.join(folder, name);
    });
    this.#spawn(['wtype', '-s', '2000000000', '-k', 'Shift_L'], this.env);
    await until('keyboard', async () => (await this.#ask('get_inputs', keyboards)) > 0);
  }

  /** All windows, including those of hidden workspaces. */
  windows(): Promise<readonly WaylandWindow[]> {
    return this.#ask('get_tree', (tree: TreeNode) => windowsIn(tree));
  }

  /** Types as on a keyboard, with these arguments of wtype(1). */
  async type(...words: readonly string[]): Promise<void> {
    // Keys pressed before the program knows the new keyboard are lost.
    await run('wtype', ['-s', '300', ...words], { env: this.env, timeout: 10_000 });
  }

  /** Runs a command of sway: sway(5), "commands". */
  async command(...words: readonly string[]): Promise<void> {
    await run('swaymsg', ['--', ...words], { env: this.env, timeout: 5_000 });
  }

  /** The compositor hangs: it keeps its programs and answers nothing, until it goes on. */
  halt(isHalted: boolean): void {
    this.#programs[0]?.kill(isHalted ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Ends the compositor at once, as a crash does. Resolves when it is gone. */
  async kill(): Promise<void> {
    for (const program of this.#programs.splice(0).reverse()) {
      const gone = program.exitCode === null && program.signalCode === null ? once(program, 'exit') : null;
      program.kill('SIGKILL');
      await gone;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#bus[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask<Told, Value>(what: string, look: (told: Told) => Value): Promise<Value> {
    const { stdout } = await run('swaymsg', ['--raw', '--type', what], { env: this.env, timeout: 5_000, maxBuffer: 1 << 24 });
    return look(JSON.parse(stdout) as Told);
  }

  #spawn([program = '', ...words]: readonly string[], env: NodeJS.ProcessEnv): void {
    const child = spawn(program, words, { env, stdio: 'ignore' });
    this.#programs.push(child);
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
  }
}

function keyboards(inputs: readonly { readonly type: string }[]): number {
  return inputs.filter(({ type }) => type === 'keyboard').length;
}

function windowsIn(node: TreeNode): readonly WaylandWindow[] {
  const below = [...node.nodes, ...node.floating_nodes].flatMap(windowsIn);
  return node.pid === undefined ? below : [node, ...below];
}
