/** KDE's and GNOME's compositors, and labwc, without a screen and a keyboard. KWin and labwc make a new window the active one all the same. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasWindows } from '../../../src/platform/wayland/ask-compositor.ts';
import { missingPrograms } from '../desktop/session-bus.ts';
import { until } from '../until.ts';

const answersWithinMs = 1_000;
/** The name that a compositor chooses itself in an empty folder. */
const socket = 'wayland-0';
/** What compositors built on wlroots ask for. */
const wlroots = { WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman' };
/** KWin may look for desktop entries only among the programs of the desktop's menu, which comes with Plasma and not with KWin. */
const menu = '<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>';

interface Kind {
  readonly program: string;
  readonly needs: readonly string[];
  words(program: string): readonly string[];
}

const kinds = {
  KWin: {
    program: 'kwin_wayland',
    needs: [],
    words: (program) => [program, '--virtual', '--width', '800', '--height', '600', '--socket', socket],
  },
  Mutter: {
    program: 'mutter',
    needs: ['Xwayland'],
    words: (program) => {
      const tell =
        'printf "%s\\n%s" "$DISPLAY" "$XAUTHORITY" > "$XDG_RUNTIME_DIR/x.new"; mv "$XDG_RUNTIME_DIR/x.new" "$XDG_RUNTIME_DIR/x"; exec sleep 1000000';
      const compositor = [program, '--wayland', '--headless', '--virtual-monitor', '800x600', '--wayland-display', socket];
      return [...compositor, '--', 'sh', '-c', tell];
    },
  },
  labwc: { program: 'labwc', needs: [], words: (program) => [program] },
} satisfies Readonly<Record<string, Kind>>;

/** Why it is not available, or false: a value for `skip` of `node:test`. */
export function withoutCompositor(kind: keyof typeof kinds): string | false {
  return missingPrograms(kinds[kind].program, 'dbus-run-session', ...kinds[kind].needs);
}

export class HeadlessCompositor implements AsyncDisposable {
  readonly #folder: string;
  readonly #session: ChildProcess;
  readonly place: { readonly WAYLAND_DISPLAY: string; readonly XDG_RUNTIME_DIR: string };
  readonly env: NodeJS.ProcessEnv;
  /** `$XDG_DATA_HOME` of the compositor: where it looks for desktop entries. */
  readonly dataHome: string;

  private constructor(folder: string, session: ChildProcess) {
    this.#folder = folder;
    this.#session = session;
    this.place = { WAYLAND_DISPLAY: path.join(folder, socket), XDG_RUNTIME_DIR: folder };
    this.dataHome = path.join(folder, '.local', 'share');
    const { DISPLAY: _display, ...rest } = process.env;
    this.env = { ...rest, ...this.place };
  }

  /** Resolves when it accepts programs. */
  static async start(kind: keyof typeof kinds): Promise<HeadlessCompositor> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-compositor-'));
    const { program, words } = kinds[kind];
    // Debian's kwin_wayland has a capability that a container may not grant: then it does not start at all. A copy has none, and has to have that name.
    const copy = path.join(folder, program);
    copyFileSync(execFileSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).trim(), copy);
    const menus = path.join(folder, '.config', 'menus');
    mkdirSync(menus, { recursive: true });
    writeFileSync(path.join(menus, 'applications.menu'), menu);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, ...wlroots };
    const session = spawn('dbus-run-session', ['--', ...words(copy)], { env, stdio: 'ignore', detached: true });
    const compositor = new HeadlessCompositor(folder, session);
    process.once('exit', compositor.#killWithUs);
    // Its socket is there before it accepts anybody.
    await until(`answer of ${program}`, () => hasWindows(compositor.place.WAYLAND_DISPLAY, answersWithinMs));
    return compositor;
  }

  /** Its Xwayland, as programs that it starts know it. Only Mutter tells. */
  async xwayland(): Promise<{ readonly display: string; readonly authorityFile: string }> {
    const file = path.join(this.#folder, 'x');
    await until('Xwayland', () => existsSync(file));
    const [display = '', authorityFile = ''] = readFileSync(file, 'utf8').split('\n');
    return { display, authorityFile };
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    process.off('exit', this.#killWithUs);
    if (this.#session.exitCode !== null || this.#session.signalCode !== null) return;
    const gone = once(this.#session, 'exit');
    this.#killWithUs();
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Its bus and its programs too. */
  readonly #killWithUs = (): void => {
    try {
      if (this.#session.pid !== undefined) process.kill(-this.#session.pid, 'SIGKILL');
    } catch {
      // they have exited
    }
  };
}
