/** CopyQ on its own display and with its own settings, for comparison with Hub. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { tooLate, within } from '../../src/base/deadline.ts';

const run = promisify(execFile);
const readyWithinMs = 20_000;
const commandMs = 10_000;
/** As many as fit into one argument of a program. */
const linesAtOnce = 1_000;

/** The version line, or null if CopyQ is not installed. */
export function copyqVersion(): string | null {
  try {
    return execFileSync('copyq', ['--version'], { encoding: 'utf8', timeout: commandMs }).split('\n')[0] ?? null;
  } catch {
    return null;
  }
}

export class CopyQ implements AsyncDisposable {
  readonly #env: NodeJS.ProcessEnv;
  readonly #server: ChildProcess;

  private constructor(env: NodeJS.ProcessEnv, server: ChildProcess) {
    this.#env = env;
    this.#server = server;
  }

  /** Starts its server on an X display, or in this environment, and raises the limit of its history, which is 200. `folder` gets all of its files. */
  static async start(place: string | NodeJS.ProcessEnv, folder: string): Promise<CopyQ> {
    const env = {
      ...process.env,
      ...(typeof place === 'string' ? { DISPLAY: place, QT_QPA_PLATFORM: 'xcb' } : place),
      HOME: folder,
      COPYQ_SETTINGS_PATH: path.join(folder, 'settings'),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      XDG_DATA_HOME: path.join(folder, 'data'),
    };
    const server = spawn('copyq', [], { env, stdio: 'ignore', detached: true });
    const copyq = new CopyQ(env, server);
    process.once('exit', copyq.#kill);
    const endMs = performance.now() + readyWithinMs;
    while ((await copyq.#tryAsk(['config', 'maxitems', '1000'])) === null) {
      if (performance.now() < endMs) continue;
      await copyq[Symbol.asyncDispose]();
      throw new Error('CopyQ did not start');
    }
    return copyq;
  }

  /** Fills its history with lines, the last one on top. Returns how many it has then: its own limit is 10,000. */
  async fill(lines: readonly string[]): Promise<number> {
    await this.#tryAsk(['config', 'maxitems', '100000']);
    for (let at = 0; at < lines.length; at += linesAtOnce) {
      // It would take a line break in its words for the end of them.
      const ended = `${JSON.stringify(lines.slice(at, at + linesAtOnce))}.map(function (line) { return line + String.fromCharCode(10) })`;
      await this.#tryAsk(['eval', `add.apply(this, ${ended})`]);
    }
    return Number((await this.#tryAsk(['size'])) ?? Number.NaN);
  }

  /**
   * Sets it up as for somebody who searches by typing and pastes by Enter: a shortcut shows its window, digits are letters of the search instead of
   * activating rows, and Enter goes back to the window before and pastes, which is not its default.
   */
  async searchByTyping(shortcut: string): Promise<void> {
    await this.#tryAsk([
      'config',
      'number_search',
      'true',
      'activate_closes',
      'true',
      'activate_focuses',
      'true',
      'activate_pastes',
      'true',
    ]);
    const command = { name: 'Toggle', cmd: 'copyq: toggle()', enable: true, isGlobalShortcut: true, globalShortcuts: [shortcut] };
    await this.#tryAsk(['eval', `setCommands([${JSON.stringify(command)}])`]);
  }

  /** Shows its window, whether it is shown or not. */
  async show(): Promise<void> {
    await this.#tryAsk(['show']);
  }

  /** All texts in its history. They must not contain line breaks. */
  async texts(): Promise<readonly string[]> {
    const script = 'var all = []; for (var i = 0; i < size(); ++i) all.push(str(read(i))); print(all.join(String.fromCharCode(10)))';
    return ((await this.#tryAsk(['eval', script])) ?? '').split('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#kill);
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    const gone = once(this.#server, 'exit');
    await this.#tryAsk(['exit']);
    if ((await within(commandMs, gone)) === tooLate) this.#kill();
  }

  async #tryAsk(words: readonly string[]): Promise<string | null> {
    try {
      return (await run('copyq', words, { env: this.#env, timeout: commandMs, maxBuffer: 16 * 1024 * 1024 })).stdout;
    } catch {
      return null;
    }
  }

  /** Its processes, including the one that watches the clipboard. */
  readonly #kill = (): void => {
    try {
      if (this.#server.pid !== undefined) process.kill(-this.#server.pid, 'SIGKILL');
    } catch {
      // they have exited
    }
  };
}
