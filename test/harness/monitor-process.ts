/** Only the clipboard monitor, as a process with its own home; the test acts as its supervisor. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ComponentMessage, fromComponent } from '../../src/contract/components.ts';

const program = fileURLToPath(new URL('../../src/processes/clipboard-monitor/main.ts', import.meta.url));

export class MonitorProcess implements AsyncDisposable {
  readonly home: string;
  readonly #child: ChildProcess;
  readonly #told: ComponentMessage[] = [];
  readonly #ready = Promise.withResolvers<void>();

  private constructor(display: string) {
    this.home = mkdtempSync(path.join(tmpdir(), 'hub-monitor-'));
    // The supervisor would create this.
    for (const folder of ['data/blobs', 'run', 'config']) mkdirSync(path.join(this.home, folder), { recursive: true, mode: 0o700 });
    const env = { PATH: process.env.PATH, HOME: this.home, HUB_HOME: this.home, XDG_RUNTIME_DIR: this.home, DISPLAY: display };
    this.#child = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message) => {
      const said = fromComponent.safeParse(message);
      if (said.data?.kind === 'tell') this.#told.push(said.data.message);
      if (said.data?.kind === 'ready') this.#ready.resolve();
    });
  }

  /** Resolves when it watches the clipboard. */
  static async start(display: string): Promise<MonitorProcess> {
    const monitor = new MonitorProcess(display);
    const ended = once(monitor.#child, 'exit').then(() => {
      throw new Error('the monitor ended before it was ready');
    });
    await Promise.race([monitor.#ready.promise, ended]);
    ended.catch(() => {});
    return monitor;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The messages that it has sent to other components. */
  get told(): readonly ComponentMessage[] {
    return this.#told;
  }

  tell(message: ComponentMessage): void {
    this.#child.send({ kind: 'told', from: 'python_core', message });
  }

  /** Open descriptors, and resident memory in MiB (proc(5)). */
  holds(): { readonly descriptors: number; readonly mebibytes: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return {
      descriptors: readdirSync(`/proc/${this.pid}/fd`).length,
      mebibytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isAlive) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}
