/** `wl-paste --watch`, which starts a program for each copy: here one that appends the text to a file. For comparison with Hub. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

/** The version line, or null if it is not installed. */
export function wlPasteVersion(): string | null {
  try {
    return execFileSync('wl-paste', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? null;
  } catch {
    return null;
  }
}

export class WlPasteWatch implements AsyncDisposable {
  readonly #file: string;
  readonly #watcher: ChildProcess;

  /** Starts it in this environment. */
  constructor(env: NodeJS.ProcessEnv, file: string) {
    this.#file = file;
    writeFileSync(file, '');
    const append = 'exec 3>>"$0"; { cat; echo; } >&3';
    this.#watcher = spawn('wl-paste', ['--no-newline', '--watch', 'sh', '-c', append, file], { env, stdio: 'ignore' });
  }

  get pid(): number {
    return this.#watcher.pid ?? 0;
  }

  /** All that was copied so far. */
  texts(): readonly string[] {
    return readFileSync(this.#file, 'utf8').split('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#watcher.exitCode !== null || this.#watcher.signalCode !== null) return;
    const gone = once(this.#watcher, 'exit');
    this.#watcher.kill('SIGKILL');
    await gone;
  }
}
