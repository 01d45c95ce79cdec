/** Many copies in quick succession. Each is made by an xclip process of its own, which was started before and waits for the end of its input. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { until } from './exact-time.ts';

type Xclip = ChildProcessByStdio<Writable, null, null>;

/** By then all of them have connected to the display and read what they will copy. */
const settleMs = 1_000;

export class XclipBurst implements AsyncDisposable {
  readonly #owners: readonly Xclip[];

  private constructor(owners: readonly Xclip[]) {
    this.#owners = owners;
  }

  /** Starts an xclip for every text. Each copy ends the xclip before it. */
  static async ready(display: string, texts: readonly string[]): Promise<XclipBurst> {
    const env = { ...process.env, DISPLAY: display };
    const owners = texts.map((text) => {
      const owner = spawn('xclip', ['-selection', 'clipboard', '-in', '-quiet'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
      owner.stdin.on('error', () => {});
      owner.on('error', () => {});
      owner.stdin.write(text);
      return owner;
    });
    await pause(settleMs);
    return new XclipBurst(owners);
  }

  /** Makes all copies; resolves with the actual gaps between them, in milliseconds. */
  async copyAll(gapMs: number): Promise<readonly number[]> {
    const startedAtMs = performance.now();
    const copiedAtMs: number[] = [];
    for (const [index, owner] of this.#owners.entries()) {
      await until(startedAtMs + index * gapMs);
      copiedAtMs.push(performance.now());
      owner.stdin.end();
      await turn(); // the end of the input goes out now
    }
    return copiedAtMs.slice(1).map((atMs, index) => atMs - (copiedAtMs[index] ?? 0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#owners.map(async (owner) => {
        if (owner.exitCode !== null || owner.signalCode !== null || owner.pid === undefined) return;
        const gone = once(owner, 'exit');
        owner.kill('SIGKILL');
        await gone;
      }),
    );
  }
}
