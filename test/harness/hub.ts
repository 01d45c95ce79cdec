/** A real Hub for a story: real processes in a temporary home, on free ports, stopped and checked for leftovers at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { askStatus } from '../../src/cli/supervisor-client.ts';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { locate, type Places } from '../../src/platform/locations.ts';
import { surroundings } from '../../src/platform/surroundings.ts';
import { Bridge } from './bridge.ts';

const program = path.join(import.meta.dirname, '../../bin/hub.ts');
const startWithinMs = 30_000;

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class TestHub extends Bridge implements AsyncDisposable {
  #bridgePort = 0;
  readonly root: string;
  readonly workspace: string;
  readonly places: Places;
  readonly env: NodeJS.ProcessEnv;
  #supervisor: ChildProcess | null = null;
  /** What the supervisor has printed. */
  output = '';

  /** `env` is added to the story's own surroundings; without `DISPLAY` there is no display. */
  constructor(env: Readonly<Record<string, string>> = {}) {
    super(() => this.#bridgePort);
    this.root = mkdtempSync(path.join(os.tmpdir(), 'hub-story-'));
    this.workspace = path.join(this.root, 'WorkSpace');
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env;
    this.env = {
      ...rest,
      HUB_HOME: path.join(this.root, 'home'),
      HUB_WORKSPACE: this.workspace,
      HUB_BRIDGE_PORT: '0',
      HUB_WEB_PORT: '0',
      ...env,
    };
    this.places = locate(surroundings(this.env));
  }

  /** Starts `hub run` and waits until every component is up, or has been given up. */
  async start(): Promise<HubStatus> {
    const child = spawn(process.execPath, [program, 'run'], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#supervisor = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    return this.until((status) => status.components.every(({ state }) => state !== 'starting' && state !== 'backoff'));
  }

  get supervisorPid(): number {
    return this.#supervisor?.pid ?? 0;
  }

  /** Asks for the status until it is as wanted. Throws after `startWithinMs`, with what the supervisor printed. */
  async until(wanted: (status: HubStatus) => boolean): Promise<HubStatus> {
    const endMs = performance.now() + startWithinMs;
    for (;;) {
      const status = await askStatus(this.places, 1_000);
      if (status?.ports.bridge) this.#bridgePort = status.ports.bridge;
      if (status !== null && wanted(status)) return status;
      if (performance.now() > endMs) throw new Error(`not in time: ${JSON.stringify(status)}\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Runs one command to its end, with `input` on its standard input. */
  command(words: readonly string[], input = ''): Promise<CommandResult> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [program, ...words], { env: this.env });
      const result = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => {
        result.stdout += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        result.stderr += chunk.toString();
      });
      child.once('close', (status) => resolve({ status, ...result }));
      child.stdin.end(input);
    });
  }

  /** Files below the WorkSpace, as paths relative to it, temporary ones too. */
  savedFiles(): readonly string[] {
    return filesBelow(this.workspace);
  }

  /** Everything that any component logged. */
  logs(): string {
    return filesBelow(this.places.logs)
      .map((file) => readFileSync(path.join(this.places.logs, file), 'utf8'))
      .join('');
  }

  /** Stops Hub and resolves to the pids of its processes that still live: none, if all is well. */
  async stop(): Promise<readonly number[]> {
    const status = await askStatus(this.places, 2_000);
    const child = this.#supervisor;
    if (child === null) return [];
    this.#supervisor = null;
    const gone =
      child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve()
        : new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(timer);
    return (status?.components ?? []).flatMap(({ pid }) => (pid !== null && isAlive(pid) ? [pid] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = await this.stop();
    for (const pid of left) process.kill(pid, 'SIGKILL');
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`${left.length} processes outlived their Hub`);
  }
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();
  } catch {
    return [];
  }
}

/** Whether a process lives; one that has ended and was not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return process.platform !== 'linux';
  }
}
