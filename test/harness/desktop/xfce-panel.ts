/** A real panel that shows tray icons: xfce4-panel with only its tray, on a private display and bus, with its own settings. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { missingPrograms, type SessionBus, startSessionBus } from './session-bus.ts';
import { startXDisplay, type XDisplay } from './x-display.ts';

const run = promisify(execFile);

/** The panel's settings, as a file of xfconf. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="30"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"><property name="icon-size" type="int" value="22"/></property>
  </property>
</channel>
`;

/** Why the panel is not available, or false: a value for `skip` of `node:test`. */
export function withoutXfcePanel(): string | false {
  return missingPrograms('Xvfb', 'openbox', 'dbus-daemon', 'xfce4-panel', 'xfconf-query', 'xdotool', 'import');
}

export class XfcePanel implements AsyncDisposable {
  readonly bus: SessionBus;
  readonly #display: XDisplay;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #programs: ChildProcess[] = [];

  private constructor(parts: { bus: SessionBus; display: XDisplay; env: NodeJS.ProcessEnv; folder: string }) {
    this.bus = parts.bus;
    this.#display = parts.display;
    this.#env = parts.env;
    this.#folder = parts.folder;
  }

  static async start(): Promise<XfcePanel> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-panel-'));
    const channels = path.join(folder, 'xfce4/xfconf/xfce-perchannel-xml');
    mkdirSync(channels, { recursive: true });
    mkdirSync(path.join(folder, 'runtime'), { mode: 0o700 });
    writeFileSync(path.join(channels, 'xfce4-panel.xml'), settings);
    const display = await startXDisplay();
    const places = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: path.join(folder, 'runtime') };
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', DISPLAY: display.name, NO_AT_BRIDGE: '1', GTK_THEME: 'Adwaita', ...places };
    const bus = await startSessionBus(env);
    const panel = new XfcePanel({ bus, display, env: { ...env, ...bus.env }, folder });
    panel.#spawn('openbox', ['--sm-disable']);
    panel.#spawn('xfce4-panel', ['--disable-wm-check']);
    return panel;
  }

  /** Clicks a mouse button (1 left, 3 right) at a point of the display. */
  async click(button: 1 | 3, x: number, y: number): Promise<void> {
    await run('xdotool', ['mousemove', String(x), String(y), 'click', String(button)], { env: this.#env });
  }

  async press(...keys: readonly string[]): Promise<void> {
    await run('xdotool', ['key', ...keys], { env: this.#env });
  }

  /** The centre of the pixels with this colour, within 2 of each component; null if there are none. */
  async find([red, green, blue]: readonly [number, number, number]): Promise<{ x: number; y: number; pixels: number } | null> {
    const { width, pixels } = await this.#screen();
    const found: [number, number][] = [];
    for (let at = 0; at + 2 < pixels.length; at += 3) {
      const isSame = [red, green, blue].every((part, nth) => Math.abs(part - (pixels[at + nth] ?? 0)) <= 2);
      if (isSame) found.push([(at / 3) % width, Math.floor(at / 3 / width)]);
    }
    const middle = (axis: 0 | 1) => Math.round(found.reduce((sum, point) => sum + point[axis], 0) / found.length);
    return found.length === 0 ? null : { x: middle(0), y: middle(1), pixels: found.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs.reverse()) {
      const gone = program.exitCode === null && program.signalCode === null ? once(program, 'exit') : null;
      program.kill('SIGKILL');
      await gone;
    }
    await this.bus[Symbol.asyncDispose]();
    await this.#display[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #screen(): Promise<{ width: number; pixels: Buffer }> {
    const options = { env: this.#env, encoding: 'buffer', maxBuffer: 1 << 24 } as const;
    const { stdout } = await run('import', ['-window', 'root', '-depth', '8', 'ppm:-'], options);
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 64).toString('latin1'));
    return { width: Number(head?.[1]), pixels: stdout.subarray(head?.[0].length ?? 0) };
  }

  #spawn(program: string, args: readonly string[]): void {
    const child = spawn(program, args, { env: this.#env, stdio: 'ignore' });
    this.#programs.push(child);
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
  }
}
