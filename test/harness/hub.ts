/** A real Hub for a story: real processes in a temporary home, on free ports, stopped and checked for leftovers at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { memoryFlags } from '../../src/base/memory.ts';
import { askStatus } from '../../src/client/ask-pipes.ts';
import type { ComponentId } from '../../src/contract/components.ts';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { locatePlaces, type Places } from '../../src/platform/locations.ts';
import { readSurroundings } from '../../src/platform/surroundings.ts';
import { AskedBridge } from './bridge.ts';
import { until } from './until.ts';

const programOfCheckout = path.join(import.meta.dirname, '../../bin/hub.ts');
const usualStartMs = 30_000;
const commandWithinMs = 60_000;
/** On a busy machine the supervisor is patient with a silent component: eight times as long after an earlier kill (`silence-excuse.ts`). */
const haltedWithinMs = 60_000;

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TestHubOptions {
  /** The uid that Hub runs as; only root can choose another user. */
  readonly user?: number;
  readonly workspaceName?: string;
  /** `all`, unless the story has a document of its own: it may copy a few words, and look at their file. `default`: what Hub does without a document. */
  readonly savePolicy?: 'all' | 'default';
  /** Whether Hub has a window; without one it ignores the desktop. */
  readonly withWindow?: boolean;
  /** Longer than usual where a display that hangs is waited for first. */
  readonly startWithinMs?: number;
  /** The command's file; that of the checkout unless it is packed. */
  readonly program?: string;
}

export class TestHub extends AskedBridge implements AsyncDisposable {
  #bridgePort = 0;
  #webPort = 0;
  readonly root: string;
  readonly workspace: string;
  readonly places: Places;
  readonly env: NodeJS.ProcessEnv;
  readonly #program: string;
  readonly #user: number | undefined;
  readonly #withWindow: boolean;
  readonly #startWithinMs: number;
  readonly #savePolicy: 'all' | 'default';
  #supervisor: ChildProcess | null = null;
  /** The supervisor's output so far. */
  output = '';

  /** `env` is added to the environment of the story; without `DISPLAY` there is no display. */
  constructor(env: Readonly<Record<string, string>> = {}, options: TestHubOptions = {}) {
    super(() => this.#bridgePort);
    const { user, workspaceName = 'WorkSpace', withWindow = false, savePolicy = 'all', startWithinMs = usualStartMs } = options;
    this.#program = options.program ?? programOfCheckout;
    this.#user = user;
    this.#savePolicy = savePolicy;
    this.#withWindow = withWindow;
    this.#startWithinMs = startWithinMs;
    this.root = mkdtempSync(path.join(os.tmpdir(), 'hub-story-'));
    chmodSync(this.root, 0o755);
    if (user !== undefined) chownSync(this.root, user, user);
    this.workspace = path.join(this.root, workspaceName);
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env;
    this.env = {
      ...rest,
      // Speak English, whatever the developer's language.
      LC_ALL: 'C.UTF-8',
      // Show no icon in the developer's panel, and start no bus, which would keep running.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      // Add no entry to the developer's applications.
      XDG_DATA_HOME: path.join(this.root, 'share'),
      HUB_HOME: path.join(this.root, 'home'),
      HUB_WORKSPACE: this.workspace,
      HUB_BRIDGE_PORT: '0',
      HUB_WEB_PORT: '0',
      // Another user may not be allowed to read our home.
      ...(user === undefined ? {} : { HOME: this.root }),
      ...env,
    };
    this.places = locatePlaces(readSurroundings(this.env));
  }

  /** Writes a document of the home as editors do: into a new file, which then replaces it. A string is written unchanged. */
  setDocument(document: string, value: unknown): void {
    const file = this.places.document(document);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, typeof value === 'string' ? value : JSON.stringify(value));
    renameSync(`${file}.new`, file);
  }

  #writeSavePolicy(): void {
    const file = this.places.document('config/hub.json');
    if (this.#savePolicy === 'default' || existsSync(file)) return;
    this.setDocument('config/hub.json', { save: { policy: 'all' } });
    const made = [this.places.home, path.dirname(file), file];
    for (const each of this.#user === undefined ? [] : made) chownSync(each, this.#user as number, this.#user as number);
  }

  /** Starts `hub run`, and waits until every component is running or given up. */
  async start(): Promise<HubStatus> {
    this.#writeSavePolicy();
    const words = this.#user === undefined ? [] : ['setpriv', `--reuid=${this.#user}`, `--regid=${this.#user}`, '--clear-groups', '--'];
    const [command = '', ...rest] = [
      ...words,
      process.execPath,
      ...memoryFlags,
      this.#program,
      'run',
      ...(this.#withWindow ? [] : ['--headless']),
    ];
    const child = spawn(command, rest, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
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

  get bridgePort(): number {
    return this.#bridgePort;
  }

  get webPort(): number {
    return this.#webPort;
  }

  /** Asks for the status until it meets the condition. Throws after `withinMs`, with the supervisor's output. */
  async until(wanted: (status: HubStatus) => boolean, withinMs = this.#startWithinMs): Promise<HubStatus> {
    let last: HubStatus | null = null;
    const look = async (): Promise<HubStatus | undefined> => {
      last = await this.#status(1_000);
      if (last?.ports.bridge) this.#bridgePort = last.ports.bridge;
      if (last?.ports.web) this.#webPort = last.ports.web;
      return last !== null && wanted(last) ? last : undefined;
    };
    return await until(() => `such a status, but ${JSON.stringify(last)}\n${this.output}\n`, look, withinMs);
  }

  /**
   * Halts a component, and resolves once the supervisor has replaced it because of its silence. By then it has also replaced every component that fell
   * silent earlier, so a test can wait for this event to prove that no other component was replaced.
   */
  async haltUntilReplaced(id: ComponentId): Promise<HubStatus> {
    const find = ({ components }: HubStatus) => components.find((component) => component.id === id);
    const pid = find(await this.until((status) => find(status)?.pid != null))?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    return await this.until((status) => {
      const now = find(status);
      return now?.pid !== pid && (now?.state === 'running' || now?.state === 'degraded');
    }, haltedWithinMs);
  }

  /** Runs a command to its end, with `input` on its standard input. A command that does not end is killed, and its status is null. */
  command(words: readonly string[], input = ''): Promise<CommandResult> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [this.#program, ...words], { env: this.env, timeout: commandWithinMs });
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

  /** All files in the WorkSpace, including temporary ones, as relative paths. */
  savedFiles(): readonly string[] {
    return filesBelow(this.workspace);
  }

  /** Everything that any component logged. */
  logs(): string {
    return filesBelow(this.places.logs)
      .map((file) => readFileSync(path.join(this.places.logs, file), 'utf8'))
      .join('');
  }

  /** Stops Hub, and resolves to the pids of its processes that are still running, which should be none. */
  async stop(): Promise<readonly number[]> {
    const status = await this.#status(2_000);
    const child = this.#supervisor;
    if (child === null) {
      // This Hub was started in the background; `hub stop` returns when all its processes are gone.
      if (status !== null) await this.command(['stop']);
      return livingOf(status);
    }
    this.#supervisor = null;
    const gone =
      child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve()
        : new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(timer);
    return livingOf(status);
  }

  async #status(timeoutMs: number): Promise<HubStatus | null> {
    const asked = await askStatus(this.places, { timeoutMs });
    return asked.ok ? asked.value : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = await this.stop();
    for (const pid of left) process.kill(pid, 'SIGKILL');
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`${left.length} processes outlived their Hub`);
  }
}

function livingOf(status: HubStatus | null): readonly number[] {
  return (status?.components ?? []).flatMap(({ pid }) => (pid !== null && isAlive(pid) ? [pid] : []));
}

/** The regular files in a folder and its subfolders, as relative paths; none if the folder does not exist. */
export function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();
  } catch {
    return [];
  }
}

/** Whether a process is running. A zombie counts as ended. */
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
